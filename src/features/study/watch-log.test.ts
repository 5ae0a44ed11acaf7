import { expect, it } from 'vitest';
import { createWatchLog } from './player.store.ts';

it('is one section while a film plays on', () => {
  const log = createWatchLog();
  for (let at = 0; at <= 10; at += 0.25) log.play(at);
  expect(log.sections()).toEqual([[0, 10]]);
});

it('begins a new section after a jump either way and counts nothing of what was jumped over', () => {
  const log = createWatchLog();
  for (const at of [0, 1, 2, 3]) log.play(at);
  for (const at of [60, 61, 62]) log.play(at);
  for (const at of [1, 2, 3, 4, 5]) log.play(at);
  expect(log.sections()).toEqual([
    [0, 5],
    [60, 62],
  ]);
});

it('counts nothing of a film that only stands', () => {
  const log = createWatchLog();
  log.play(7);
  log.play(7);
  expect(log.sections()).toEqual([]);
  log.close();
  expect(log.sections()).toEqual([]);
});

it('counts a film to its end where the last picture stood for as long as the clock allows, and no further', () => {
  let now_ms = 0;
  const watched = (waits_ms: number) => {
    const log = createWatchLog(() => now_ms);
    for (const at of [86, 88, 90]) log.play(at);
    now_ms += waits_ms;
    log.play(102, 2);
    log.play(102, 2);
    return log.sections();
  };
  expect(watched(6_000)).toEqual([[86, 102]]);
  expect(watched(1_000)).toEqual([[86, 90]]);
});

it('counts nothing of a film that was dragged to its end', () => {
  let now_ms = 0;
  const log = createWatchLog(() => now_ms);
  for (const at of [0, 2, 4]) log.play(at);
  log.close();
  now_ms = 600_000;
  log.play(102, 2);
  expect(log.sections()).toEqual([[0, 4]]);
});
