import { expect, it, vi } from 'vitest';
import { lowerPriority } from './processor-limit.ts';

it('goes behind the others, and never asks to come forward', () => {
  const set = vi.fn();
  lowerPriority(0, set);
  expect(set.mock.calls).toEqual([[10]]);
  for (const nice of [10, 19]) lowerPriority(nice, set);
  expect(set).toHaveBeenCalledTimes(1);
});
