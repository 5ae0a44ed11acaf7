import { atom, type ReadableAtom } from 'nanostores';
import { ApiError } from '#client/api-error.ts';
import { ORDER_CLOSED, ORDER_PAID, ORDER_WAITING, type Order, type Quote } from '#contract/order.ts';
import { ORDER_POLL_MS } from '#contract/scheme.ts';
import { fetchOrderState, fetchQuote, postBalancePayment, postOrder } from './order.api.ts';

export interface Failure {
  message: string;
  request_id: string;
}

/** Which view of the modal is open. */
export type PurchaseView = 'loading' | 'failed' | 'owned' | 'paying' | 'paid' | 'free';

export interface PurchaseState {
  view: PurchaseView;
  quote: Quote | null;
  order: Order | null;
  use_balance: boolean;
  coupon_id: number;
  /** An order is on its way to the server: the amounts on the screen are about to change. */
  busy: boolean;
  /** In place of the payment area. */
  failure: Failure | null;
  /** Why the order is closed; empty while it is open. */
  closed_text: string;
  /** Seconds until the QR ends. */
  left_s: number;
  /** The question whether to pay from the balance is open. */
  confirming: boolean;
}

export interface Purchase {
  readonly $state: ReadableAtom<PurchaseState>;
  start(): Promise<void>;
  choose(choice: { use_balance?: boolean; coupon_id?: number }): Promise<void>;
  /** A new order with a new QR, with the same choices. */
  refresh(): Promise<void>;
  askBalance(open: boolean): void;
  payByBalance(): Promise<void>;
  /** Stops timers. */
  dispose(): void;
}

/** Hidden tabs ask every fifth time. */
const HIDDEN_EVERY = 5;

const failureOf = (error: unknown, text: string): Failure =>
  error instanceof ApiError ? { message: error.msg || text, request_id: error.request_id } : { message: text, request_id: '' };

const isOwned = (error: unknown): boolean => error instanceof ApiError && (error.data as { owned?: boolean } | null)?.owned === true;

/** One opening of the purchase modal (spec 4, Order flow): quote, order, QR with its countdown, polling, balance. */
export function createPurchase(item_id: number): Purchase {
  const $state = atom<PurchaseState>({
    view: 'loading',
    quote: null,
    order: null,
    use_balance: false,
    coupon_id: 0,
    busy: false,
    failure: null,
    closed_text: '',
    left_s: 0,
    confirming: false,
  });
  const set = (change: Partial<PurchaseState>) => $state.set({ ...$state.get(), ...change });
  /** Only the newest answer counts when choices change quickly. */
  let turn = 0;
  let ends_at_ms = 0;
  let polls = 0;
  let poll_timer: ReturnType<typeof setInterval> | undefined;
  let second_timer: ReturnType<typeof setInterval> | undefined;

  const stop = () => {
    clearInterval(poll_timer);
    clearInterval(second_timer);
    document.removeEventListener('visibilitychange', onVisible);
  };

  const take = (order: Order) => {
    stop();
    set({ order, busy: false, failure: null, closed_text: '', use_balance: order.use_balance === 1, coupon_id: order.user_coupon_id });
    if (order.status === ORDER_PAID) return set({ view: order.is_free ? 'free' : 'paid' });
    if (order.status === ORDER_CLOSED) return set({ view: 'paying', closed_text: '订单超时未支付，已关闭' });
    ends_at_ms = performance.now() + (order.expires_at - order.server_time) * 1000;
    // the spec's confirmation opens by itself when the balance covers everything
    set({ view: 'paying', confirming: order.pay_price === 0 });
    tick();
    second_timer = setInterval(tick, 1_000);
    poll_timer = setInterval(() => void poll(), ORDER_POLL_MS);
    document.addEventListener('visibilitychange', onVisible);
  };

  const tick = () => {
    const left_s = Math.max(0, Math.ceil((ends_at_ms - performance.now()) / 1000));
    set({ left_s });
    if (left_s === 0) close('订单超时未支付，已关闭');
  };

  const close = (closed_text: string) => {
    stop();
    set({ closed_text, confirming: false });
  };

  const poll = async (at_once = false) => {
    polls += 1;
    if (document.hidden && !at_once && polls % HIDDEN_EVERY !== 0) return;
    const { order } = $state.get();
    if (!order || order.status !== ORDER_WAITING) return;
    try {
      const state = await fetchOrderState(order.orderid);
      if ($state.get().order?.orderid !== order.orderid) return;
      if (state.status === ORDER_PAID) paid();
      else if (state.status === ORDER_CLOSED) close(state.msg);
    } catch {
      // spec 4: poll errors are ignored, the next one comes in three seconds
    }
  };

  const onVisible = () => {
    if (!document.hidden) void poll(true);
  };

  const paid = () => {
    stop();
    set({ view: 'paid', confirming: false });
  };

  const place = async (cache: 0 | 1) => {
    const mine = ++turn;
    const { use_balance, coupon_id } = $state.get();
    set({ busy: true, failure: null, confirming: false });
    try {
      const order = await postOrder({ id: item_id, balance: use_balance ? 1 : 0, user_coupon_id: coupon_id, cache });
      if (mine === turn) take(order);
    } catch (error) {
      if (mine !== turn) return;
      if (isOwned(error)) {
        stop();
        set({ view: 'owned', busy: false });
        return;
      }
      stop();
      set({ view: 'paying', busy: false, order: null, failure: failureOf(error, '下单失败，请稍后重试') });
    }
  };

  return {
    $state,
    async start() {
      set({ view: 'loading', failure: null });
      try {
        const quote = await fetchQuote(item_id);
        // the largest coupon that fits is what everybody would choose
        set({ quote, coupon_id: quote.coupons[0]?.id ?? 0 });
        await place(1);
      } catch (error) {
        if (isOwned(error)) set({ view: 'owned' });
        else set({ view: 'failed', failure: failureOf(error, '加载失败，请稍后再试') });
      }
    },
    async choose(choice) {
      set(choice);
      await place(0);
    },
    refresh: () => place(0),
    askBalance: (confirming) => set({ confirming }),
    async payByBalance() {
      const { order } = $state.get();
      if (!order) return;
      set({ busy: true });
      try {
        const state = await postBalancePayment(order.orderid);
        set({ busy: false });
        if (state.status === ORDER_PAID) paid();
      } catch (error) {
        stop();
        set({ busy: false, confirming: false, order: null, failure: failureOf(error, '支付失败，请稍后重试') });
      }
    },
    dispose: stop,
  };
}
