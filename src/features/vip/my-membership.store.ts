import { atom, type ReadableAtom } from 'nanostores';
import { addressPage, addressQuery, stepTo } from '#client/address.ts';
import { ApiError, type Failure, failureOf } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { toastSuccess } from '#client/toast.ts';
import type { MemberTerm } from '#contract/membership.ts';
import type { OrderList, OrderStatus } from '#contract/order.ts';
import { postCancel } from '#kit/pay/order.api.ts';
import { openVip } from './open-vip.ts';

export const VIP_ORDERS_PER_PAGE = 10;
/** What the address says of each status of orders, as lists of all orders say it. */
const STATUS_WORDS = ['', 'waiting', 'paid', 'closed'] as const;

export interface MyMembershipState {
  terms: MemberTerm[];
  orders: OrderList | null;
  status: OrderStatus | 0;
  page: number;
  loading: boolean;
  failure: Failure | null;
  /** Order whose action is under way. */
  working: string;
}

export interface MyMembership {
  readonly $state: ReadableAtom<MyMembershipState>;
  actions: {
    /** Loads what the address names: `status` and `page`. */
    open(): Promise<void>;
    /** Terms, and the orders that status and page say, in the address too; the newest call wins. */
    load(change?: { status?: OrderStatus | 0; page?: number }): Promise<void>;
    /** The modal, with this spec chosen. */
    pay(vip_id: number): Promise<void>;
    cancel(orderid: string): Promise<void>;
  };
}

/** The reader's memberships and their orders. */
export function createMyMembership(): MyMembership {
  const $state = atom<MyMembershipState>({
    terms: [],
    orders: null,
    status: 0,
    page: 1,
    loading: true,
    failure: null,
    working: '',
  });
  const set = (change: Partial<MyMembershipState>) => $state.set({ ...$state.get(), ...change });
  let turn = 0;
  const load: MyMembership['actions']['load'] = async (change = {}) => {
    const mine = ++turn;
    const status = change.status ?? $state.get().status;
    const page = change.page ?? (change.status === undefined ? $state.get().page : 1);
    set({ status, page, loading: true, failure: null });
    if (change.status !== undefined || change.page !== undefined) stepTo({ status: STATUS_WORDS[status], page });
    try {
      const [terms, orders] = await Promise.all([
        gateway('GET /user/Member/surplusvipbag', {}, SILENT).then(({ list }) => list),
        gateway('GET /user/Member/viporderlist', { status, page, limit: VIP_ORDERS_PER_PAGE }, SILENT),
      ]);
      if (mine === turn) set({ terms, orders, loading: false });
    } catch (error) {
      if (mine !== turn) return;
      set({ loading: false, failure: failureOf(error, '加载失败，请稍后再试') });
    }
  };
  const open = () => {
    const query = addressQuery();
    const said = STATUS_WORDS.findIndex((word) => word === (query.get('status') ?? ''));
    set({ status: Math.max(0, said) as OrderStatus | 0, page: addressPage(query) });
    return load();
  };
  return {
    $state,
    actions: {
      open,
      load,
      async pay(vip_id) {
        await openVip({ vip_type: 0, vip_id });
        await load();
      },
      async cancel(orderid) {
        set({ working: orderid });
        try {
          await postCancel(orderid);
          toastSuccess('订单已关闭');
        } catch (error) {
          // the gateway informed the reader; the list shows what became of the order
          if (!(error instanceof ApiError)) throw error;
        } finally {
          set({ working: '' });
        }
        await load();
      },
    },
  };
}
