import { useState } from 'react';
import { type Failure, failureOf } from '#client/api-error.ts';
import { toastSuccess } from '#client/toast.ts';
import type { Exercise } from '#contract/outputs/exercise.ts';
import { EXERCISE_MAX, HAND_IN_TEXT, type LessonRow } from '#contract/study.ts';
import { useOwnLoad } from '#kit/own-list/use-own-load.ts';
import { FilesField, type StoredFile } from '#kit/upload/FilesField.tsx';
import { useLeaveWarning, useTyped } from '#kit/use-typed.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { timeText } from '#ui/time-text.ts';
import { HandInText } from './HandInText.tsx';
import { NotBought } from './NotBought.tsx';
import type { Player } from './player.store.ts';
import { fetchExercise, postHandIn } from './screen-calls.ts';

interface ExerciseLessonProps {
  lesson: LessonRow;
  player: Player;
  course_href: string;
  next: string;
}

/** An exercise: what is asked, what the reader handed in with the teacher's word, and the form for another time. */
export default function ExerciseLesson({ lesson, player, course_href, next }: ExerciseLessonProps) {
  const [exercise, setExercise] = useState<Exercise | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [text, setText] = useTyped(`exercise-${lesson.id}`);
  const [files, setFiles] = useState<readonly StoredFile[]>([]);
  const [busy, setBusy] = useState(false);
  /** After `work` the exercise is read again; what was typed stays when it was refused. */
  const load = async (work?: () => Promise<unknown>) => {
    setBusy(true);
    setFailure(null);
    try {
      await work?.();
      setExercise(await fetchExercise(lesson.id));
    } catch (error) {
      setFailure(failureOf(error));
    }
    setBusy(false);
  };
  const typed = text.trim() !== '' || files.length > 0;
  useLeaveWarning(files.length > 0);
  useOwnLoad(() => load(), exercise !== null);
  if (!exercise) {
    if (!failure) return <Skeleton rows={3} row_class="h-24" label="正在读取作业" />;
    if (failure.status === 403) return <NotBought message={failure.message} href={course_href} />;
    return (
      <div className="panel grid justify-items-center gap-2 p-4">
        <ErrorState {...failure} onRetry={() => void load()} />
        <a className="quiet-link" href={course_href}>
          查看课程与价格
        </a>
      </div>
    );
  }
  const { task, file, closed, hand_ins } = exercise;
  const openFile = async () => {
    await player.actions.begin();
    const { start, failure } = player.$state.get();
    if (start?.src) location.assign(start.src);
    else setFailure(failure);
  };
  const send = () =>
    load(async () => {
      const file_ids = files.map(({ id }) => id);
      await postHandIn(lesson.id, text, file_ids);
      setText('');
      setFiles([]);
      toastSuccess('作业已交，讲师评过后会通知您');
    });
  return (
    <div className="grid gap-4">
      <section className="panel grid gap-3 p-5" aria-label="作业要求">
        <p className="break-words whitespace-pre-line">{task}</p>
        {file ? (
          <p>
            <Button size="sm" onClick={() => void openFile()}>
              下载作业资料：{file}
            </Button>
          </p>
        ) : null}
        <p className="text-xs text-muted">讲师评为通过，这一课才算学完；通过全部作业才能结业。</p>
      </section>
      {hand_ins.length > 0 ? (
        <section className="panel p-5" aria-label="我交的作业">
          <h2 className="text-base font-semibold">我交的作业</h2>
          <ol className="grid grid-cols-1 divide-y divide-line">
            {hand_ins.map((one) => (
              <li key={one.id} className="grid gap-2 py-3">
                <p className="num text-xs text-muted">
                  <b className={one.state === 'passed' ? 'text-success' : 'text-base-content'}>{HAND_IN_TEXT[one.state]}</b> ·{' '}
                  {timeText(one.at)}
                </p>
                <HandInText one={one} />
              </li>
            ))}
          </ol>
        </section>
      ) : null}
      {closed ? (
        <>
          <FormError failure={failure} />
          <p className="text-muted">{closed}</p>
        </>
      ) : (
        <Form className="panel grid gap-2 p-5" onSubmit={send}>
          <TextArea
            label={hand_ins[0]?.state === 'waiting' ? '再交一份，代替还没评的那份' : '交作业'}
            rows={6}
            maxLength={EXERCISE_MAX.text}
            value={text}
            error={failure?.fields?.['text'] ?? null}
            onValue={setText}
          />
          <FilesField
            label="附件"
            most={EXERCISE_MAX.files}
            files={files}
            error={failure?.fields?.['file_ids']}
            onFiles={setFiles}
            onBusy={setBusy}
          />
          <FormError failure={failure} />
          <div>
            <Button look="primary" type="submit" busy={busy} disabled={!typed}>
              交作业
            </Button>
          </div>
        </Form>
      )}
      {next ? (
        <p>
          <a className="btn btn-sm" href={next}>
            下一课
          </a>
        </p>
      ) : null}
    </div>
  );
}
