import { expect, it } from 'vitest';
import { shareText } from './Visits.island.tsx';

it('tells shares of a whole, and none of what is not a part of it', () => {
  expect([shareText(1, 3), shareText(34, 34), shareText(0, 5)]).toEqual(['33.3%', '100%', '0%']);
  expect([shareText(54, 34), shareText(0, 0), shareText(1, 0)]).toEqual(['—', '—', '—']);
});
