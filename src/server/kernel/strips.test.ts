import { expect, it } from 'vitest';
import { inStrips } from './strips.ts';

it('A11 lets others run between the strips of long work, and keeps the order', async () => {
  let turns = 0;
  let going = true;
  const count = () => {
    turns++;
    if (going) setImmediate(count);
  };
  setImmediate(count);
  const seen: number[] = [];
  for await (const one of inStrips(Array.from({ length: 8 }, (_, n) => n))) {
    seen.push(one);
    const until = performance.now() + 15;
    while (performance.now() < until);
  }
  going = false;
  expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(turns).toBeGreaterThanOrEqual(6);
});
