import { map, type ReadableAtom } from 'nanostores';
import { ApiError, type Failure, failureOf } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import type { Redemption } from '#contract/outputs/mall.ts';

export interface RedemptionState {
  redemption: Redemption | null;
  missing: boolean;
  failure: Failure | null;
}

export interface OwnRedemption {
  readonly $state: ReadableAtom<RedemptionState>;
  actions: { load(id: number): Promise<void> };
}

/** One redemption of the reader. */
export function createRedemption(): OwnRedemption {
  const $state = map<RedemptionState>({ redemption: null, missing: false, failure: null });
  return {
    $state,
    actions: {
      async load(id) {
        if (!(id > 0)) return $state.setKey('missing', true);
        try {
          $state.set({ redemption: await gateway('GET /integral/order/detail', { id }, { silent: true }), missing: false, failure: null });
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          if (error.status === 404) $state.setKey('missing', true);
          else $state.setKey('failure', failureOf(error));
        }
      },
    },
  };
}
