import { expect, it } from 'vitest';
import { isLong, readingZoom } from './reading-zoom.ts';

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

it('D1 D2 a long picture is read at the width of the screen, not as a strip of its height', () => {
  const long = { width: 750, height: 12_000 };
  expect(isLong(long)).toBe(true);
  expect(readingZoom(long, DESK)).toEqual({ initial: 1, secondary: 900 / 12_000 });
  expect(readingZoom(long, PHONE)).toEqual({ initial: 390 / 750, secondary: 1 });
});

it('P8 a press on a wide picture fills the height of the screen', () => {
  expect(readingZoom({ width: 12_000, height: 800 }, PHONE)).toEqual({ initial: 390 / 12_000, secondary: 1 });
  expect(readingZoom({ width: 12_000, height: 1_800 }, DESK)).toEqual({ initial: 0.12, secondary: 0.5 });
});

it.each([
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
  { width: 2480, height: 3508 },
  { width: 800, height: 2_000 },
])('a page of $width x $height fits as before', (picture) => {
  expect([isLong(picture), readingZoom(picture, DESK)]).toEqual([false, null]);
});
