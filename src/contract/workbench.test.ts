import { expect, it } from 'vitest';
import type { WorkbenchEntry } from './outputs/workbench.ts';
import { boardCards, byUrgency, columnOf, marksByDay, type PlannerEntry, plannerCard } from './workbench.ts';

const entry = (key: string, more: Partial<WorkbenchEntry> = {}): WorkbenchEntry => ({
  ...{ key, group: 'request', title: key, path: '/', state: '', asks_for_answer: false },
  ...more,
});

it('P-200 puts what asks for an answer into its column, unless it is over', () => {
  expect(columnOf(entry('a', { asks_for_answer: true }))).toBe('answer');
  expect(columnOf(entry('a'))).toBe('running');
  expect(columnOf(entry('a', { asks_for_answer: true, over: true }))).toBe('over');
});

it('orders by what ends or takes place first, and what has no time last by its key', () => {
  const all = [entry('d'), entry('c'), entry('b', { at: 30 }), entry('a', { at: 5, ends_at: 40 }), entry('e', { ends_at: 10 })];
  expect(all.toSorted(byUrgency).map(({ key }) => key)).toEqual(['e', 'b', 'a', 'c', 'd']);
});

const own = (id: number, more: Partial<PlannerEntry> = {}): PlannerEntry => ({
  ...{ id, title: `待办${id}`, note: '', at: 0, all_day: 0, done: 0, link: '' },
  ...more,
});
const now_s = Date.UTC(2026, 10, 22, 10) / 1_000;

it("shows one's own entries among the others, those that are near before those that are far", () => {
  const cards = boardCards(
    {
      entries: [entry('demand:1', { group: 'demand', asks_for_answer: true, ends_at: now_s + 100 })],
      planner: [own(1), own(2, { at: now_s + 3_600 }), own(3, { at: now_s + 90_000 }), own(4, { at: now_s - 10 }), own(5, { done: 1 })],
    },
    '',
    now_s,
  );
  expect(cards.map(({ key, state }) => [key, state])).toEqual([
    ...[
      ['planner:4', '已过时间'],
      ['demand:1', ''],
      ['planner:2', '日程'],
      ['planner:3', '日程'],
    ],
    ...[
      ['planner:1', '待办'],
      ['planner:5', '已完成'],
    ],
  ]);
  expect(cards.map(columnOf)).toEqual(['answer', 'answer', 'answer', 'running', 'running', 'over']);
  expect(boardCards({ entries: [entry('demand:1', { group: 'demand' })], planner: [own(1)] }, 'task', now_s).map(({ key }) => key)).toEqual(
    ['planner:1'],
  );
});

it('a whole day is late once it is over', () => {
  const start = Date.UTC(2026, 10, 21, 16) / 1_000;
  expect(plannerCard(own(1, { at: start, all_day: 1 }), now_s).state).toBe('日程');
  expect(plannerCard(own(1, { at: start, all_day: 1 }), start + 86_401).state).toBe('已过时间');
});

it('puts dates and ends on their day in Shanghai, what is over on none', () => {
  const late = Date.UTC(2026, 10, 22, 15, 59) / 1_000;
  const cards = boardCards(
    {
      entries: [entry('a', { at: late, ends_at: late + 60 }), entry('b', { at: late, over: true })],
      planner: [own(1, { at: late - 60 })],
    },
    '',
    now_s,
  );
  const marks = marksByDay(cards);
  expect([...marks].map(([day, all]) => [day, all.map(({ card, ends }) => `${card.key}${ends ? '!' : ''}`)])).toEqual([
    ['2026-11-22', ['planner:1', 'a']],
    ['2026-11-23', ['a!']],
  ]);
});
