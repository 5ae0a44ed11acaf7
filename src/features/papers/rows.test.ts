import { expect, it } from 'vitest';
import { newRow, PAPER_ROWS_MAX, type PaperRow } from '#contract/paper.ts';
import { numberOf } from './Cell.tsx';
import { moved, turned, withoutRow, withRow } from './rows.ts';

const row = (word: string, head: 0 | 1 = 0): PaperRow => ({ ...newRow('outline', head, [word]), key: word });
const rows = () => [row('A', 1), row('a1'), row('a2'), row('B', 1), row('b1'), row('C', 1)];
const said = (list: readonly PaperRow[]) => list.map(({ key }) => key).join(' ');

it.each([
  ['a2', -1, 'A a2 a1 B b1 C'],
  ['a2', 1, 'A a1 B a2 b1 C'],
  ['A', 1, 'B b1 A a1 a2 C'],
  ['C', -1, 'A a1 a2 C B b1'],
  ['B', 1, 'A a1 a2 C B b1'],
  ['B', -1, 'B b1 A a1 a2 C'],
  ['A', -1, 'A a1 a2 B b1 C'],
  ['C', 1, 'A a1 a2 B b1 C'],
] as const)('%s moves by %i with its rows', (key, by, after) => expect(said(moved(rows(), key, by))).toBe(after));

it('a row comes behind another, of a budget in its group, and not above the bound', () => {
  const made = withRow('outline', rows(), 'a1', 0);
  expect(made.rows[2]?.key).toBe(made.key);
  expect(withRow('outline', rows(), null, 1).rows.at(-1)?.head).toBe(1);
  const budget = withRow('budget', [newRow('budget', 0, ['场地', '厅'])], null, 0);
  expect(budget.rows[1]?.cells.slice(0, 2)).toEqual(['场地', '']);
  expect(
    withRow(
      'outline',
      Array.from({ length: PAPER_ROWS_MAX }, () => row('x')),
      null,
      0,
    ).key,
  ).toBe(null);
});

it('without a row the one before it is gone on at; a heading and a row turn into each other', () => {
  expect(withoutRow(rows(), 'a2')).toMatchObject({ key: 'a1' });
  expect(withoutRow([row('x')], 'x')).toEqual({ rows: [], key: null });
  expect(turned('outline', rows(), 'a1')[1]).toMatchObject({ head: 1, cells: ['a1'] });
  expect(turned('budget', rows(), 'a1')[1]?.head).toBe(0);
});

it('reads amounts as they are typed, to the fen, and takes nothing else for a number', () => {
  const price = { label: '单价', is: 'fen', max: 1_000_000 } as const;
  const count = { label: '数量', is: 'count', max: 100 } as const;
  expect(['1,200.5', '¥ 3', '0', '1.234', '-1', 'x', '10001'].map((text) => numberOf(price, text))).toEqual([
    120_050,
    300,
    0,
    null,
    null,
    null,
    null,
  ]);
  expect(['3', '0', '101', '1.5'].map((text) => numberOf(count, text))).toEqual([3, null, null, null]);
});
