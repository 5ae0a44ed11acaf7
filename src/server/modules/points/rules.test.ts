import { expect, it } from 'vitest';
import { spread, spreadBack } from './rules.ts';

it('takes from lots in their order and only what is there', () => {
  const lots = [
    { id: 1, left_points: 5 },
    { id: 2, left_points: 10 },
  ];
  expect(spread(lots, 5)).toEqual([{ lot_id: 1, points: 5 }]);
  expect(spread(lots, 7)).toEqual([
    { lot_id: 1, points: 5 },
    { lot_id: 2, points: 2 },
  ]);
  expect(spread(lots, 16)).toBeNull();
  expect(spread([], 1)).toBeNull();
});

it('gives back to the lots that were taken from, the last first, and no more than was taken', () => {
  const uses = [
    { id: 1, lot_id: 11, points: 5, returned_points: 0 },
    { id: 2, lot_id: 12, points: 4, returned_points: 1 },
  ];
  expect(spreadBack(uses, 4)).toEqual([
    { use_id: 2, lot_id: 12, points: 3 },
    { use_id: 1, lot_id: 11, points: 1 },
  ]);
  expect(spreadBack(uses, 9)).toBeNull();
});
