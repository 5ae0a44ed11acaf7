import { expect, it } from 'vitest';
import type { FootprintGroup } from '#contract/center.ts';
import { appendGroups, historyDays } from './history-days.ts';

const at = (text: string) => new Date(`${text}+08:00`).getTime() / 1000;
const group = (...times: string[]): FootprintGroup => ({
  update_time: at(times[0] ?? ''),
  list: times.map((time) => ({ ...{ id: 1, type: 1, type_name: '方案', title: time, img: '', url: '/' }, rid: at(time), time: at(time) })),
});

it('S-309 shows steps by the day of their newest footprint, the newest day first', () => {
  const now = new Date('2026-11-22T09:00:00+08:00');
  const groups = [
    group('2026-11-22T08:00:00'),
    group('2026-11-22T00:02:00', '2026-11-21T23:59:00'),
    group('2026-11-21T23:00:00'),
    group('2026-11-19T10:00:00'),
    group('2025-12-31T10:00:00'),
  ];
  expect(historyDays(groups, now).map(({ title, groups }) => [title, groups.length])).toEqual([
    ['今天', 2],
    ['昨天', 1],
    ['11月19日', 1],
    ['2025年12月31日', 1],
  ]);
  expect(historyDays([], now)).toEqual([]);
});

it('S-303, SH-9 joins a step that two pages share: 300 s apart is one, 301 s are two', () => {
  const first = [group('2026-11-22T08:05:00')];
  expect(appendGroups(first, [group('2026-11-22T08:00:00')]).map(({ list }) => list.length)).toEqual([2]);
  expect(appendGroups(first, [group('2026-11-22T07:59:59')]).map(({ list }) => list.length)).toEqual([1, 1]);
  // what was seen meanwhile moved a footprint over the end of the page: it is shown once
  expect(appendGroups(first, [group('2026-11-22T08:05:00')]).map(({ list }) => list.length)).toEqual([1]);
  expect(appendGroups([], first)).toEqual(first);
  expect(appendGroups(first, [])).toEqual(first);
});
