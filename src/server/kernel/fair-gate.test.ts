import { expect, it } from 'vitest';
import { createFairGate } from './fair-gate.ts';

/** Work that ends on command; `begun` lists what has started, in order. */
function desk(seats: number, each?: number) {
  const gate = createFairGate(seats, each);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const done: Array<Promise<void>> = [];
  const come = (owner: number, name: string) => {
    done.push(
      gate(owner, () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      }),
    );
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { begun, come, end, done };
}
const settled = () => new Promise(setImmediate);

it('gives a newcomer a seat of its own while one owner has them all, and no more than that', async () => {
  const { begun, come } = desk(2);
  for (const name of ['a1', 'a2', 'a3']) come(1, name);
  await settled();
  expect(begun).toEqual(['a1', 'a2']);
  come(2, 'b1');
  come(3, 'c1');
  come(2, 'b2');
  await settled();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
});

it('serves the one who has nothing before another one again, however many the other has waiting', async () => {
  const { begun, come, end } = desk(2);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) come(1, name);
  come(2, 'b1');
  come(2, 'b2');
  come(3, 'c1');
  await settled();
  await end('a1');
  await end('b1');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1']);
  await end('c1');
  expect(begun.at(-1)).toBe('b2');
  await end('a2');
  expect(begun.at(-1)).toBe('a3');
});

it('gives the seat back when the work fails', async () => {
  const gate = createFairGate(1);
  await expect(gate(1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await gate(2, async () => 'next')).toBe('next');
});

it('A13 gives an owner no more seats than each may have, and none beyond the seats', async () => {
  const { begun, come, end } = desk(2, 1);
  for (const name of ['a1', 'a2']) come(1, name);
  await settled();
  expect(begun).toEqual(['a1']);
  come(2, 'b1');
  come(3, 'c1');
  await settled();
  expect(begun).toEqual(['a1', 'b1']);
  await end('a1');
  expect(begun).toEqual(['a1', 'b1', 'c1']);
});
