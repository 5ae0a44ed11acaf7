import { atom, type ReadableAtom } from 'nanostores';
import { addressPage, addressReader, stepTo, writeAddress } from '#client/address.ts';
import { ApiError, type Failure, failureOf } from '#client/api-error.ts';
import { fetchCsv, saveBlob } from '#client/fetch-csv.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { LoginDismissed } from '#client/session.ts';
import { toastError, toastSuccess } from '#client/toast.ts';
import { ORDER_CALLS, type OrderList, type OrderRow, type OrderStatus } from '#contract/order.ts';
import { postCancel } from '#kit/pay/order.api.ts';
import { openPurchase } from './purchase.ts';

export type OrderTab = 'all' | 'waiting' | 'paid' | 'closed';
const STATUS: Record<OrderTab, OrderStatus | 0> = { all: 0, waiting: 1, paid: 2, closed: 3 };
const isTab = (word: string | null): word is OrderTab => word !== null && Object.hasOwn(STATUS, word);
export const ORDERS_PER_PAGE = 10;

/** What a list shows: by kind or by subject, and what its reader asked for. */
interface OrdersWanted {
  kind: number;
  subject?: string;
  status: OrderStatus | 0;
  q?: string;
  from?: string;
  to?: string;
}

/** What the reader narrowed the list to; empty: to nothing. */
export interface OrderFilters {
  q: string;
  /** Days, YYYY-MM-DD, both included. */
  from: string;
  to: string;
  /** `k` and a kind's code, or a subject's name. */
  sort: string;
}

export const NO_FILTER: OrderFilters = { q: '', from: '', to: '', sort: '' };

export interface OrdersState {
  filters: OrderFilters;
  /** The file is under way. */
  saving: boolean;
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
    /** Loads what the address names: `status`, `page` and the filters. */
    open(): Promise<void>;
    /** Loads what the tab and page say, and says them in the address; the newest call wins. */
    load(change?: { tab?: OrderTab; page?: number; filters?: OrderFilters }): Promise<void>;
    /** Hands all that the list shows over as a file. */
    save(): Promise<void>;
    /** Opens the purchase modal with the open order as it stands, its QR included, or for buying again; else the page that sells it. */
    pay(row: Pick<OrderRow, 'subject_id' | 'pay_href'>): Promise<void>;
    cancel(orderid: string): Promise<void>;
    /** Takes a closed order out of the list. */
    hide(orderid: string): Promise<void>;
    download(orderid: string, item_id: number): Promise<void>;
  };
}

/** The reader's orders of one kind, by its code, of another subject, or with neither of everything. */
export function createOrders({ code, subject }: { code: number; subject?: string | undefined }): Orders {
  const $state = atom<OrdersState>({
    filters: NO_FILTER,
    saving: false,
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

  const address = addressReader((query) => {
    const status = query.get('status');
    const word = (name: keyof OrderFilters) => (query.get(name) ?? '').slice(0, 60);
    const filters = { q: word('q'), from: word('from'), to: word('to'), sort: word('sort') };
    set({ tab: isTab(status) ? status : 'all', page: addressPage(query), filters });
  });

  const wanted = (): OrdersWanted => {
    const { tab, filters } = $state.get();
    const { sort, ...words } = filters;
    const given = Object.fromEntries(Object.entries(words).filter(([, value]) => value !== ''));
    const name = subject ?? (sort.startsWith('k') && /^k\d+$/.test(sort) ? '' : sort);
    const kind = name === '' && sort !== '' ? Number(sort.slice(1)) : code;
    return { kind, ...(name === '' ? {} : { subject: name }), status: STATUS[tab], ...given };
  };

  const load: Orders['actions']['load'] = async (change = {}) => {
    address.readFirst();
    const mine = ++turn;
    const tab = change.tab ?? $state.get().tab;
    const anew = change.tab !== undefined || change.filters !== undefined;
    const page = change.page ?? (anew ? 1 : $state.get().page);
    const filters = change.filters ?? $state.get().filters;
    set({ filters, tab, page, loading: true, failure: null, ...(change.tab ? { orders: null } : {}) });
    (anew || change.page !== undefined ? stepTo : writeAddress)({ status: tab === 'all' ? '' : tab, page, ...filters });
    try {
      const orders = await gateway('GET /scheme/buy/orderlist', { ...wanted(), page, limit: ORDERS_PER_PAGE }, SILENT);
      if (mine === turn) set({ orders, loading: false, arrived_ms: performance.now() });
    } catch (error) {
      if (mine !== turn) return;
      set({ loading: false, failure: failureOf(error, '加载失败，请稍后再试') });
    }
  };

  const change = async (orderid: string, post: (orderid: string) => Promise<unknown>, said: string) => {
    set({ working: orderid });
    try {
      await post(orderid);
      toastSuccess(said);
    } catch (error) {
      // the gateway informed the reader; the list shows what became of the order
      if (!(error instanceof ApiError)) throw error;
    } finally {
      set({ working: '' });
    }
    await load();
    // the last row of the last page is gone
    const { orders, page } = $state.get();
    if (orders?.list.length === 0 && page > 1) {
      set({ page: page - 1 });
      await load();
    }
  };

  const open = () => {
    address.read();
    return load();
  };

  return {
    $state,
    actions: {
      open,
      load,
      async save() {
        set({ saving: true });
        try {
          const query = new URLSearchParams(Object.entries(wanted()).map(([name, value]) => [name, String(value)]));
          saveBlob(await fetchCsv(`${ORDER_CALLS.export}?${query}`), '我的订单.csv');
        } catch (error) {
          toastError(error instanceof ApiError ? error.msg : '导出失败，请稍后再试');
        } finally {
          set({ saving: false });
        }
      },
      async pay({ subject_id, pay_href }) {
        if (pay_href !== '') return location.assign(pay_href);
        try {
          await openPurchase(subject_id, () => void load());
        } catch (error) {
          if (!(error instanceof LoginDismissed)) throw error;
        }
        await load();
      },
      cancel: (orderid) => change(orderid, postCancel, '订单已关闭'),
      hide: (orderid) => change(orderid, (id: string) => gateway('POST /api/order/hide', { orderid: id }), '订单已删除'),
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
