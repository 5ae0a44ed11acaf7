import { atom } from 'nanostores';
import { ApiError } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import type { PointSums } from '#contract/outputs/points.ts';

/** What the reader has; null until it is known, and when it cannot be had: the statement below says why. */
export function createSums() {
  const $state = atom<PointSums | null>(null);
  const load = async () => {
    try {
      $state.set(await gateway('GET /user/integral', {}, SILENT));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  };
  return { $state, actions: { load } };
}
