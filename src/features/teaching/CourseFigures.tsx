import { Download } from 'lucide-react';
import { useState } from 'react';
import { useAddressWord } from '#client/use-address-word.ts';
import { KINDS } from '#contract/kinds.ts';
import type { LessonFigures } from '#contract/outputs/teaching.ts';
import { LESSON_TYPE_TEXT } from '#contract/study.ts';
import { type CourseFigures, LEARNERS_TOLD, MESSAGES_A_WEEK, MY_COURSE_PAGE } from '#contract/teaching.ts';
import { Circulars } from '#kit/Circulars.tsx';
import { saveCsv } from '#kit/console/save-csv.ts';
import { useOwnPage } from '#kit/own-list/use-own-page.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { amountText, countText } from '#ui/price-text.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { Learners } from './Learners.tsx';
import { fetchFigures, fetchFiguresCsv, fetchMessages, sendMessage } from './screen-calls.ts';

const TABS = ['lessons', 'learners', 'messages'] as const;
const TITLES = { lessons: '课时', learners: '学员', messages: '通知' } as const;

/** How one's own course does: who learns, where they stop, what it brings in. */
export function CourseFiguresPanel({ id }: { id: number }) {
  const { data, failure, actions } = useOwnPage(() => fetchFigures(id));
  if (failure?.status === 404) {
    return (
      <div className="panel">
        <Empty title="没有找到这门课程" hint="它可能已被删除，或不属于当前账号。">
          <a className="btn btn-primary" href={MY_COURSE_PAGE}>
            我教的课程
          </a>
        </Empty>
      </div>
    );
  }
  if (failure && !data) return <ErrorState {...failure} onRetry={() => void actions.load()} />;
  if (!data) return <Skeleton rows={3} row_class="h-40" />;
  return <Shown data={data} />;
}

function Shown({ data }: { data: CourseFigures }) {
  const [busy, setBusy] = useState(false);
  const [tab, choose] = useAddressWord('tab', TABS, ['page', 'q', 'state']);
  const save = async () => {
    setBusy(true);
    await saveCsv(`课程数据-${data.title || data.id}`, () => fetchFiguresCsv(data.id));
    setBusy(false);
  };
  const sums: Array<[string, string]> = [
    ['学过的人', countText(data.learners)],
    ['学完的人', countText(data.finished)],
    ['观看分钟', countText(data.minutes)],
    ['成交', `${countText(data.sales)} 笔`],
    ['收益', `¥${amountText(data.income)}`],
    ['待回答', countText(data.waiting)],
  ];
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="min-w-0 text-base font-semibold break-words">{data.title || '未命名课程'}</h2>
        <div className="flex flex-wrap gap-2">
          <a className="btn btn-sm" href={MY_COURSE_PAGE}>
            全部课程
          </a>
          <a className="btn btn-sm" href={`${KINDS.course.paths.edit}?id=${data.id}`}>
            编辑课程
          </a>
          {data.waiting > 0 && (
            <a className="btn btn-sm btn-primary" href={`${MY_COURSE_PAGE}?tab=questions`}>
              回答提问
            </a>
          )}
          <Button size="sm" busy={busy} icon={<Download size={16} aria-hidden="true" />} onClick={() => void save()}>
            导出 CSV
          </Button>
        </div>
      </div>
      <dl className="panel grid grid-cols-2 gap-4 p-4 sm:grid-cols-3 sm:p-6 xl:grid-cols-6">
        {sums.map(([title, value]) => (
          <div key={title}>
            <dt className="text-xs text-muted">{title}</dt>
            <dd className="num text-xl font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="panel p-4 sm:p-6">
        <Tabs label="课程数据" tabs={TABS.map((key) => ({ key, title: TITLES[key] }))} current={tab} onChange={choose}>
          {tab === 'learners' && <Learners id={data.id} />}
          {tab === 'messages' && (
            <Circulars
              id={data.id}
              to={LEARNERS_TOLD}
              hint={`7 天内最多 ${MESSAGES_A_WEEK} 次，请只写与这门课程有关的事，不要写联系方式`}
              nobody="没有可以通知的学员"
              load={() => fetchMessages(data.id)}
              send={(message) => sendMessage({ id: data.id, ...message })}
            />
          )}
          {tab === 'lessons' && (
            <section aria-label="每一课看到哪里">
              <p className="my-3 text-xs text-muted">
                每根柱子是视频的十分之一，高度是看过这一段的人数；明显变矮的地方，就是学员离开的地方。
              </p>
              {data.lessons.length === 0 ? (
                <Empty title="还没有课时" hint="添加课时、有人学习之后，数据会出现在这里。">
                  <a className="btn btn-primary" href={`${KINDS.course.paths.edit}?id=${data.id}`}>
                    添加课时
                  </a>
                </Empty>
              ) : (
                <ul className="grid grid-cols-1 gap-4">
                  {data.lessons.map((lesson) => (
                    <Lesson key={lesson.id} lesson={lesson} />
                  ))}
                </ul>
              )}
            </section>
          )}
        </Tabs>
      </div>
    </div>
  );
}

function Lesson({ lesson }: { lesson: LessonFigures }) {
  const { title, type, learners, done, minutes, tenths, takers, passed } = lesson;
  const facts =
    type === 'quiz'
      ? [`${takers} 人参加`, `${passed} 人通过`]
      : [`${learners} 人学习`, `${done} 人学完`, ...(type === 'video' ? [`共看 ${countText(minutes)} 分钟`] : [])];
  return (
    <li className="grid gap-2 border-t border-line pt-3 first:border-0 sm:grid-cols-[minmax(0,1fr)_280px] sm:items-end">
      <div className="min-w-0">
        <h3 className="font-semibold break-words">{title}</h3>
        <p className="num text-xs text-muted">
          {LESSON_TYPE_TEXT[type]} · {facts.join(' · ')}
        </p>
      </div>
      {tenths.length > 0 && <Bars title={title} tenths={tenths} />}
    </li>
  );
}

/** How many watched each tenth of a film. */
function Bars({ title, tenths }: { title: string; tenths: readonly number[] }) {
  const most = Math.max(1, ...tenths);
  const said = tenths.map((number, at) => `${at * 10}%–${at * 10 + 10}% ${number} 人`).join('，');
  return (
    <svg viewBox="0 0 200 48" className="h-14 w-full text-primary" role="img" aria-label={`${title}：${said}`}>
      {tenths
        .map((number, at) => ({ number, at }))
        .map(({ number, at }) => {
          const height = number === 0 ? 1 : Math.max(3, (number / most) * 44);
          return (
            <rect
              key={at}
              x={at * 20 + 1}
              y={48 - height}
              width={18}
              height={height}
              rx={2}
              fill="currentColor"
              opacity={number === 0 ? 0.2 : 1}
            >
              <title>{`${at * 10}%–${at * 10 + 10}%：${number} 人`}</title>
            </rect>
          );
        })}
    </svg>
  );
}
