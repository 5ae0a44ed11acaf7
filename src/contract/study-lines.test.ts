import { expect, it } from 'vitest';
import { linesFor } from './study.ts';

it.each([
  ['a phone', { chosen: 0, shown_px: 430, saves: false }, 480],
  ['a small stage', { chosen: 0, shown_px: 500, saves: false }, 720],
  ['a stage that is larger than all', { chosen: 0, shown_px: 1080, saves: false }, 0],
  ['who saves data', { chosen: 0, shown_px: 2160, saves: true }, 480],
  ['what was chosen', { chosen: 720, shown_px: 100, saves: true }, 720],
  ['as it was sent', { chosen: -1, shown_px: 100, saves: true }, 0],
  ['a choice that this film has not', { chosen: 360, shown_px: 100, saves: false }, 0],
])('which version is played: %s', (_name, of, lines) => {
  expect(linesFor([480, 720], of)).toBe(lines);
  expect(linesFor([], of)).toBe(0);
});
