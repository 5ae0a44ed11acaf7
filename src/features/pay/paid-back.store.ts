import { atom, type ReadableAtom } from 'nanostores';
import { ORDER_POLL_MS } from '#contract/item.ts';
import { ORDER_WAITING } from '#contract/order.ts';
import { fetchOrderState } from '#kit/pay/order.api.ts';

/** So many questions are asked before the page says that nothing came; it goes on asking. */
const PATIENCE = 4;

export interface PaidBackState {
  /** Nothing came for a while. */
  late: boolean;
}

export interface PaidBackStore {
  readonly $state: ReadableAtom<PaidBackState>;
  actions: {
    start(): void;
    dispose(): void;
  };
}

/** Asks about an order that waits: at once, three seconds after each answer, and whenever the page comes back, until it waits no more. */
export function createPaidBack(orderid: string, onChanged: () => void): PaidBackStore {
  const $state = atom<PaidBackState>({ late: false });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;
  let asking = false;
  let ended = false;

  const ask = async () => {
    if (asking || ended) return;
    clearTimeout(timer);
    asking = true;
    // a lost answer counts as none
    const state = await fetchOrderState(orderid).catch(() => null);
    asking = false;
    if (ended) return;
    asked += 1;
    if (state && state.status !== ORDER_WAITING) {
      dispose();
      return onChanged();
    }
    if (asked === PATIENCE) $state.set({ late: true });
    timer = setTimeout(() => void ask(), ORDER_POLL_MS);
  };
  const onVisible = () => {
    if (!document.hidden) void ask();
  };
  const dispose = () => {
    ended = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisible);
  };

  return {
    $state,
    actions: {
      start() {
        ended = false;
        document.addEventListener('visibilitychange', onVisible);
        void ask();
      },
      dispose,
    },
  };
}
