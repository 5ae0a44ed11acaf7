import { useStore } from '@nanostores/react';
import { Play } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { createLoad } from '#client/load.store.ts';
import { $session } from '#client/session.ts';
import { useReaderKey, useSession } from '#client/use-session.ts';
import type { ChapterRow } from '#contract/outputs/study.ts';
import { clockText, type LessonRow } from '#contract/study.ts';
import { late } from '#kit/late.tsx';
import { Button } from '#ui/Button.tsx';
import { FailureText } from '#ui/FailureText.tsx';
import { BeforeFilm } from './BesideFilm.tsx';
import { FileLesson } from './FileLesson.tsx';
import { FilmPlayer } from './FilmPlayer.tsx';
import { markLessons } from './mark-lessons.ts';
import { OpenFilm } from './OpenFilm.tsx';
import { createPlayer } from './player.store.ts';
import { QuizLesson } from './QuizLesson.tsx';
import { fetchLearner } from './screen-calls.ts';

const ExerciseLesson = late(() => import('./ExerciseLesson.tsx'));

export interface PlayerProps {
  course: { id: number; title: string; poster: string; href: string };
  lesson: LessonRow;
  /** Address of the next lesson; empty: this is the last. */
  next: string;
  next_title: string;
  outline: ChapterRow[];
}

/** One lesson for a reader who signed in; before they press only what is written beside it is read. Place it with `client:intent="signed-in"`. */
export default function PlayerIsland({ course, lesson, next, next_title }: PlayerProps) {
  const [player] = useState(() => createPlayer(lesson.id, () => $session.get()?.user.id ?? null));
  const state = useStore(player.$state);
  const [learner] = useState(() => createLoad(() => fetchLearner(course.id)));
  const { data: mine } = useStore(learner.$state);
  const at_s = mine?.lessons.find(({ lesson_id }) => lesson_id === lesson.id)?.position_s ?? 0;
  const signed_in = useSession() !== null;
  const reader = useReaderKey();
  const was_signed_in = useRef(false);
  was_signed_in.current ||= signed_in;
  const { begin } = player.actions;
  useEffect(() => {
    if (signed_in) void learner.actions.load();
  }, [signed_in, learner]);
  // without it the outline stays as it is for everybody
  useEffect(() => {
    if (mine) markLessons(mine.lessons);
  }, [mine]);
  useEffect(() => {
    if (state.done) markLessons([{ lesson_id: lesson.id, done: 1, ticked: 0 }]);
  }, [state.done, lesson.id]);
  useEffect(() => {
    // a link to a second of the lesson, or the lesson before it, has pressed play already
    const [, at] = /^#(?:play|t=(\d{1,5}))$/.exec(location.hash) ?? [null, null];
    if (!signed_in || lesson.type !== 'video' || at === null) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    void begin(false, at === undefined ? -1 : Number(at));
  }, [signed_in, lesson.type, begin]);
  if (lesson.type === 'quiz') return <QuizLesson lesson={lesson} course_href={course.href} next={next} ready={signed_in} />;
  if (lesson.type === 'exercise') {
    const exercise = { lesson, player, next, course_href: course.href };
    return <Suspense>{was_signed_in.current ? <ExerciseLesson key={reader} {...exercise} /> : null}</Suspense>;
  }
  if (lesson.type !== 'video') return <FileLesson lesson={lesson} player={player} course_href={course.href} next={next} />;
  const { status, start } = state;
  const stopped =
    status === 'ended' || status === 'failed' ? (
      <>
        <p role="status">{status === 'ended' ? '另一台设备开始播放，这里已停止' : <FailureText failure={state.failure} />}</p>
        <Button look="primary" onClick={() => void begin(status === 'ended')}>
          {status === 'ended' ? '在这里继续' : '重试'}
        </Button>
      </>
    ) : null;
  if (start) {
    const shown = { course_id: course.id, lesson, player, start, next, next_title, poster: course.poster };
    return <FilmPlayer {...shown} stopped={stopped} />;
  }
  if (status === 'refused' && lesson.trial === 1)
    return <OpenFilm what="trial" lesson={lesson} course={course} why={state.failure?.message ?? ''} />;
  const cover = (
    <div className="study-stage">
      {course.poster && <img className="study-poster" src={course.poster} alt="" />}
      <div className="study-cover">
        {status === 'idle' || status === 'starting' ? (
          <>
            <Button
              look="primary"
              size="lg"
              busy={status === 'starting'}
              icon={<Play size={20} aria-hidden="true" />}
              onClick={() => void begin()}
            >
              {at_s > 0 ? `继续播放（${clockText(at_s)}）` : '开始播放'}
            </Button>
            {lesson.free === 0 ? (
              <p>{lesson.trial === 1 ? '付费课时：购买课程后看完整内容，未购买可以试看' : '付费课时：购买课程后可以观看'}</p>
            ) : null}
          </>
        ) : null}
        {status === 'refused' ? (
          <>
            <p role="status">{state.failure?.message}</p>
            <a className="btn btn-primary" href={course.href}>
              查看课程与价格
            </a>
          </>
        ) : null}
        {status === 'full' ? (
          <div role="status" className="grid justify-items-center gap-3">
            <p>{state.failure?.message}</p>
            <ul className="text-sm">
              {state.playing.map((one) => (
                <li key={one.device}>
                  {one.name}
                  {one.lesson ? `：正在看《${one.lesson}》` : ''}
                </li>
              ))}
            </ul>
            <Button look="primary" onClick={() => void begin(true)}>
              停止其中一台，在这里播放
            </Button>
          </div>
        ) : null}
        {stopped}
      </div>
    </div>
  );
  return (
    <>
      {cover}
      {signed_in ? <BeforeFilm course_id={course.id} lesson={lesson} onSeek={(at_s) => void begin(false, at_s)} /> : null}
    </>
  );
}
