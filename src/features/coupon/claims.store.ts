import { map } from 'nanostores';
import { ApiError } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import { LoginDismissed, requireSession } from '#client/session.ts';
import { toastSuccess } from '#client/toast.ts';

export interface ClaimsState {
  /** Coupons that this reader has as often as a person may. */
  had: ReadonlySet<number>;
  busy: number | null;
  /** Why a claim failed, by the coupon. */
  errors: Readonly<Record<number, string>>;
}

/** Claims of a page's coupons. */
export function createClaims() {
  const $state = map<ClaimsState>({ had: new Set(), busy: null, errors: {} });
  const set = (change: Partial<ClaimsState>) => $state.set({ ...$state.get(), ...change });
  const add = (ids: readonly number[]) => set({ had: new Set([...$state.get().had, ...ids]) });

  return {
    $state,
    actions: {
      /** What the signed-in reader has already; without an answer the server says so at the press. */
      async know(): Promise<void> {
        try {
          const { list } = await gateway('GET /api/coupon/index', { limit: 100 }, { silent: true, background: true });
          add(list.flatMap(({ id, is_have2 }) => (is_have2 ? [id] : [])));
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
        }
      },
      async claim(id: number): Promise<void> {
        try {
          await requireSession('登录后即可领取');
          set({ busy: id, errors: { ...$state.get().errors, [id]: '' } });
          const got = await gateway('POST /api/coupon/index', { id });
          toastSuccess(`领取成功：${got.title}`);
          add([id]);
        } catch (error) {
          if (error instanceof LoginDismissed) return;
          if (!(error instanceof ApiError)) throw error;
          set({ errors: { ...$state.get().errors, [id]: error.msg } });
        } finally {
          set({ busy: null });
        }
      },
    },
  };
}
