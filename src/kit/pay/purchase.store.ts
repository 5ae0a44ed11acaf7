import { atom, type ReadableAtom } from 'nanostores';
import { ApiError, type Failure, failureOf, isLost } from '#client/api-error.ts';
import { newKey } from '#client/new-key.ts';
import { track } from '#client/track.ts';
import type { Licence } from '#contract/licence.ts';
import { MONEY_TEXTS } from '#contract/money-texts.ts';
import { ORDER_PAID, ORDER_WAITING, type Order, type OrderInput, type Quote } from '#contract/order.ts';
import { fetchQuote, postBalancePayment, postCancel, postOrder } from './order.api.ts';
import { createOrderWatch } from './order-watch.ts';

export interface Bought {
  /** The balance that this browser remembers is old. */
  spent_balance: boolean;
}

/** Which view of the modal is open. */
export type PurchaseView = 'loading' | 'failed' | 'owned' | 'paying' | 'paid' | 'free';

/** As much of a quote as paying needs, whatever is bought. */
export type PayingQuote = Pick<Quote, 'price' | 'coupons'>;

/** How one subject is quoted and ordered. */
export interface PayingCalls<Q extends PayingQuote> {
  quote(): Promise<Q>;
  place(quote: Q, input: Omit<OrderInput, 'id'> & { idempotency_key: string }): Promise<Order>;
  /** With nothing to pay the order waits for a press: a coupon that covers everything is not spent by choosing it. */
  waits_free?: boolean;
}

export interface PurchaseState<Q extends PayingQuote = Quote> {
  view: PurchaseView;
  quote: Q | null;
  order: Order | null;
  use_balance: boolean;
  coupon_id: number;
  /** An order is on its way to the server: the amounts on the screen are about to change. */
  busy: boolean;
  /** In place of the payment area. */
  failure: Failure | null;
  /** Why the order is closed; empty while it is open. */
  closed_text: string;
  /** The payer's phone has the bill on its screen. */
  scanned: boolean;
  /** Seconds until the QR ends. */
  left_s: number;
  /** The question whether to pay from the balance is open. */
  confirming: boolean;
  /** The question whether to spend this coupon, which covers everything, is open: placing the order would be paying it. 0: none. */
  asking_coupon: number;
}

export interface Purchase<Q extends PayingQuote = Quote> {
  readonly $state: ReadableAtom<PurchaseState<Q>>;
  actions: {
    start(): Promise<void>;
    /** Places the order again; a coupon that leaves nothing to pay is asked about first. */
    choose(choice: { use_balance?: boolean; coupon_id?: number }): Promise<void>;
    /** The answer to the question about the coupon. */
    answerCoupon(spend: boolean): Promise<void>;
    /** Another order gave back what it held. */
    requote(): Promise<void>;
    /** A new order with a new QR, with the same choices; after a lost answer the order that it spoke of, if there is one. */
    refresh(): Promise<void>;
    askBalance(open: boolean): void;
    payByBalance(): Promise<void>;
    /** Stops timers. */
    dispose(): void;
  };
}

const isOwned = (error: unknown): boolean => error instanceof ApiError && (error.data as { owned?: boolean } | null)?.owned === true;

/** What an item is bought with besides its price: another choice is another order. */
export interface Terms {
  licence?: Licence;
  /** A publisher's code; empty: none. */
  code?: string;
}

/** The purchase of an item. `onBought` as in `createPaying`. */
export function createPurchase(
  item_id: number,
  onBought?: (bought: Bought) => void,
  first: Terms = {},
): Purchase & { agree(terms: Terms): void } {
  // what is not named until it is chosen goes on as in an open order
  let chosen = first;
  const place = (quote: Quote, input: Parameters<PayingCalls<Quote>['place']>[1]) =>
    postOrder(quote.item.order_call, { id: item_id, licence: quote.licence, code: quote.code, ...input });
  const paying = createPaying({ quote: () => fetchQuote({ id: item_id, ...chosen }), place }, onBought);
  return {
    ...paying,
    agree(terms) {
      chosen = { ...chosen, ...terms };
      void paying.actions.start();
    },
  };
}

/**
 * One opening of the purchase modal (spec 4, Order flow): quote, order, QR with its countdown, polling, balance. `onBought` is called
 * once, as soon as the reader has the item, while the success view stands.
 */
