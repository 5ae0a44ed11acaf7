import { Suspense, useState } from 'react';
import { type CourseQuestion, type LessonNote, type LessonRow, openCaptionsPath } from '#contract/study.ts';
import { late } from '#kit/late.tsx';
import { Notes } from './Notes.tsx';
import { QuestionList } from './QuestionList.tsx';

const Transcript = late(() => import('./Transcript.tsx'));
const NONE = () => undefined;
const NOWHERE = () => null;

interface BesideFilmProps {
  course_id: number;
  lesson_id: number;
  /** Where the film is; null: it was not begun. */
  now: () => number | null;
  /** Second of the note that is being written; null: none is. */
  note_at?: number | null;
  onSeek: (at_s: number) => void;
  onNoteClose?: () => void;
  /** What there is, for the line of the film. */
  onNotes?: (list: LessonNote[]) => void;
  onQuestions?: (list: CourseQuestion[]) => void;
}

/** What is written beside a film: one's own notes, questions and their answers. */
export function BesideFilm(props: BesideFilmProps) {
  const { course_id, lesson_id: id, now, note_at = null, onSeek, onNoteClose = NONE, onNotes = NONE, onQuestions = NONE } = props;
  return (
    <>
      <Notes lesson_id={id} at_s={note_at} onSeek={onSeek} onClose={onNoteClose} onList={onNotes} />
      <section className="grid gap-3" aria-labelledby="talk-title">
        <h2 id="talk-title" className="text-base font-semibold">
          本课问答
        </h2>
        <QuestionList id={course_id} first={[]} lesson={{ id, now, onSeek, onList: onQuestions }} />
      </section>
    </>
  );
}

/** The same before the film is begun, with the words of a free one: a press on a time begins it there. */
export function BeforeFilm({ course_id, lesson, onSeek }: { course_id: number; lesson: LessonRow; onSeek: (at_s: number) => void }) {
  const [track, setTrack] = useState<HTMLTrackElement | null>(null);
  const take = (element: HTMLTrackElement | null) => {
    if (element) element.track.mode = 'hidden';
    setTrack(element);
  };
  return (
    <div className="mt-4 grid gap-4">
      {lesson.free === 1 && lesson.captions === 1 ? (
        <video hidden preload="none">
          <track kind="captions" srcLang="zh" src={openCaptionsPath(lesson.id)} ref={take} />
        </video>
      ) : null}
      <Suspense>{track ? <Transcript of={track} onSeek={onSeek} /> : null}</Suspense>
      <BesideFilm course_id={course_id} lesson_id={lesson.id} now={NOWHERE} onSeek={onSeek} />
    </div>
  );
}
