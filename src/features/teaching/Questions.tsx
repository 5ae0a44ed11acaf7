import { useId, useState } from 'react';
import { toastSuccess } from '#client/toast.ts';
import { KINDS } from '#contract/kinds.ts';
import type { TeacherQuestion } from '#contract/outputs/teaching.ts';
import { playerPath } from '#contract/player-path.ts';
import { QUESTION_TEXT_MAX } from '#contract/study.ts';
import { MY_COURSE_PAGE } from '#contract/teaching.ts';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import { useOwnList } from '#kit/own-list/use-own-list.ts';
import { useTyped } from '#kit/use-typed.ts';
import { Button } from '#ui/Button.tsx';
import { Chips } from '#ui/Chips.tsx';
import { FormError } from '#ui/FormError.tsx';
import { TextBox } from '#ui/TextArea.tsx';
import { timeText } from '#ui/time-text.ts';
import { Moment } from '../study/Moment.tsx';
import { answer, loadTeacherQuestions } from './screen-calls.ts';

/** Empty: what waits for an answer. */
const ALL = '1';

/** What learners ask the teacher, answered here. */
export function Questions() {
  const { list, state } = useOwnList<Awaited<ReturnType<typeof loadTeacherQuestions>>>([''], loadTeacherQuestions, {
    filters: { all: ['', ALL] },
  });
  const all = state.filters['all'] ?? '';
  return (
    <>
      <Chips
        label="哪些提问"
        chips={[
          { key: '', title: '待回答' },
          { key: ALL, title: '全部' },
        ]}
        current={all}
        onChoose={(next) => list.actions.choose({ filters: { all: next } })}
      />
      <OwnListFrame
        state={state}
        list={list}
        keyOf={(question: TeacherQuestion) => question.id}
        empty={{
          title: all === '' ? '没有等待回答的提问' : '还没有学员提问',
          hint: '学员在课程页提问后，会出现在这里。',
          children: (
            <a className="btn" href={MY_COURSE_PAGE}>
              我的课程
            </a>
          ),
        }}
      >
        {(question) => <Question question={question} onAnswered={list.actions.reload} />}
      </OwnListFrame>
    </>
  );
}

function Question({ question, onAnswered }: { question: TeacherQuestion; onAnswered(): Promise<void> }) {
  const id = useId();
  const [text, setText] = useTyped(`answer-${question.id}`);
  const [wrong, setWrong] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (text.trim() === '') return setWrong('请输入回答');
    setBusy(true);
    const refused = await answer(question.id, text.trim());
    setBusy(false);
    setWrong(refused ?? '');
    if (refused === null) {
      setText('');
      toastSuccess('已回答，学员会收到消息');
      await onAnswered();
    }
  };
  return (
    <div className="grid gap-2 py-5">
      <p className="num text-xs text-muted">
        <a className="hover:text-primary" href={`${KINDS.course.paths.detail}?id=${question.item_id}`}>
          {question.course}
        </a>
        {question.lesson && ` · ${question.lesson}`}
        {question.at_s !== undefined && (
          <Moment
            at_s={question.at_s}
            former={question.former}
            href={`${playerPath(question.item_id, question.lesson_id)}#t=${question.at_s}`}
          />
        )}
        {` · ${question.nickname} · ${timeText(question.created_at)}`}
      </p>
      <p className="font-semibold break-words whitespace-pre-line">{question.text}</p>
      {question.answers.map((one) => (
        <p key={one.id} className="rounded-field bg-ground p-3 break-words whitespace-pre-line">
          <span className="num text-xs text-muted">
            {one.nickname} · {timeText(one.created_at)}
          </span>
          <br />
          {one.text}
        </p>
      ))}
      <label htmlFor={id} className="sr-only">
        回答“{question.text}”
      </label>
      <TextBox
        id={id}
        rows={3}
        maxLength={QUESTION_TEXT_MAX}
        placeholder="写下回答"
        aria-invalid={wrong !== ''}
        value={text}
        onValue={(text) => {
          setText(text);
          setWrong('');
        }}
      />
      {wrong && <FormError className="text-xs text-error">{wrong}</FormError>}
      <div>
        <Button size="sm" look="primary" busy={busy} onClick={() => void send()}>
          回答
        </Button>
      </div>
    </div>
  );
}
