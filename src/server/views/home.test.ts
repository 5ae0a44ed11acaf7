import { expect, it } from 'vitest';
import { distinctRails } from './home.ts';

const cards = (...ids: number[]) => ids.map((id) => ({ id }));
const idsOf = (rails: Record<string, Array<{ id: number }>>) => Object.values(rails).map((rail) => rail.map(({ id }) => id));

it('U-15 shows nothing twice while there is enough', () => {
  const rails = distinctRails(
    { liked: cards(1, 2, 3, 4, 5, 6), newest: cards(6, 1, 7, 2, 8, 9), downloaded: cards(2, 3, 10, 11, 12, 7) },
    4,
  );
  expect(idsOf(rails)).toEqual([
    [1, 2, 3, 4],
    [6, 7, 8, 9],
    [10, 11, 12],
  ]);
});

it('fills its rails in a shop of few things', () => {
  expect(idsOf(distinctRails({ liked: cards(1, 2, 3), newest: cards(3, 2, 1) }, 4))).toEqual([
    [1, 2, 3],
    [3, 2, 1],
  ]);
});
