import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createLoad } from '#client/load.store.ts';
import { useSession } from '#client/use-session.ts';
import { playerPath } from '#contract/player-path.ts';
import { certificatePath } from '#contract/study.ts';
import { fetchPath } from './screen-calls.ts';

export interface PathCourse {
  id: number;
  title: string;
  href: string;
  cover: string;
  facts: string;
  price: string;
  /** When it opens; empty: it is open. */
  waits: string;
}

/** The courses of a path as numbered steps; to who signed in, how far they are and where they go on. Place it with `client:intent="signed-in"`. */
export default function Path({ id, courses }: { id: number; courses: readonly PathCourse[] }) {
  const [own] = useState(() => createLoad(() => fetchPath(id)));
  const { data, failure } = useStore(own.$state);
  const signed_in = useSession() !== null;
  useEffect(() => {
    if (signed_in) void own.actions.load();
  }, [signed_in, own]);
  const sum = (of: 'done_num' | 'lesson_num') => (data?.courses ?? []).reduce((all, course) => all + course[of], 0);
  const [done, all] = [sum('done_num'), sum('lesson_num')];
  const finished = (data?.courses ?? []).filter((course) => course.finished === 1).length;
  // 0 where the page is older than the path
  const next = courses.findIndex((course) => course.id === data?.go_on?.course) + 1;
  return (
    <div className="grid gap-4">
      {failure ? (
        <p role="status" className="text-muted">
          学习进度没有取到，
          <button type="button" className="underline underline-offset-2" onClick={() => void own.actions.load()}>
            重试
          </button>
        </p>
      ) : null}
      {data && (done > 0 || data.go_on || data.certificate) ? (
        <section className="grid gap-3 rounded-box bg-tint p-4" aria-label="我的进度" data-begun={data.go_on ? '' : undefined}>
          <p className="num">
            已学完 {finished} / {courses.length} 门课程，{done} / {all} 课
          </p>
          <progress className="progress progress-primary w-full" value={done} max={Math.max(1, all)} aria-label="整条路径的进度" />
          {data.certificate ? (
            <p>
              这条路径已全部学完，
              <a className="underline underline-offset-2" href={certificatePath(data.certificate)}>
                查看学习路径证书
              </a>
            </p>
          ) : null}
          {data.go_on ? (
            <p className="flex flex-wrap items-center gap-3">
              <a className="btn btn-primary" href={playerPath(data.go_on.course, data.go_on.lesson)}>
                {data.go_on.begun === 1 ? '从这里继续' : '开始学习'}
              </a>
              <span className="text-muted">
                {next > 0 && `第 ${next} 门：`}
                {data.go_on.title}
              </span>
            </p>
          ) : null}
        </section>
      ) : null}
      <ol className="grid gap-3">
        {courses.map(({ id, title, href, cover, facts, price, waits }, at) => {
          const mine = data?.courses.find((course) => course.id === id);
          const locked = mine ? mine.locked === 1 : waits !== '';
          return (
            <li key={id} className="panel flex flex-wrap items-center gap-4 p-4">
              <span
                className={`num grid size-8 shrink-0 place-items-center rounded-full font-semibold ${mine?.finished === 1 ? 'bg-primary text-primary-content' : 'bg-tint text-primary'}`}
                aria-hidden="true"
              >
                {mine?.finished === 1 ? '✓' : at + 1}
              </span>
              {cover ? <img className="aspect-video w-40 rounded-lg object-cover max-sm:w-24" src={cover} alt="" loading="lazy" /> : null}
              <div className="grid min-w-0 flex-1 basis-40 gap-1">
                <h2 className="text-base font-semibold break-words">
                  <a className="hover:text-primary" href={href}>
                    {title}
                  </a>
                </h2>
                <p className="num text-xs text-muted">
                  {facts} · <span className="font-semibold text-primary">{price}</span>
                </p>
                {locked && waits ? <p className="text-gold-ink">{waits}</p> : null}
                {mine && (mine.done_num > 0 || mine.finished === 1) ? (
                  <p className="num text-xs">{mine.finished === 1 ? '已学完' : `已学 ${mine.done_num} / ${mine.lesson_num} 课`}</p>
                ) : null}
              </div>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
