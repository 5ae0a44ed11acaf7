import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, failureOf } from '#client/api-error.ts';
import { type AskedQuiz, QUESTION_KINDS, type QuizMark } from '#contract/quiz.ts';
import type { LessonRow } from '#contract/study.ts';
import { askSure } from '#kit/ask-sure.tsx';
import { useTyped } from '#kit/use-typed.ts';
import { Answered } from '#ui/Answered.tsx';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { NotBought } from './NotBought.tsx';
import { fetchQuiz, postQuiz, type QuizScreen } from './screen-calls.ts';

interface QuizLessonProps {
  lesson: LessonRow;
  course_href: string;
  next: string;
  /** The reader is known. */
  ready: boolean;
}

/** A quiz: answered in the browser, marked by the server, which then says what was right and why. */
export function QuizLesson({ lesson, course_href, next, ready }: QuizLessonProps) {
  const [screen, setScreen] = useState<QuizScreen | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [typed, setTyped] = useTyped(`quiz-${lesson.id}`);
  const [handed, setHanded] = useState<Record<string, number[]>>({});
  const [result, setResult] = useState<{ mark: QuizMark; certificate: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (ready) fetchQuiz(lesson.id).then(setScreen, (error: unknown) => setFailure(asApiError(error)));
  }, [ready, lesson.id]);
  if (failure && !screen) {
    if (failure.status === 403) return <NotBought message={failure.msg} href={course_href} />;
    return (
      <div className="panel p-4">
        <ErrorState {...failureOf(failure)} />
      </div>
    );
  }
  if (!screen) return <Skeleton rows={3} row_class="h-24" label="正在读取测验" />;
  const chosen: Record<string, number[]> = result ? handed : readChosen(typed, screen.quiz);
  const hand = async () => {
    const left = screen.quiz.questions.filter(({ id }) => !chosen[id]?.length).length;
    const wish = {
      title: `还有 ${left} 题没有作答`,
      about: '没有作答的题按答错计，提交后显示全部答案。',
      verb: '仍然提交',
      back: '继续作答',
    };
    if (left > 0 && !(await askSure(wish))) return;
    setBusy(true);
    setFailure(null);
    await postQuiz(lesson.id, chosen).then(
      (marked) => {
        setHanded(chosen);
        setTyped('');
        setResult(marked);
      },
      (error: unknown) => setFailure(asApiError(error)),
    );
    setBusy(false);
  };
  /** The button goes with the result: the reader stands at the first question. */
  const again = () => {
    flushSync(() => setResult(null));
    form.current?.scrollIntoView();
    form.current?.querySelector('input')?.focus({ preventScroll: true });
  };
  const pick = (id: string, at: number, many: boolean) => {
    const before = chosen[id] ?? [];
    const now = many ? (before.includes(at) ? before.filter((one) => one !== at) : [...before, at]) : [at];
    setTyped(JSON.stringify({ ...chosen, [id]: now }));
  };
  const { quiz, last } = screen;
  return (
    <form
      ref={form}
      className="panel grid scroll-mt-24 gap-6 p-5"
      onSubmit={(event) => {
        event.preventDefault();
        void hand();
      }}
    >
      <p className="num text-muted">
        共 {quiz.questions.length} 题，答对 {quiz.pass_percent}% 及格
        {last ? `；上次答对 ${last.right_num} / ${last.total}${last.passed ? '，已及格' : ''}` : ''}
      </p>
      {quiz.questions.map((question, at) => {
        const marked = result?.mark.questions.find(({ id }) => id === question.id);
        return (
          <fieldset key={question.id} className="grid gap-2" disabled={result !== null}>
            <legend className="mb-1 font-semibold break-words">
              {at + 1}. {question.text}
              <span className="ml-2 text-xs font-normal text-muted">{QUESTION_KINDS[question.kind]}</span>
            </legend>
            {question.options.map((option, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is what an answer names
              <label key={place} className="flex items-start gap-2">
                <input
                  type={question.kind === 'many' ? 'checkbox' : 'radio'}
                  className={question.kind === 'many' ? 'checkbox checkbox-sm' : 'radio radio-sm'}
                  name={question.id}
                  checked={(chosen[question.id] ?? []).includes(place)}
                  onChange={() => pick(question.id, place, question.kind === 'many')}
                />
                <span className="break-words">
                  {option}
                  {marked?.right.includes(place) ? <b className="ml-2 text-success">正确答案</b> : null}
                </span>
              </label>
            ))}
            {marked ? (
              <p className={marked.is_right ? 'text-success' : 'text-error'}>
                {marked.is_right ? '答对了' : '答错了'}
                {marked.explanation ? `：${marked.explanation}` : ''}
              </p>
            ) : null}
          </fieldset>
        );
      })}
      {failure ? <p role="alert">{failure.msg}</p> : null}
      {result ? (
        <Answered className="grid gap-3 rounded-box bg-ground p-4">
          <p className="num font-semibold">
            答对 {result.mark.right_num} / {result.mark.question_num}，{result.mark.passed ? '已及格' : '没有及格，看看解析再试一次'}
          </p>
          {result.certificate ? (
            <p>
              恭喜学完这门课程，
              <a className="underline underline-offset-2" href="/personalCenter/myClass?tab=certificates">
                查看结业证书
              </a>
            </p>
          ) : null}
          <div className="flex flex-wrap gap-2">
            <Button onClick={again}>重新作答</Button>
            {next ? (
              <a className="btn btn-primary" href={next}>
                下一课
              </a>
            ) : null}
          </div>
        </Answered>
      ) : (
        <Button look="primary" type="submit" busy={busy} disabled={Object.keys(chosen).length === 0}>
          提交
        </Button>
      )}
    </form>
  );
}

/** What of a stored text the quiz still asks. */
function readChosen(typed: string, { questions }: Pick<AskedQuiz, 'questions'>): Record<string, number[]> {
  let stored: Record<string, unknown> | null = null;
  try {
    stored = JSON.parse(typed);
  } catch {
    // none yet, or damaged
  }
  const chosen = questions.map(({ id, options }): [string, number[]] => {
    const places: unknown = stored?.[id];
    return [id, Array.isArray(places) ? places.filter((place) => Number.isInteger(place) && place >= 0 && place < options.length) : []];
  });
  return Object.fromEntries(chosen.filter(([, places]) => places.length > 0));
}

/** @throws whatever else it is */
function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}
