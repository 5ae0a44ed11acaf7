import { Play } from 'lucide-react';
import { playerPath } from '#contract/player-path.ts';
import { clockText, STUDY_PATHS } from '#contract/study.ts';
import { useOwnPage } from '#kit/own-list/use-own-page.ts';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { timeText } from '#ui/time-text.ts';
import { fetchCourses } from './screen-calls.ts';

/** Courses that the reader began or bought, the one learnt or bought last first. */
export function MyCourses({ detail }: { detail: string }) {
  const { data, failure, actions } = useOwnPage(fetchCourses);
  if (failure && !data) return <ErrorState {...failure} onRetry={() => void actions.load()} />;
  if (!data) return <Skeleton rows={3} row_class="h-32" label="正在加载课程" />;
  if (data.list.length === 0) {
    return (
      <div className="panel">
        <Empty title="还没有开始学习" hint="买过和看过的课程会出现在这里，随时接着看。">
          <a className="btn btn-primary" href={STUDY_PATHS.list}>
            去选课程
          </a>
        </Empty>
      </div>
    );
  }
  return (
    <ul className="grid gap-4">
      {data.list.map((course, at) => {
        // the one learnt last is where one goes on
        const look = at === 0 ? 'btn btn-sm btn-primary' : 'btn btn-sm btn-outline border-line';
        const percent = course.lesson_num > 0 ? Math.round((course.done_num / course.lesson_num) * 100) : 0;
        return (
          <li key={course.id} className="panel flex flex-wrap items-start gap-4 p-4">
            {course.cover ? <img className="aspect-video w-40 rounded-lg object-cover max-sm:w-full" src={course.cover} alt="" /> : null}
            <div className="grid min-w-0 flex-1 gap-2">
              <h2 className="text-base font-semibold break-words">
                {course.shown === 1 ? (
                  <a className="hover:text-primary" href={`${detail}?id=${course.id}`}>
                    {course.title}
                  </a>
                ) : (
                  `${course.title}（已下架${course.open === 1 ? '，您仍可学习' : ''}）`
                )}
              </h2>
              <progress
                className="progress progress-primary w-full"
                value={percent}
                max={100}
                aria-label={`${course.title}已学完 ${percent}%`}
              />
              <p className="num text-muted">
                已学完 {course.done_num} / {course.lesson_num} 课{course.ticked_num > 0 ? `（另手动标记 ${course.ticked_num} 课）` : ''}，
                {timeText(course.at)} {course.begun === 1 ? '学习' : '获得'}
              </p>
              {course.certified === 1 ? (
                <p>
                  <a className="underline underline-offset-2" href={`${STUDY_PATHS.mine}?tab=certificates`}>
                    查看证书
                  </a>
                </p>
              ) : course.lesson_num > 0 && course.done_num === course.lesson_num ? (
                <p className="text-muted">没有结业证书：证书只发给学完时可以学习整门课程的学员，讲师本人不发。</p>
              ) : null}
              {course.begun === 0 && course.lesson_num > 0 && course.open === 1 ? (
                <p>
                  <a className={look} href={playerPath(course.id)}>
                    <Play size={16} aria-hidden="true" />
                    开始学习
                  </a>
                </p>
              ) : null}
              {course.last_lesson > 0 && course.open === 1 ? (
                <p className="flex flex-wrap items-center gap-3">
                  <a className={look} href={playerPath(course.id, course.last_lesson)}>
                    <Play size={16} aria-hidden="true" />
                    继续学习
                  </a>
                  <span className="text-muted">
                    {course.last_title}
                    {course.position_s > 0 ? <span className="num"> · 看到 {clockText(course.position_s)}</span> : null}
                  </span>
                </p>
              ) : null}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
