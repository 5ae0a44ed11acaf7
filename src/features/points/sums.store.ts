import { atom } from 'nanostores';
import { ApiError } from '#client/api-error.ts';
import type { PointSums } from '#contract/points.ts';
import { fetchSums } from './points.api.ts';

/** What the reader has; null until it is known, and when it cannot be had: the statement below says why. */
export function createSums() {
  const $state = atom<PointSums | null>(null);
  const load = async () => {
    try {
      $state.set(await fetchSums());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  };
  return { $state, actions: { load } };
}
