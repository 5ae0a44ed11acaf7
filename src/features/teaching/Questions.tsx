import { useId, useState } from 'react';
import { addressPage, addressQuery, writeAddress } from '#client/address.ts';
import { toastSuccess } from '#client/toast.ts';
import { KINDS } from '#contract/kinds.ts';
import { QUESTION_TEXT_MAX } from '#contract/study.ts';
import { MY_COURSE_PAGE, type TeacherQuestion } from '#contract/teaching.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Pager } from '#ui/Pager.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { timeText } from '#ui/time-text.ts';
import { useOwnPage } from '../recruit/use-own-page.ts';
import { answerQuestion, fetchTeacherQuestions } from './screen-calls.ts';

/** What learners ask the teacher, answered here. */
export function Questions() {
  const [want, setWant] = useState(() => ({ waiting: addressQuery().get('all') === null, page: addressPage() }));
  const ask = (next: typeof want) => {
    writeAddress({ all: next.waiting ? '' : 1, page: next.page });
    setWant(next);
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <fieldset className="flex gap-1" aria-label="哪些提问">
        {[true, false].map((waiting) => (
          <button
            key={String(waiting)}
            type="button"
            className="chip"
            aria-pressed={want.waiting === waiting}
            onClick={() => ask({ waiting, page: 1 })}
          >
            {waiting ? '待回答' : '全部'}
          </button>
        ))}
      </fieldset>
      <Page key={`${want.waiting} ${want.page}`} {...want} onPage={(page) => ask({ ...want, page })} />
    </div>
  );
}

function Page({ waiting, page, onPage }: { waiting: boolean; page: number; onPage(page: number): void }) {
  const { data, failure, actions } = useOwnPage(() => fetchTeacherQuestions(waiting, page));
  if (failure && !data) return <ErrorState {...failure} onRetry={() => void actions.load()} />;
  if (!data) return <Skeleton rows={3} row_class="h-24" />;
  if (data.list.length === 0) {
    return (
      <div className="panel">
        <Empty title={waiting ? '没有等待回答的提问' : '还没有学员提问'} hint="学员在课程页提问后，会出现在这里。">
          <a className="btn" href={MY_COURSE_PAGE}>
            我的课程
          </a>
        </Empty>
      </div>
    );
  }
  return (
    <>
      <ul className="grid grid-cols-1 gap-4">
        {data.list.map((question) => (
          <Question key={question.id} question={question} onAnswer={(text) => actions.run(() => answerQuestion(question.id, text))} />
        ))}
      </ul>
      <Pager page={page} last={Math.ceil(data.total / data.limit)} onPage={onPage} />
    </>
  );
}

function Question({ question, onAnswer }: { question: TeacherQuestion; onAnswer(text: string): Promise<string | null> }) {
  const id = useId();
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (text.trim() === '') return setWrong('请输入回答');
    setBusy(true);
    const refused = await onAnswer(text.trim());
    setBusy(false);
    setWrong(refused ?? '');
    if (refused === null) {
      setText('');
      toastSuccess('已回答，学员会收到消息');
    }
  };
  return (
    <li className="panel grid gap-2 p-4 sm:p-5">
      <p className="num text-xs text-muted">
        <a className="hover:text-primary" href={`${KINDS.course.paths.detail}?id=${question.item_id}`}>
          {question.course}
        </a>
        {question.lesson && ` · ${question.lesson}`} · {question.nickname} · {timeText(question.created_at)}
      </p>
      <p className="font-semibold break-words whitespace-pre-line">{question.text}</p>
      {question.answers.map((answer) => (
        <p key={answer.id} className="rounded-field bg-ground p-3 break-words whitespace-pre-line">
          <span className="num text-xs text-muted">
            {answer.nickname} · {timeText(answer.created_at)}
          </span>
          <br />
          {answer.text}
        </p>
      ))}
      <label htmlFor={id} className="sr-only">
        回答“{question.text}”
      </label>
      <textarea
        id={id}
        className="textarea w-full"
        rows={3}
        maxLength={QUESTION_TEXT_MAX}
        placeholder="写下回答"
        aria-invalid={wrong !== ''}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setWrong('');
        }}
      />
      {wrong && (
        <p role="alert" className="text-xs text-error">
          {wrong}
        </p>
      )}
      <div>
        <Button size="sm" look="primary" busy={busy} onClick={() => void send()}>
          回答
        </Button>
      </div>
    </li>
  );
}
