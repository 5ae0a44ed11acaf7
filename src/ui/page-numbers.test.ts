import { expect, it } from 'vitest';
import { pageNumbers } from './page-numbers.ts';

it.each([
  [1, 1, [1]],
  [1, 5, [1, 2, 3, 4, 5]],
  [1, 9, [1, 2, 3, 0, 9]],
  [5, 9, [1, 2, 3, 4, 5, 6, 7, 8, 9]],
  [6, 20, [1, 0, 4, 5, 6, 7, 8, 0, 20]],
  [20, 20, [1, 0, 18, 19, 20]],
])('offers on page %i of %i', (current, last, expected) => {
  expect(pageNumbers(current, last)).toEqual(expected);
});
