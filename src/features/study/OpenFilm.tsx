import { useRef, useState } from 'react';
import { type LessonRow, openCaptionsPath, openFilmPath } from '#contract/study.ts';
import { Stage, type StageHandle } from './Stage.tsx';

interface OpenFilmProps {
  what: 'free' | 'trial';
  lesson: LessonRow;
  course: { poster: string; href: string };
  /** Why there is no more; empty: the page says it. */
  why: string;
}

/** What everybody may see of a lesson; they pressed play, so it plays. */
export function OpenFilm({ what, lesson, course, why }: OpenFilmProps) {
  const [ended, setEnded] = useState(false);
  const film = useRef<StageHandle>(null);
  const [captions] = useState(lesson.captions === 1 ? { src: openCaptionsPath(lesson.id), cues: [] } : null);
  const src = openFilmPath(what, lesson.id);
  const again = () => {
    setEnded(false);
    film.current?.seek(0);
  };
  const over = (
    <>
      <p role="status">试看结束，完整课时购买后可以学习</p>
      <a className="btn btn-primary" href={course.href}>
        查看课程与价格
      </a>
      <button type="button" className="btn bg-base-100 text-base-content hover:bg-ground" onClick={again}>
        再看一遍
      </button>
    </>
  );
  return (
    <Stage
      ref={film}
      title={what === 'trial' ? `试看：${lesson.title}` : lesson.title}
      src={src}
      lines={what === 'free' ? lesson.lines : undefined}
      poster={course.poster}
      captions={captions}
      onEnded={() => setEnded(what === 'trial')}
      cover={ended ? over : null}
    >
      {why ? (
        <>
          <p role="status" className="text-muted">
            以上是试看部分。{why}
          </p>
          <p>
            <a className="btn btn-primary" href={course.href}>
              查看课程与价格
            </a>
          </p>
        </>
      ) : null}
    </Stage>
  );
}
