import { describe, expect, it } from 'vitest';
import { SALON_STATES, type SalonState } from '#contract/salon.ts';
import { actsOf, isOnSale, itemStatusOf, MAY_EDIT, mayMove, priceTerm, stateTerm } from './rules.ts';

const NOW = new Date('2026-06-01T00:00:00Z');
const at = (ms: number): Date => new Date(NOW.getTime() + ms);

describe('a salon', () => {
  it.each<[SalonState, SalonState[], string, string | null]>([
    ['draft', ['open', 'review'], 'draft', null],
    ['review', ['draft', 'open'], 'reviewing', null],
    ['open', ['cancelled', 'over'], 'published', '即将开始'],
    ['over', [], 'published', '往期'],
    ['cancelled', [], 'taken_down', null],
  ])('that is %s goes to %j only, its item is %j … %s', (state, to, status, term) => {
    expect(SALON_STATES.filter((next) => mayMove(state, next)).toSorted()).toEqual(to);
    expect([itemStatusOf(state), stateTerm(state)]).toEqual([status, term]);
  });
  it('is changed until it is over, and what lists name is what is published', () => {
    expect(SALON_STATES.filter((state) => MAY_EDIT.includes(state))).toEqual(['draft', 'review', 'open']);
    for (const state of SALON_STATES) expect([state, stateTerm(state) !== null]).toEqual([state, itemStatusOf(state) === 'published']);
  });
  it.each<[SalonState, object | null, string[]]>([
    ['draft', null, []],
    ['review', null, ['withdraw']],
    ['open', null, ['cancel']],
    ['open', {}, ['cancel', 'withdraw']],
    ['over', null, []],
    ['cancelled', null, []],
  ])('that is %s with %o submitted: its organiser may %j', (state, submitted, acts) => expect(actsOf({ state, submitted })).toEqual(acts));
});

it.each([
  [true, null, null, true],
  [false, null, null, false],
  [true, at(0), null, true],
  [true, at(1), null, false],
  [true, null, at(0), false],
  [true, at(-9), at(1), true],
])('tickets that are on %s, from %s until %s are sold now: %s', (is_on, sale_from, sale_until, sold) => {
  expect(isOnSale({ is_on, sale_from, sale_until }, NOW)).toBe(sold);
});

it.each([
  [0, '免费'],
  [1, '100 元以下'],
  [9_999, '100 元以下'],
  [10_000, '100 至 500 元'],
  [50_000, '100 至 500 元'],
  [50_001, '500 元以上'],
])('%i fen are %s', (fen, term) => expect(priceTerm(fen)).toBe(term));
