import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createLoad } from '#client/load.store.ts';
import { useSession } from '#client/use-session.ts';
import { playerPath } from '#contract/player-path.ts';
import { LESSON_TYPE_TEXT, lengthText, STUDY_PATHS } from '#contract/study.ts';
import { classNames } from '#ui/class-names.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import PlayerIsland from './Player.island.tsx';
import { fetchOwnPlayer } from './screen-calls.ts';

/** A course that is off the site, for who bought it: outline and player come by their right alone. Place it with `client:intent="signed-in"`. */
export default function OffSitePlayer({ id, lesson }: { id: number; lesson: number }) {
  const [screen] = useState(() => createLoad(() => fetchOwnPlayer(id, lesson)));
  const { data, failure } = useStore(screen.$state);
  const signed_in = useSession() !== null;
  useEffect(() => {
    if (signed_in) void screen.actions.load();
  }, [signed_in, screen]);
  if (failure?.status === 404) {
    return (
      <div className="panel grid justify-items-center gap-3 px-6 py-12 text-center">
        <h1 className="text-lg font-semibold">这门课程已下架</h1>
        <p className="text-muted">您没有购买过它，看看其他课程。</p>
        <a className="btn btn-primary" href={STUDY_PATHS.list}>
          去选课程
        </a>
      </div>
    );
  }
  if (failure) return <ErrorState {...failure} onRetry={() => void screen.actions.load()} />;
  if (!data) return <Skeleton rows={3} row_class="h-24" label="正在读取课程" />;
  const { course, outline, next } = data;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_320px]">
      <div className="grid content-start gap-4">
        <p className="rounded-box bg-gold-tint p-4 text-gold-ink">《{course.title}》已下架，您有权学习，可以照常看完。</p>
        <h1 className="text-lg font-semibold break-words">{data.lesson.title}</h1>
        <PlayerIsland
          course={{ id: course.id, title: course.title, poster: course.poster, href: STUDY_PATHS.mine }}
          // nothing of it is open to everybody any more
          lesson={{ ...data.lesson, captions: 0 }}
          outline={[]}
          next={next ? playerPath(course.id, next.id) : ''}
          next_title={next?.title ?? ''}
        />
        <p className="text-xs text-muted">讲师 {course.teacher}。画面带有您的昵称与手机尾号，请勿录制与外传。</p>
      </div>
      <nav aria-label="课程目录" className="panel grid h-fit gap-4 p-4">
        <h2 className="text-base font-semibold">目录</h2>
        {outline.map((chapter) => (
          <section key={chapter.id} className="grid gap-1">
            {chapter.title && <h3 className="font-semibold">{chapter.title}</h3>}
            <ol className="grid gap-1">
              {chapter.lessons.map((one) => (
                <li key={one.id}>
                  <a
                    className={classNames(
                      'flex items-baseline gap-3 rounded-lg px-3 py-2 hover:bg-ground',
                      one.id === data.lesson.id && 'bg-tint font-semibold text-primary',
                    )}
                    href={playerPath(course.id, one.id)}
                    aria-current={one.id === data.lesson.id ? 'true' : undefined}
                  >
                    <span className="min-w-0 flex-1 break-words">{one.title}</span>
                    <span className="num shrink-0 text-xs text-muted">
                      {one.type === 'video' ? lengthText(one.duration_s) : LESSON_TYPE_TEXT[one.type]}
                    </span>
                  </a>
                </li>
              ))}
            </ol>
          </section>
        ))}
      </nav>
    </div>
  );
}
