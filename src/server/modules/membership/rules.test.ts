import { describe, expect, it } from 'vitest';
import { VIP_ALL } from '#contract/kinds.ts';
import {
  beginAfter,
  DAY_MS,
  endOf,
  keptPrice,
  LIFETIME_END,
  layOut,
  reaches,
  reminderOf,
  restOfPaid,
  runningAt,
  type TermOfType,
} from './rules.ts';

const NOW = new Date('2026-06-01T00:00:00Z');
const day = (n: number): Date => new Date(NOW.getTime() + n * DAY_MS);
const term = (vip_type: number, from: number, to: number, limit = 0): TermOfType => ({
  ...{ vip_type, from: day(from), to: day(to), max_download_pre_day: limit },
});
const KIND = 2;

it.each([
  [0, 0, true],
  [0, 5, true],
  [5, 0, false],
  [5, 5, true],
  [4, 5, false],
  [9, 5, true],
])('a limit of %i a day gives what %i gives: %s', (limit, other, gives) => expect(reaches(limit, other)).toBe(gives));

it('ends after its days, a lifetime and what goes beyond it at one date', () => {
  expect(endOf(NOW, 31)).toEqual(day(31));
  expect(endOf(NOW, 'lifetime')).toBe(LIFETIME_END);
  expect(endOf(new Date('9998-12-31T00:00:00Z'), 365)).toEqual(LIFETIME_END);
});

describe('a term that is added begins', () => {
  it.each<[string, TermOfType[], number, number, number]>([
    ['now, without any', [], KIND, 0, 0],
    ['now, after one that is over', [term(KIND, -40, -9)], KIND, 0, 0],
    ['after the last of its type, also one that waits', [term(KIND, -1, 30), term(KIND, 30, 60)], KIND, 0, 60],
    ['now beside one of another type', [term(3, -1, 30)], KIND, 0, 0],
    ['after an all-site one that gives as much', [term(VIP_ALL, -1, 30, 10)], KIND, 10, 30],
    ['now beside an all-site one that gives less a day', [term(VIP_ALL, -1, 30, 10)], KIND, 0, 0],
    ['after all-site terms without a gap', [term(VIP_ALL, -1, 30), term(VIP_ALL, 30, 60)], KIND, 5, 60],
    ['now where the all-site one waits itself', [term(VIP_ALL, 5, 30)], KIND, 0, 0],
    ['after its own type, not after a kind, where it is the all-site one', [term(VIP_ALL, -1, 10), term(KIND, -1, 90)], VIP_ALL, 0, 10],
  ])('%s', (_when, terms, vip_type, limit, begins) => {
    expect(beginAfter(terms, { vip_type, max_download_pre_day: limit }, NOW)).toEqual(day(begins));
  });
});

it('runs with the limit of the term that runs, to the end of what follows without a gap', () => {
  const terms = [term(KIND, 30, 60, 0), term(KIND, -1, 30, 10), term(KIND, 61, 90), term(3, 1, 9)];
  expect(runningAt(terms, NOW)).toEqual(new Map([[KIND, { end_time: day(60), max_download_pre_day: 10 }]]));
  expect(runningAt(terms, day(60))).toEqual(new Map());
  expect(runningAt([term(KIND, -9, 0), term(KIND, 0, 9)], NOW).get(KIND)?.end_time).toEqual(day(9));
});

it('lays terms out without a gap, each as long as it was; what must wait waits, a lifetime stays one', () => {
  const [a, b, c] = [term(KIND, 10, 20), term(KIND, 30, 31), { ...term(KIND, 40, 41), to: LIFETIME_END }];
  const laid = layOut(NOW, [a, b, c], (one) => (one === b ? day(15) : NOW));
  expect(laid.map(({ from, to }) => [from, to])).toEqual([
    [day(0), day(10)],
    [day(15), day(16)],
    [day(16), LIFETIME_END],
  ]);
});

describe('what is left of what was paid', () => {
  const paid = (from: number, to: Date, paid_fen = 10_000) => restOfPaid({ sold_from: day(from), sold_to: to, paid_fen }, NOW);
  it.each([
    ['all before it begins', paid(5, day(35)), 10_000],
    ['all at its beginning', paid(0, day(30)), 10_000],
    ['half in the middle', paid(-15, day(15)), 5_000],
    ['rounded down', paid(-1, day(2), 100), 66],
    ['nothing at its end', paid(-30, day(0)), 0],
    ['nothing after it', paid(-40, day(-9)), 0],
    ['nothing of a term without length', paid(0, day(0)), 0],
    ['of a lifetime by five years', paid(-365, LIFETIME_END), 8_000],
    ['nothing of a lifetime after five years', paid(-5 * 365, LIFETIME_END), 0],
  ])('%s', (_what, left, fen) => expect(left).toBe(fen));
});

const bought = (spec_id: number | null, unit_fen: number | null, max_download_pre_day = 5) => ({ spec_id, unit_fen, max_download_pre_day });
it.each<[string, Parameters<typeof keptPrice>[0], number]>([
  ['the price of today, without a term', [], 36_500],
  ['what was paid, where that was less', [bought(2, 29_900)], 29_900],
  ['the price of today, where that is less', [bought(2, 39_900)], 36_500],
  ['the least of several', [bought(2, 29_900), bought(2, 19_900)], 19_900],
  ['nothing of another spec, of a gift, or of what gives more now', [bought(3, 100), bought(null, null), bought(2, 100, 4)], 36_500],
])('T9 a renewal costs %s', (_what, rest, fen) => expect(keptPrice(rest, { id: 2, max_download_pre_day: 5, price_fen: 36_500 })).toBe(fen));

it.each<[string, number, number, number | null]>([
  ['8 days before', -357, 8, null],
  ['a week before', -358, 7, 7],
  ['4 days before', -361, 4, 7],
  ['3 days before', -362, 3, 3],
  ['on the last day', -364, 1, 1],
  ['an hour before', -364, 1 / 24, 1],
  ['after its end', -365, 0, null],
  ['a trial of 7 days on its first day', 0, 7, null],
  ['a trial of 7 days, 3 days before', -4, 3, 3],
  ['a gift of a day', 0, 1, null],
])('T9 reminds %s', (_when, from, to, days) => expect(reminderOf({ from: day(from), to: day(to) }, NOW)).toBe(days));
