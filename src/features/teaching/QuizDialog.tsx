import { useEffect, useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { newKey } from '#client/new-key.ts';
import {
  checkQuiz,
  EMPTY_QUIZ,
  newQuestion,
  QUESTION_KINDS,
  QUIZ_MAX,
  type QuestionKind,
  type Quiz,
  type QuizQuestion,
} from '#contract/quiz.ts';
import type { OwnLesson } from '#contract/teaching.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { OutlineActions } from './outline.store.ts';
import { QuestionEditor } from './QuestionEditor.tsx';
import { fetchQuiz } from './screen-calls.ts';

/** The questions of a quiz. What cannot be taken yet is saved as a draft. */
export function editQuiz(lesson: OwnLesson, actions: OutlineActions): Promise<void> {
  return openDialog<void>((close) => <QuizDialog lesson={lesson} actions={actions} onClose={() => close()} />);
}

function QuizDialog({ lesson, actions, onClose }: { lesson: OwnLesson; actions: OutlineActions; onClose(): void }) {
  const [quiz, setQuiz] = useState<Quiz | null>(null);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    fetchQuiz(lesson.id).then(
      (known) => setQuiz(known.quiz),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        setSaid(error.msg);
        setQuiz(EMPTY_QUIZ);
      },
    );
  }, [lesson.id]);
  const change = (next: Quiz) => {
    setQuiz(next);
    // once asked, it says at once when a question is right
    if (Object.keys(errors).length > 0) setErrors(checkQuiz(next));
  };
  const put = (at: number, question: QuizQuestion | null) => {
    if (!quiz) return;
    const questions = quiz.questions.flatMap((one, place) => (place === at ? (question ?? []) : one));
    change({ ...quiz, questions });
  };
  const step = (at: number, by: -1 | 1) => {
    if (!quiz) return;
    const others = quiz.questions.filter((_, place) => place !== at);
    change({ ...quiz, questions: [...others.slice(0, at + by), quiz.questions[at] as QuizQuestion, ...others.slice(at + by)] });
  };
  const save = async () => {
    if (!quiz) return;
    const wrong = checkQuiz(quiz);
    setErrors(wrong);
    setBusy(true);
    const refused = await actions.saveQuiz(lesson.id, quiz);
    setBusy(false);
    if (refused !== null) setSaid(refused);
    else if (Object.keys(wrong).length === 0) onClose();
    else setSaid('已存为草稿。改好标出的地方后，学员才能看到这个测验。');
  };
  return (
    <Dialog open title={`编辑测验：${lesson.title}`} width={930} modal_only onClose={onClose}>
      {quiz ? (
        <div className="grid gap-4">
          <label className="flex flex-wrap items-center gap-2">
            及格线
            <input
              type="number"
              className="input input-sm num w-24"
              min={1}
              max={100}
              value={quiz.pass_percent}
              onChange={(event) => change({ ...quiz, pass_percent: Math.trunc(Number(event.target.value)) })}
            />
            <span className="text-muted">% 的题目答对即通过</span>
          </label>
          <ol className="grid grid-cols-1 gap-4">
            {quiz.questions.map((question, at) => (
              <QuestionEditor
                key={question.id}
                question={question}
                number={at + 1}
                last={at === quiz.questions.length - 1}
                error={errors[question.id]}
                onChange={(next) => put(at, next)}
                onRemove={() => put(at, null)}
                onStep={(by) => step(at, by)}
              />
            ))}
          </ol>
          {quiz.questions.length < QUIZ_MAX.questions && (
            <div className="flex flex-wrap gap-2">
              {(Object.keys(QUESTION_KINDS) as QuestionKind[]).map((kind) => (
                <Button
                  key={kind}
                  size="sm"
                  onClick={() => change({ ...quiz, questions: [...quiz.questions, newQuestion(kind, newKey())] })}
                >
                  添加{QUESTION_KINDS[kind]}题
                </Button>
              ))}
            </div>
          )}
          <p role="status" className={errors['quiz'] ? 'text-error' : 'text-muted'}>
            {errors['quiz'] ?? said}
          </p>
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>关闭</Button>
            <Button look="primary" busy={busy} onClick={() => void save()}>
              保存测验
            </Button>
          </div>
        </div>
      ) : (
        <Skeleton rows={2} row_class="h-24" />
      )}
    </Dialog>
  );
}
