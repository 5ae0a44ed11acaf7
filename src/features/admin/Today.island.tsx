import { ChevronRight } from 'lucide-react';
import { useSession } from '#client/use-session.ts';
import { countText, type TodayFacts } from '#contract/admin.ts';
import { paths } from '#contract/paths.ts';
import { rolesMay, type StaffVerb } from '#contract/staff.ts';
import { Panel } from '#kit/console/Panel.tsx';
import { LoadedScreen } from '#kit/console/ScreenFrame.tsx';
import { amountText } from '#ui/price-text.ts';
import { createTodayScreen } from './screens.store.ts';
import { waitedText } from './waited-text.ts';

/** What happened lately and what waits, with a link to each list. */
export default function TodayIsland() {
  const roles = useSession()?.user.roles ?? [];
  return <LoadedScreen of={createTodayScreen}>{(facts) => <Today facts={facts} may={(verb) => rolesMay(roles, verb)} />}</LoadedScreen>;
}

type Day = TodayFacts['days'][number];

/** What a day brought, with the list that shows it. */
const FIGURES = [
  {
    title: '收入',
    text: ({ income }: Day) => `¥${amountText(income)}`,
    href: (from: string) => paths.admin('orders', { status: 'paid', from }),
    verb: 'order.see' as const,
  },
  {
    title: '成交',
    text: ({ orders }: Day) => `${orders} 笔`,
    href: (from: string) => paths.admin('orders', { status: 'paid', from }),
    verb: 'order.see' as const,
  },
  {
    title: '新用户',
    text: ({ new_users }: Day) => `${new_users} 人`,
    href: (from: string) => paths.admin('users', { from }),
    verb: 'user.see' as const,
  },
  {
    title: '新作品',
    text: ({ new_works }: Day) => `${new_works} 份`,
    href: (published: string) => paths.admin('works', { published }),
    verb: 'review.see' as const,
  },
];

/** So many rows are as high as the figures beside them. */
const FEW = 7;

function Today({ facts, may }: { facts: TodayFacts; may(verb: StaffVerb): boolean }) {
  const waiting = [
    ...facts.reviews.map(({ type, title, open, oldest }) => ({
      title,
      count: open,
      oldest,
      href: paths.admin('review', { type }),
      verb: 'review.see' as const,
    })),
    ...facts.waits.map((wait) => ({ ...wait, verb: 'today.see' as const })),
    { title: '失败的事件', count: facts.dead_events, href: paths.admin('events', { state: 'dead' }), oldest: 0, verb: 'jobs.see' as const },
    { title: '系统提醒', count: facts.system_warnings, href: paths.admin('system'), oldest: 0, verb: 'system.see' as const },
    { title: '失败的任务', count: facts.failed_jobs, href: paths.admin('jobs', { state: 'failed' }), oldest: 0, verb: 'jobs.see' as const },
    {
      title: '近七日未送达的通知',
      count: facts.given_up_notices,
      href: paths.admin('deliveries', { from: facts.days.at(-1)?.day ?? '' }),
      oldest: 0,
      verb: 'jobs.see' as const,
    },
  ].filter(({ verb }) => may(verb));
  const open = waiting.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
  const idle = waiting.filter(({ count }) => count === 0);
  const [today, yesterday] = facts.days;
  return (
    <div className="today-grid grid gap-4" data-few={open.length < FEW || undefined}>
      <Panel title="等待处理">
        {open.length === 0 && <p className="text-muted">现在没有等待处理的事。</p>}
        <ul className="-mx-2 grid grid-cols-1 divide-y divide-line">
          {open.map(({ title, count, oldest, href }) => (
            <li key={title}>
              <a className="group flex min-h-11 items-center gap-4 rounded-field px-2 hover:bg-ground" href={href}>
                <span className="min-w-0 flex-1 truncate group-hover:text-primary">{title}</span>
                <span className="num first-of-row w-10 text-lg font-semibold">{countText(count)}</span>
                {oldest > 0 && <span className="num text-xs text-muted">最早已等 {waitedText(oldest)}</span>}
                <ChevronRight size={16} className="shrink-0 text-muted" aria-hidden="true" />
              </a>
            </li>
          ))}
        </ul>
        {idle.length > 0 && (
          <details className="mt-3">
            <summary className="cursor-pointer text-muted">其余 {idle.length} 类没有待办</summary>
            <ul className="today-links mt-2 grid gap-x-4">
              {idle.map(({ title, href }) => (
                <li key={title}>
                  <a className="inline-block py-1 text-muted hover:text-primary" href={href}>
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </details>
        )}
      </Panel>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
        {today && (
          <ul className="grid grid-cols-2 gap-4 lg:grid-cols-4 xl:grid-cols-2" aria-label="今日">
            {FIGURES.map(({ title, text, href, verb }) => (
              <li key={title} className="panel p-4 md:p-5">
                {may(verb) ? (
                  <a className="block text-muted hover:text-primary" href={href(today.day)}>
                    今日{title}
                  </a>
                ) : (
                  <span className="block text-muted">今日{title}</span>
                )}
                <strong className="num block whitespace-nowrap text-xl">{text(today)}</strong>
                {yesterday && <span className="num text-xs text-muted">昨日 {text(yesterday)}</span>}
              </li>
            ))}
          </ul>
        )}
        <Panel title="每日收入">
          <IncomeBars days={facts.days} />
        </Panel>
      </div>
      <Panel title="近七日">
        <div className="overflow-x-auto">
          <table className="staff-table staff-figures">
            <thead>
              <tr>
                <th scope="col">日期</th>
                <th scope="col">收入</th>
                <th scope="col">成交</th>
                <th scope="col">新用户</th>
                <th scope="col">新作品</th>
              </tr>
            </thead>
            <tbody>
              {facts.days.map((day) => (
                <tr key={day.day}>
                  <td className="num">{day.day}</td>
                  <td className="num">¥{amountText(day.income)}</td>
                  <td className="num">{day.orders}</td>
                  <td className="num">{day.new_users}</td>
                  <td className="num">{day.new_works}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Panel>
    </div>
  );
}

/** Income of the last days as bars, the oldest first; the table beside it says the same in numbers. */
function IncomeBars({ days }: { days: TodayFacts['days'] }) {
  const most = Math.max(...days.map(({ income }) => income), 0);
  return (
    <figure aria-label="近七日收入的柱状图，单位元，数字见表">
      <div className="week-bars flex items-end gap-3" aria-hidden="true">
        {days.toReversed().map(({ day, income }, at) => (
          <div key={day} className="flex h-full min-w-0 flex-1 flex-col items-center justify-end gap-1">
            <span className="num text-xs text-muted max-sm:hidden">{income > 0 ? amountText(income) : ''}</span>
            <span
              className={`block w-full rounded-t-field bg-primary ${at === days.length - 1 ? '' : 'opacity-50'}`}
              style={{ height: most > 0 ? `${Math.max(1, (income / most) * 75)}%` : '1%' }}
              data-bar={income}
            />
            <span className="num text-xs text-muted">{day.slice(5)}</span>
          </div>
        ))}
      </div>
    </figure>
  );
}
