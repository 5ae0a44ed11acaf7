import { expect, it } from 'vitest';
import { paced } from './paced.ts';

/** Ends each work by hand. */
function world() {
  const begun: number[] = [];
  const end = new Map<number, () => void>();
  const work = (one: number) => {
    begun.push(one);
    return new Promise<void>((resolve) => end.set(one, resolve));
  };
  return { begun, work, end: (one: number) => end.get(one)?.() };
}
const tick = () => new Promise((resolve) => setImmediate(resolve));

it('begins in order, so many at once, and ends with the last', async () => {
  const { begun, work, end } = world();
  let over = false;
  const all = paced([1, 2, 3, 4], { at_once: 2, every_ms: 0 }, work).then(() => {
    over = true;
  });
  await tick();
  expect(begun).toEqual([1, 2]);
  end(2);
  await tick();
  expect(begun).toEqual([1, 2, 3]);
  end(3);
  await tick();
  expect(begun).toEqual([1, 2, 3, 4]);
  end(4);
  await tick();
  expect(over).toBe(false);
  end(1);
  await all;
  expect(over).toBe(true);
});

it('keeps a distance between beginnings', async () => {
  const begun: number[] = [];
  const all = paced([1, 2, 3], { at_once: 9, every_ms: 50 }, async (one) => void begun.push(one));
  await tick();
  expect(begun).toEqual([1]);
  await all;
  expect(begun).toEqual([1, 2, 3]);
});
