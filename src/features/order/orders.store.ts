import { atom, type ReadableAtom } from 'nanostores';
import { ApiError } from '#client/api-error.ts';
import { LoginDismissed } from '#client/session.ts';
import { toastSuccess } from '#client/toast.ts';
import type { OrderList, OrderStatus } from '#contract/order.ts';
import { fetchOrders, postCancel, postHide } from './order.api.ts';
import type { Failure } from './purchase.store.ts';
import { openPurchase } from './purchase.ts';

export type OrderTab = 'all' | 'waiting' | 'paid' | 'closed';
const STATUS: Record<OrderTab, OrderStatus | 0> = { all: 0, waiting: 1, paid: 2, closed: 3 };
export const ORDERS_PER_PAGE = 10;

export interface OrdersState {
  tab: OrderTab;
  page: number;
  loading: boolean;
  orders: OrderList | null;
  failure: Failure | null;
  /** When `orders` arrived, by the page's own clock: countdowns run from here. */
  arrived_ms: number;
  /** Order whose action is under way. */
  working: string;
  /** Whole percent while a file arrives, by order number. */
  percent: Record<string, number>;
}

export interface Orders {
  readonly $state: ReadableAtom<OrdersState>;
  actions: {
    /** Loads what the tab and page say; the newest call wins. */
    load(change?: { tab?: OrderTab; page?: number }): Promise<void>;
    /** Opens the purchase modal: with the open order as it stands, its QR included, or for buying again. */
    pay(item_id: number): Promise<void>;
    cancel(orderid: string): Promise<void>;
    /** Takes a closed order out of the list. */
    hide(orderid: string): Promise<void>;
    download(orderid: string, item_id: number): Promise<void>;
  };
}

/** The reader's orders of one kind, by its code. */
export function createOrders(kind: number): Orders {
  const $state = atom<OrdersState>({
    tab: 'all',
    page: 1,
    loading: true,
    orders: null,
    failure: null,
    arrived_ms: 0,
    working: '',
    percent: {},
  });
  const set = (change: Partial<OrdersState>) => $state.set({ ...$state.get(), ...change });
  let turn = 0;

  const load: Orders['actions']['load'] = async (change = {}) => {
    const mine = ++turn;
    const tab = change.tab ?? $state.get().tab;
    const page = change.page ?? (change.tab ? 1 : $state.get().page);
    set({ tab, page, loading: true, failure: null, ...(change.tab ? { orders: null } : {}) });
    try {
      const orders = await fetchOrders(kind, STATUS[tab], page, ORDERS_PER_PAGE);
      if (mine === turn) set({ orders, loading: false, arrived_ms: performance.now() });
    } catch (error) {
      if (mine !== turn) return;
      const known = error instanceof ApiError;
      set({ loading: false, failure: { message: known ? error.msg : '加载失败，请稍后再试', request_id: known ? error.request_id : '' } });
    }
  };

  const change = async (orderid: string, post: (orderid: string) => Promise<unknown>, said: string) => {
    set({ working: orderid });
    try {
      await post(orderid);
      toastSuccess(said);
    } catch (error) {
      // the gateway told the reader; the list shows what became of the order
      if (!(error instanceof ApiError)) throw error;
    } finally {
      set({ working: '' });
    }
    await load();
    // the last row of the last page is gone
    const { orders, page } = $state.get();
    if (orders?.list.length === 0 && page > 1) await load({ page: page - 1 });
  };

  return {
    $state,
    actions: {
      load,
      async pay(item_id) {
        try {
          await openPurchase(item_id, () => void load());
        } catch (error) {
          if (!(error instanceof LoginDismissed)) throw error;
        }
        await load();
      },
      cancel: (orderid) => change(orderid, postCancel, '订单已关闭'),
      hide: (orderid) => change(orderid, postHide, '订单已删除'),
      async download(orderid, item_id) {
        const show = (percent: number | null) => {
          const { [orderid]: _old, ...others } = $state.get().percent;
          set({ percent: percent === null ? others : { ...others, [orderid]: percent } });
        };
        show(0);
        try {
          const { downloadItem } = await import('../download/download.ts');
          await downloadItem(item_id, { onProgress: show });
        } catch (error) {
          if (!(error instanceof LoginDismissed)) throw error;
        } finally {
          show(null);
        }
      },
    },
  };
}
