import { expect, it } from 'vitest';
import { nextPlace } from './Board.tsx';

it('walks the board: down a column, sideways over an empty one, never off it', () => {
  const columns = [3, 0, 1];
  const from = (column: number, row: number, key: string) => nextPlace(columns, { column, row }, key);
  expect(from(0, 0, 'ArrowDown')).toEqual({ column: 0, row: 1 });
  expect(from(0, 2, 'ArrowDown')).toBeNull();
  expect(from(0, 0, 'ArrowUp')).toBeNull();
  expect(from(0, 2, 'ArrowRight')).toEqual({ column: 2, row: 0 });
  expect(from(2, 0, 'ArrowLeft')).toEqual({ column: 0, row: 0 });
  expect(from(2, 0, 'ArrowRight')).toBeNull();
  expect(from(0, 2, 'Home')).toEqual({ column: 0, row: 0 });
  expect(from(0, 0, 'End')).toEqual({ column: 0, row: 2 });
  expect(from(0, 0, 'Enter')).toBeNull();
});
