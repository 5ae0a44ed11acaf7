import { useStore } from '@nanostores/react';
import { Check, ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { SignInMonth } from '#contract/outputs/points.ts';
import { monthGrid, monthOf } from '#contract/signin.ts';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { createSignIn, type SignInState } from './sign-in.store.ts';
import { TaskList } from './TaskList.tsx';

const WEEK = ['一', '二', '三', '四', '五', '六', '日'];
const MOVES: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** 每日签到: the month as 42 days, today's sign-in, missed days, and the tasks. */
export function SignInDialog({ onClose }: { onClose(): void }) {
  const [calendar] = useState(createSignIn);
  const state = useStore(calendar.$state);
  useEffect(() => void calendar.actions.open(), [calendar]);
  const { month, failure } = state;
  return (
    <Dialog open title="每日签到" width={930} onClose={onClose}>
      {failure ? (
        <ErrorState {...failure} onRetry={() => void calendar.actions.open()} />
      ) : !month ? (
        <Skeleton rows={6} row_class="h-14" />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-2">
          <section aria-label="签到日历">
            <Summary month={month} busy={state.busy} onSignIn={() => void calendar.actions.signIn()} />
            <FormError failure={state.refusal} />
            <Month state={state} month={month} calendar={calendar} />
          </section>
          <section aria-label="积分任务">
            <h3 className="mb-1 flex justify-between font-semibold">
              做任务赚积分
              <a className="quiet-link font-normal" href="/integral">
                积分商城
              </a>
            </h3>
            <TaskList key={month.issign} />
          </section>
        </div>
      )}
    </Dialog>
  );
}

function Summary({ month, busy, onSignIn }: { month: SignInMonth; busy: boolean; onSignIn(): void }) {
  const signed = month.issign === 1;
  const today = signed ? month.continuity : month.continuity + 1;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="num">
          已连续签到 <b className="text-lg text-primary">{month.continuity}</b> 天
          <span className="ml-2 text-xs text-muted">补签卡 {month.cards} 张</span>
        </p>
        <Button look={signed ? 'outline' : 'primary'} busy={busy} disabled={signed} onClick={onSignIn}>
          {signed ? '今日已签到' : `签到 +${month.integral} 积分`}
        </Button>
      </div>
      <ol className="scroll-row mt-3 flex gap-1" aria-label="连续签到奖励">
        {month.rewards.slice(0, 7).map((points, at) => {
          const nth = at + 1;
          const reached = ((today - 1) % month.rewards.length) + 1;
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the day of the streak is the row's name
              key={at}
              className={classNames(
                'num min-w-9 flex-1 whitespace-nowrap rounded-field py-1 text-center text-xs sm:px-1',
                nth === reached ? 'bg-primary text-primary-content' : 'bg-ground text-muted',
              )}
              aria-current={nth === reached ? 'step' : undefined}
            >
              {/* a phone has room for all seven */}
              <span className="max-sm:sr-only">第 </span>
              {nth} 天
              <br />+{points}
            </li>
          );
        })}
      </ol>
    </>
  );
}

interface MonthProps {
  state: SignInState;
  month: SignInMonth;
  calendar: ReturnType<typeof createSignIn>;
}

