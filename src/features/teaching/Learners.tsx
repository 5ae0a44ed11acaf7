import { KINDS } from '#contract/kinds.ts';
import type { CourseLearners } from '#contract/outputs/teaching.ts';
import { LEARNER_STATES, LEARNER_TEXT } from '#contract/teaching.ts';
import { OwnSearch } from '#kit/own-list/KindTabs.tsx';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import { useOwnList } from '#kit/own-list/use-own-list.ts';
import { Button } from '#ui/Button.tsx';
import { Chips } from '#ui/Chips.tsx';
import { timeText } from '#ui/time-text.ts';
import { loadLearners } from './screen-calls.ts';

const STATES = ['all', ...LEARNER_STATES] as const;

/** Who learns in one's own course, and how far they are. */
export function Learners({ id }: { id: number }) {
  const { list, state } = useOwnList<CourseLearners>([''], loadLearners(id), { filters: { state: STATES }, is_private: true });
  const { state: chosen = 'all' } = state.filters;
  const narrowed = chosen !== 'all' || state.q !== '';
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Chips
          label="学习进度"
          chips={STATES.map((key) => ({ key, title: key === 'all' ? '全部' : LEARNER_TEXT[key] }))}
          current={chosen}
          onChoose={(next) => list.actions.choose({ filters: { state: next } })}
        />
        <OwnSearch label="按昵称查找学员" q={state.q} onSearch={(q) => list.actions.choose({ q })} />
      </div>
      <OwnListFrame
        state={state}
        list={list}
        keyOf={(one: CourseLearners['list'][number]) => one.id}
        label="学员"
        empty={{
          title: narrowed ? '没有符合条件的学员' : '还没有学员',
          hint: narrowed ? '换个昵称或学习进度试试。' : '有人购买或开始学习后，会出现在这里。',
          children: narrowed ? (
            <Button onClick={() => list.actions.choose({ q: '', filters: { state: 'all' } })}>查看全部</Button>
          ) : (
            <a className="btn" href={`${KINDS.course.paths.detail}?id=${id}`}>
              查看课程
            </a>
          ),
        }}
      >
        {(one) => (
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3">
            <p className="min-w-0 font-semibold break-words">{one.nickname}</p>
            <p className="num text-muted">
              {LEARNER_TEXT[one.state]} · 学完 {one.done} / {one.lesson_num} 课
              {one.exercise_num > 0 ? ` · 作业 ${one.handed} / ${one.exercise_num}` : ''}
              {one.at > 0 ? ` · ${timeText(one.at)} 学习` : ''}
            </p>
          </div>
        )}
      </OwnListFrame>
    </>
  );
}
