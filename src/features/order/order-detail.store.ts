import { atom, type ReadableAtom } from 'nanostores';
import { ApiError } from '#client/api-error.ts';
import { LoginDismissed } from '#client/session.ts';
import type { OrderDetail } from '#contract/order.ts';
import { fetchOrder } from './order.api.ts';
import type { Failure } from './purchase.store.ts';
import { openPurchase } from './purchase.ts';

export interface OrderDetailState {
  order: OrderDetail | null;
  failure: Failure | null;
  /** Whole percent while the file arrives; null: it does not. */
  percent: number | null;
}

export interface OrderDetailStore {
  readonly $state: ReadableAtom<OrderDetailState>;
  actions: {
    load(): Promise<void>;
    /** Opens the purchase modal, for paying the open order or for buying again. */
    pay(): Promise<void>;
    download(): Promise<void>;
  };
}

/** One order of the reader's own. */
export function createOrderDetail(orderid: string): OrderDetailStore {
  const $state = atom<OrderDetailState>({ order: null, failure: null, percent: null });
  const set = (change: Partial<OrderDetailState>) => $state.set({ ...$state.get(), ...change });

  const load = async () => {
    set({ failure: null });
    try {
      set({ order: await fetchOrder(orderid) });
    } catch (error) {
      const known = error instanceof ApiError;
      set({ failure: { message: known ? error.msg : '加载失败，请稍后再试', request_id: known ? error.request_id : '' } });
    }
  };
  const unlessDismissed = async (work: Promise<unknown>) => {
    try {
      await work;
    } catch (error) {
      if (!(error instanceof LoginDismissed)) throw error;
    }
  };

  return {
    $state,
    actions: {
      load,
      async pay() {
        const { order } = $state.get();
        if (!order) return;
        await unlessDismissed(openPurchase(order.subject_id, () => void load()));
        await load();
      },
      async download() {
        const { order } = $state.get();
        if (!order) return;
        set({ percent: 0 });
        const { downloadItem } = await import('../download/download.ts');
        await unlessDismissed(downloadItem(order.subject_id, { onProgress: (percent) => set({ percent }) }));
        set({ percent: null });
      },
    },
  };
}