function Month({ state, month, calendar }: MonthProps) {
  const { mon, read, day, loading, busy } = state;
  const grid = useRef<HTMLTableElement>(null);
  const moved = useRef(false);
  // after the keys moved, the focus follows them, also into another month
  useEffect(() => {
    if (moved.current && day !== '') grid.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();
  }, [day]);
  const [year, number] = mon.split('-');
  const last = mon === monthOf(month.today);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    const months = { PageUp: -1, PageDown: 1 }[key];
    if (months === undefined && MOVES[key] === undefined) return;
    event.preventDefault();
    moved.current = true;
    void (months === undefined ? calendar.actions.move(MOVES[key] as number) : calendar.actions.turn(months));
  };
  const turn = (months: number) => {
    moved.current = false;
    void calendar.actions.turn(months);
  };
  const signed = new Map(month.list.map((one) => [one.daily, one]));
  const days = monthGrid(mon);
  const weeks = Array.from({ length: days.length / 7 }, (_, at) => days.slice(at * 7, at * 7 + 7));
  return (
    <>
      <div className="mt-1 mb-2 flex items-center justify-between">
        <button type="button" className="btn btn-ghost btn-sm btn-square" aria-label="上个月" onClick={() => turn(-1)}>
          <ChevronLeft size={18} aria-hidden="true" />
        </button>
        <p className="num font-semibold" aria-live="polite">
          {year} 年 {number} 月<span className="ml-2 text-xs font-normal text-muted">{read === mon && `签到 ${month.count} 天`}</span>
        </p>
        <button type="button" className="btn btn-ghost btn-sm btn-square" aria-label="下个月" disabled={last} onClick={() => turn(1)}>
          <ChevronRight size={18} aria-hidden="true" />
        </button>
      </div>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are walked by keys is a grid
        role="grid"
        aria-label={`${year} 年 ${number} 月`}
        aria-busy={loading || undefined}
        className="w-full table-fixed"
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {WEEK.map((name) => (
              <th key={name} scope="col" abbr={`星期${name}`} className="py-1 text-center text-xs font-normal text-muted">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.day}>
              {week.map((cell) => (
                <Day
                  key={cell.day}
                  {...cell}
                  on={cell.day === day}
                  mark={read === mon ? markOf(cell.day, cell.in_month, month, signed.has(cell.day)) : 'none'}
                  busy={busy || loading}
                  onPress={(missed) => {
                    if (missed) void calendar.actions.makeUp(cell.day);
                    else if (cell.day === month.today && month.issign === 0) void calendar.actions.signIn();
                  }}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-xs text-muted">
        {month.makeup_from === ''
          ? '连续签到积分更多。'
          : '漏签的日子可以用补签卡补上，接上连续天数（不发积分）。补签卡可做任务或在积分商城获得。'}
      </p>
    </>
  );
}

type Mark = 'signed' | 'today' | 'missed' | 'none';

function markOf(day: string, in_month: boolean, { today, makeup_from, cards }: SignInMonth, signed: boolean): Mark {
  if (!in_month) return 'none';
  if (signed) return 'signed';
  if (day === today) return 'today';
  return cards > 0 && makeup_from !== '' && day < today && day >= makeup_from ? 'missed' : 'none';
}

const MARK_TEXTS: Record<Mark, string> = { signed: '，已签到', today: '，今天，签到', missed: '，漏签，补签', none: '' };

interface DayProps {
  day: string;
  in_month: boolean;
  /** The keys are on it. */
  on: boolean;
  mark: Mark;
  busy: boolean;
  onPress(missed: boolean): void;
}

function Day({ day, in_month, on, mark, busy, onPress }: DayProps) {
  const number = Number(day.slice(8));
  return (
    <td className="p-0.5">
      <button
        type="button"
        tabIndex={on ? 0 : -1}
        aria-disabled={mark === 'none' || mark === 'signed' || busy || undefined}
        className={classNames(
          'num relative grid h-10 w-full place-items-center rounded-field text-sm',
          !in_month && 'text-muted opacity-60',
          mark === 'signed' && 'bg-tint font-semibold text-primary',
          mark === 'today' && 'bg-primary font-semibold text-primary-content',
          mark === 'missed' && 'border border-dashed border-line',
        )}
        onClick={() => (mark === 'missed' || mark === 'today') && !busy && onPress(mark === 'missed')}
      >
        <span className="sr-only">{Number(day.slice(5, 7))} 月 </span>
        {number}
        <span className="sr-only"> 日{MARK_TEXTS[mark]}</span>
        {mark === 'signed' && <Check size={12} className="absolute right-1 bottom-1" aria-hidden="true" />}
        {mark === 'missed' && (
          <span className="text-[10px] leading-none text-muted" aria-hidden="true">
            补
          </span>
        )}
      </button>
    </td>
  );
}
