import { useId, useState } from 'react';
import { toastSuccess } from '#client/toast.ts';
import type { LearnersHandIn } from '#contract/outputs/exercise.ts';
import { playerPath } from '#contract/player-path.ts';
import { EXERCISE_MAX, HAND_IN_TEXT } from '#contract/study.ts';
import { MY_COURSE_PAGE } from '#contract/teaching.ts';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import { useOwnList } from '#kit/own-list/use-own-list.ts';
import { useTyped } from '#kit/use-typed.ts';
import { Button } from '#ui/Button.tsx';
import { Chips } from '#ui/Chips.tsx';
import { FormError } from '#ui/FormError.tsx';
import { SelectBox } from '#ui/Select.tsx';
import { TextBox } from '#ui/TextArea.tsx';
import { timeText } from '#ui/time-text.ts';
import { HandInText } from '../study/HandInText.tsx';
import { judge, loadHandIns } from './screen-calls.ts';

const STATES = ['waiting', 'again', 'passed', 'all'] as const;

/** What learners handed in, with the teacher's word: what waits first. */
export function HandIns() {
  const filters = { state: STATES, course: [''] };
  const { list, state } = useOwnList<Awaited<ReturnType<typeof loadHandIns>>>([''], loadHandIns, { filters });
  const { state: chosen = 'waiting', course = '' } = state.filters;
  const courses = state.data?.courses ?? [];
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Chips
          label="哪些作业"
          chips={STATES.map((key) => ({ key, title: key === 'all' ? '全部' : HAND_IN_TEXT[key] }))}
          current={chosen}
          onChoose={(next) => list.actions.choose({ filters: { state: next } })}
        />
        {courses.length > 1 || course !== '' ? (
          <SelectBox
            className="select select-sm w-auto max-w-full"
            aria-label="按课程筛选"
            none="全部课程"
            options={courses.map(({ id, title }) => [id, title] as const)}
            value={course}
            onValue={(next) => list.actions.choose({ filters: { course: next } })}
          />
        ) : null}
      </div>
      <OwnListFrame
        state={state}
        list={list}
        keyOf={(one: LearnersHandIn) => one.id}
        empty={{
          title: chosen === 'waiting' ? '没有等待评改的作业' : '没有这样的作业',
          hint: '在课程目录里添加“作业”，学员交的作业会出现在这里。',
          children: (
            <a className="btn" href={MY_COURSE_PAGE}>
              我的课程
            </a>
          ),
        }}
      >
        {(one) => (
          <div className="grid gap-2 py-5">
            <p className="num text-xs text-muted">
              <a className="hover:text-primary" href={playerPath(one.course_id, one.lesson_id)}>
                {one.course} · {one.lesson}
              </a>
              {` · ${one.nickname} · ${timeText(one.at)} · ${HAND_IN_TEXT[one.state]}`}
            </p>
            <HandInText one={one} />
            {one.state === 'waiting' ? <Judge one={one} onJudged={list.actions.reload} /> : null}
          </div>
        )}
      </OwnListFrame>
    </>
  );
}

function Judge({ one, onJudged }: { one: LearnersHandIn; onJudged(): Promise<void> }) {
  const id = useId();
  const [word, setWord] = useTyped(`word-${one.id}`);
  const [mark, setMark] = useState('');
  const [wrong, setWrong] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async (pass: 0 | 1) => {
    if (word.trim() === '') return setWrong('请写几句评语');
    if (mark !== '' && !/^(100|\d{1,2})$/.test(mark)) return setWrong('分数应为 0 到 100 的整数');
    setBusy(true);
    const refused = await judge({ id: one.id, pass, word: word.trim(), mark: mark === '' ? null : Number(mark) });
    setBusy(false);
    setWrong(refused ?? '');
    if (refused !== null) return;
    setWord('');
    toastSuccess('已评改，学员会收到消息');
    await onJudged();
  };
  return (
    <>
      <label htmlFor={id} className="sr-only">
        给 {one.nickname} 的评语
      </label>
      <TextBox
        id={id}
        rows={3}
        maxLength={EXERCISE_MAX.word}
        placeholder="评语：好在哪里，还可以怎样改"
        aria-invalid={wrong !== ''}
        value={word}
        onValue={setWord}
      />
      {wrong && <FormError className="text-xs text-error">{wrong}</FormError>}
      <div className="flex flex-wrap items-center gap-2">
        <input
          className="input input-sm num w-28"
          inputMode="numeric"
          maxLength={3}
          placeholder="分数，可不填"
          aria-label={`给 ${one.nickname} 的分数`}
          value={mark}
          onChange={({ target }) => setMark(target.value.trim())}
        />
        <Button size="sm" look="primary" busy={busy} onClick={() => void send(1)}>
          通过
        </Button>
        <Button size="sm" busy={busy} onClick={() => void send(0)}>
          请再改一改
        </Button>
      </div>
    </>
  );
}
