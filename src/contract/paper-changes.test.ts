import { expect, it } from 'vitest';
import { newRow, type PaperRow } from './paper.ts';
import { paperChanges, rowsTaken, rowWords } from './paper-changes.ts';

const row = (key: string, item: string, price = 100): PaperRow => ({ ...newRow('budget', 0, ['场地', item, '', 1, '项', price]), key });
const before = [row('a', '厅'), row('b', '灯'), row('c', '礼品'), row('d', '摄影')];
const after = [row('1', '厅', 80), row('2', '灯'), row('3', '主持'), row('4', '摄影')];

it('a row with the same name is changed or the same, one in the place of one is changed, the rest came or went', () => {
  expect(paperChanges('budget', before, after).map(({ is }) => is)).toEqual(['changed', 'same', 'changed', 'same']);
  expect(
    paperChanges('budget', before, [...after.slice(0, 2), row('5', '大巴'), row('6', '保险'), ...after.slice(2)]).map(({ is }) => is),
  ).toEqual([...['changed', 'same', 'removed', 'added', 'added', 'added', 'same']]);
  expect(paperChanges('budget', before, []).map(({ is }) => is)).toEqual(['removed', 'removed', 'removed', 'removed']);
  expect(paperChanges('budget', before, before).every(({ is }) => is === 'same')).toBe(true);
});

it('what is chosen is taken over and the rest stays; a row that changed is the same row', () => {
  const changes = paperChanges('budget', before, [after[0], after[1], row('7', '礼盒'), row('8', '卡片'), after[3]] as PaperRow[]);
  expect(changes.map(({ is }) => is)).toEqual(['changed', 'same', 'removed', 'added', 'added', 'same']);
  const taken = (...places: number[]) => rowsTaken(changes, new Set(places)).map(({ key, cells }) => `${key} ${cells[1]} ${cells[5]}`);
  expect(taken()).toEqual(['a 厅 100', 'b 灯 100', 'c 礼品 100', 'd 摄影 100']);
  expect(taken(0, 2, 3)).toEqual(['a 厅 80', 'b 灯 100', '7 礼盒 100', 'd 摄影 100']);
  expect(taken(0, 1, 2, 3, 4, 5)).toEqual(['a 厅 80', 'b 灯 100', '7 礼盒 100', '8 卡片 100', 'd 摄影 100']);
});

it('a row reads in words; two hundred rows in another order are taken over whole', () => {
  expect(rowWords('budget', before[0] as PaperRow, (fen) => String(fen / 100))).toBe('场地 · 厅 · × 1 · 项 · ¥1');
  expect(rowWords('outline', newRow('outline', 1, ['目标']), String)).toBe('目标');
  const many = (word: string) => Array.from({ length: 200 }, (_one, at) => row(`${word}${at}`, `${word}${at % 7}`));
  const after = many('x').toReversed();
  const changes = paperChanges('budget', many('x'), after);
  const taken = rowsTaken(changes, new Set(changes.keys()));
  expect(taken.map(({ cells }) => cells)).toEqual(after.map(({ cells }) => cells));
});