export function createPaying<Q extends PayingQuote>(
  calls: PayingCalls<Q>,
  onBought: (bought: Bought) => void = () => undefined,
): Purchase<Q> {
  const $state = atom<PurchaseState<Q>>({
    view: 'loading',
    quote: null,
    order: null,
    use_balance: false,
    coupon_id: 0,
    busy: false,
    failure: null,
    closed_text: '',
    scanned: false,
    left_s: 0,
    confirming: false,
    asking_coupon: 0,
  });
  const set = (change: Partial<PurchaseState<Q>>) => $state.set({ ...$state.get(), ...change });
  /** Only the newest answer counts when choices change quickly. */
  let turn = 0;
  /** One wish, one key: made when the dialog opens and with every new choice, reused by a retry. */
  let key = newKey();
  let answer_lost = false;
  let was_bought = false;
  const bought = () => {
    if (was_bought) return;
    was_bought = true;
    onBought({ spent_balance: ($state.get().order?.deduction_price ?? 0) > 0 });
  };

  const close = (closed_text: string) => set({ view: 'paying', closed_text, confirming: false, asking_coupon: 0 });
  const paid = () => {
    set({ view: 'paid', confirming: false });
    bought();
  };
  const owned = () => {
    watch.stop();
    set({ view: 'owned', busy: false, confirming: false });
    bought();
  };
  const watch = createOrderWatch({
    onLeft: (left_s) => set({ left_s }),
    onScanned: (scanned) => set({ scanned }),
    onPaid: paid,
    onOwned: owned,
    onClosed: close,
  });

  const take = (order: Order) => {
    set({
      order,
      busy: false,
      failure: null,
      closed_text: '',
      scanned: false,
      use_balance: order.use_balance === 1,
      coupon_id: order.user_coupon_id,
    });
    // the spec's confirmation opens by itself when the balance covers everything
    if (order.status === ORDER_WAITING) set({ view: 'paying', confirming: order.pay_price === 0 });
    watch.follow(order);
    if (order.status === ORDER_PAID && order.is_free) set({ view: 'free' });
    // the price changed since it was asked for: what is shown is what is paid
    if (order.status === ORDER_WAITING && order.price !== $state.get().quote?.price) void requote();
  };

  const requote = async () => {
    try {
      set({ quote: await calls.quote() });
    } catch {
      // the amount payable is the order's, and that is right
    }
  };

  const place = async (cache: 0 | 1) => {
    const mine = ++turn;
    const { quote, use_balance, coupon_id } = $state.get();
    if (!quote) return;
    set({ busy: true, failure: null, confirming: false, asking_coupon: 0 });
    try {
      const choice = { balance: use_balance ? 1 : 0, user_coupon_id: coupon_id } as const;
      const order = await calls.place(quote, { ...choice, cache, idempotency_key: key });
      track({ event_type: 3, event_name: 'order', order: order.orderid });
      if (mine !== turn) return;
      answer_lost = false;
      take(order);
    } catch (error) {
      if (mine !== turn) return;
      answer_lost = isLost(error);
      if (isOwned(error)) return owned();
      watch.stop();
      set({ view: 'paying', busy: false, order: null, failure: failureOf(error, MONEY_TEXTS.place_failed) });
    }
  };

  const placeAnew = () => {
    key = newKey();
    return place(0);
  };

  return {
    $state,
    actions: {
      async start() {
        key = newKey();
        set({ view: 'loading', failure: null });
        try {
          const quote = await calls.quote();
          track({ event_type: 2, event_name: 'quote' });
          // the largest coupon that fits is what everybody would choose; one that covers everything is spent at once, so it is not preselected
          set({ quote, coupon_id: quote.coupons.find((coupon) => coupon.price < quote.price)?.id ?? 0 });
          await place(1);
        } catch (error) {
          if (isOwned(error)) owned();
          else set({ view: 'failed', failure: failureOf(error, '加载失败，请稍后再试') });
        }
      },
      async choose(choice) {
        const { quote } = $state.get();
        const coupon = quote?.coupons.find(({ id }) => id === choice.coupon_id);
        if (quote && coupon && coupon.price >= quote.price && !calls.waits_free) return set({ asking_coupon: coupon.id });
        set(choice);
        await placeAnew();
      },
      async answerCoupon(spend) {
        const coupon_id = $state.get().asking_coupon;
        set({ asking_coupon: 0, ...(spend ? { coupon_id } : {}) });
        if (spend) await placeAnew();
      },
      requote,
      refresh: () => (answer_lost ? place(0) : placeAnew()),
      askBalance: (confirming) => set({ confirming }),
      async payByBalance() {
        const { order } = $state.get();
        if (!order) return;
        set({ busy: true });
        try {
          const state = await postBalancePayment(order.orderid);
          set({ busy: false });
          if (state.status !== ORDER_PAID) return;
          watch.stop();
          paid();
        } catch (error) {
          if (isOwned(error)) return owned();
          watch.stop();
          answer_lost = isLost(error);
          set({ busy: false, confirming: false, order: null, failure: failureOf(error, '支付失败，请稍后重试') });
        }
      },
      dispose: watch.stop,
    },
  };
}

/** Closes an order for what it holds. One that was closed or paid meanwhile is no fault: the next quote says which. */
export const freeHeld = (orderid: string): Promise<unknown> => postCancel(orderid).catch(() => undefined);
