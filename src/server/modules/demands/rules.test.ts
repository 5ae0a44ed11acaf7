import { expect, it } from 'vitest';
import { DEMAND_STATES, LISTED_STATES, OPEN_STATES, stateText } from '#contract/demand.ts';
import { actsOf, budgetTerm, itemStatusOf, mayMove, movesFrom, stateTerm } from './rules.ts';

it('ends in done, and leads nowhere from there', () => {
  expect(movesFrom('done')).toEqual([]);
  for (const from of DEMAND_STATES) expect(mayMove(from, from)).toBe(false);
  // what is agreed never opens for new offers by itself, and what is open never goes back to a draft
  expect([mayMove('agreed', 'open'), mayMove('open', 'draft'), mayMove('draft', 'agreed'), mayMove('expired', 'agreed')]).toEqual(
    Array(4).fill(false),
  );
});

it('shows in lists what readers may see, and nothing else', () => {
  for (const state of DEMAND_STATES) {
    expect(itemStatusOf(state) === 'published', state).toBe(LISTED_STATES.includes(state));
    for (const runs of [true, false]) expect(stateTerm(state, runs) !== null, state).toBe(LISTED_STATES.includes(state));
  }
  expect(OPEN_STATES.every((state) => LISTED_STATES.includes(state))).toBe(true);
});

it('is told as lists filter it: with offers it takes more until its end', () => {
  for (const state of OPEN_STATES)
    for (const [closes_at, runs] of [
      [101, true],
      [0, false],
    ] as const)
      expect(stateText({ state, closes_at }, 100), state).toBe(stateTerm(state, runs));
  expect(stateText({ state: 'agreed', closes_at: 101 }, 100)).toBe('已选定');
  // until a job comes
  expect([stateText({ state: 'open', closes_at: 100 }, 100), stateText({ state: 'choosing', closes_at: 100 }, 100)]).toEqual([
    '已截止',
    '选择中',
  ]);
});

const NOW = new Date('2026-03-01T00:00:00Z');
const LATER = new Date('2026-03-02T00:00:00Z');
const plain = { extended: false, submitted: null, reject_reason: '', opened: false, closes_at: LATER };

it.each([
  [{ ...plain, state: 'draft' }, []],
  [{ ...plain, state: 'review', submitted: {} }, ['withdraw']],
  [{ ...plain, state: 'open' }, ['close', 'extend']],
  [{ ...plain, state: 'open', extended: true, submitted: {} }, ['close', 'withdraw']],
  // at its end a tender waits for its opening, and other demands are chosen from
  [{ ...plain, state: 'choosing' }, ['close', 'extend']],
  [{ ...plain, state: 'choosing', closes_at: NOW }, ['close']],
  [{ ...plain, state: 'agreed' }, []],
  [{ ...plain, state: 'choosing', opened: true }, ['close']],
  [{ ...plain, state: 'closed', opened: true }, []],
  [{ ...plain, state: 'expired', opened: true }, ['close']],
  [{ ...plain, state: 'closed' }, ['reopen']],
  [{ ...plain, state: 'closed', reject_reason: '虚假' }, []],
  [{ ...plain, state: 'expired' }, ['close', 'reopen']],
  [{ ...plain, state: 'done' }, []],
] as const)('lets its owner act on %j', (standing, acts) => {
  expect(actsOf(standing, NOW)).toEqual(acts);
});

it.each([
  [null, '面议'],
  [{ min_fen: 0, max_fen: 999_999 }, '1 万以下'],
  [{ min_fen: 0, max_fen: 1_000_000 }, '1 万以下'],
  [{ min_fen: 0, max_fen: 1_000_001 }, '1 至 5 万'],
  [{ min_fen: 3_000_000, max_fen: 5_000_000 }, '1 至 5 万'],
  [{ min_fen: 3_000_000, max_fen: 5_000_001 }, '5 至 20 万'],
  [{ min_fen: 15_000_000, max_fen: 20_000_000 }, '5 至 20 万'],
  [{ min_fen: 20_000_001, max_fen: 50_000_000 }, '20 至 50 万'],
  [{ min_fen: 1, max_fen: 50_000_001 }, '50 万以上'],
  [{ min_fen: 1, max_fen: 900_000_000 }, '50 万以上'],
])('puts a budget of %j into %s', (budget, name) => {
  expect(budgetTerm(budget)).toBe(name);
});
