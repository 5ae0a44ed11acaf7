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
const ASK_MS = 3_000;
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
    /** Asks for consent to renew by itself: its QR stands in the list from then on, until it is agreed to. */
    askAuto(vip_id: number): Promise<void>;
    endAuto(id: number): Promise<void>;
    dispose(): void;
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
      if (mine !== turn) return;
      set({ terms, orders, loading: false });
      watchAsked(terms);
    } catch (error) {
      if (mine !== turn) return;
      set({ loading: false, failure: failureOf(error, '加载失败，请稍后再试') });
    }
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Asks every few seconds whether the member agreed on their phone. */
  function watchAsked(terms: readonly MemberTerm[]): void {
    clearTimeout(timer);
    const asked = terms.find(({ auto }) => auto?.state === 'asked')?.auto;
    if (!asked) return;
    timer = setTimeout(async () => {
      const { state } = await gateway('GET /user/Member/renewal', { id: asked.id }, SILENT).catch(() => ({ state: 'asked' }));
      if (state === 'asked') return watchAsked($state.get().terms);
      if (state === 'on') toastSuccess('自动续费已开启');
      await load();
    }, ASK_MS);
  }
  /** Runs one press of a term's card; the gateway says what went wrong, and the list what became of it. */
  async function press(working: string, act: () => Promise<unknown>): Promise<void> {
    set({ working });
    try {
      await act();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      set({ working: '' });
    }
    await load();
  }
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
      cancel: (orderid) =>
        press(orderid, async () => {
          await postCancel(orderid);
          toastSuccess('订单已关闭');
        }),
      askAuto: (vip_id) => press(`auto:${vip_id}`, () => gateway('POST /user/Member/renewal', { vip_id })),
      endAuto: (id) =>
        press(`end:${id}`, async () => {
          await gateway('POST /user/Member/endRenewal', { id });
          toastSuccess('自动续费已关闭，不会再扣款');
        }),
      dispose: () => clearTimeout(timer),
    },
  };
}
