import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import type { Order, OrderInput, OrderState, Quote } from '#contract/order.ts';

type Placed = OrderInput & { kind: string; idempotency_key: string };

/** What the server remembers, and how its next answers are lost. */
const server = {
  placed: [] as Placed[],
  orders: new Map<string, Order>(),
  lost: 0,
  refusal: null as ApiError | null,
  paid: false,
  scanned: 0 as 0 | 1,
  polls: 0,
  /** Answers to polls wait for this. */
  slow: null as Promise<void> | null,
  balance_lost: 0,
  polls_lost: 0,
};
const noAnswer = () => new ApiError({ code: 1, msg: '网络连接失败', status: 0 });

const QUOTE = {
  item: {
    id: 7,
    kind: 'ppt',
    order_call: '/scheme/ppt/order',
    noun: 'PPT模板',
    title: '模板',
    cover: null,
    category_name: '',
    format: 'pptx',
    size: 1,
  },
  list_price: 100,
  price: 100,
  coupons: [{ id: 3, title: '券', price: 20, min_price: 0, use_end_time: 0, is_have2: 0, auto_get: 0, refusal: '' }],
} as unknown as Quote;

const orderOf = (input: Placed): Order =>
  ({
    orderid: `order-${server.orders.size + 1}`,
    status: server.paid ? 2 : 1,
    price: 100,
    pay_price: input.balance ? 0 : 100,
    deduction_price: input.balance ? 100 : 0,
    use_balance: input.balance,
    user_coupon_id: input.user_coupon_id,
    is_free: 0,
    platform: 1,
    expires_at: 900,
    server_time: 0,
  }) as Order;

vi.mock('./order.api.ts', () => ({
  fetchQuote: async () => QUOTE,
  postOrder: async (kind: string, input: OrderInput & { idempotency_key: string }) => {
    server.placed.push({ ...input, kind });
    if (server.refusal) throw server.refusal;
    const known = server.orders.get(input.idempotency_key);
    const order = known ? { ...known, status: server.paid ? 2 : known.status } : orderOf({ ...input, kind });
    server.orders.set(input.idempotency_key, order as Order);
    if (server.lost-- > 0) throw noAnswer();
    return order;
  },
  fetchOrderState: async (orderid: string) => {
    server.polls += 1;
    await server.slow;
    if (server.polls_lost-- > 0) throw noAnswer();
    return { orderid, status: server.paid ? 2 : 1, owned: 0, platform: 1, msg: '', scanned: server.scanned, expires_at: 900 } as OrderState;
  },
  postBalancePayment: async (orderid: string) => {
    server.paid = true;
    if (server.balance_lost-- > 0) throw noAnswer();
    return { orderid, status: 2 } as OrderState;
  },
}));
const told: Array<{ event_name: string; order?: string }> = [];
vi.stubGlobal('document', {
  hidden: true,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  dispatchEvent: ({ detail }: CustomEvent) => told.push(detail),
});

const { createPurchase } = await import('./purchase.store.ts');

const opened: Array<ReturnType<typeof createPurchase>> = [];
async function open() {
  const onBought = vi.fn();
  const purchase = createPurchase(7, onBought);
  opened.push(purchase);
  await purchase.actions.start();
  return { purchase, onBought, state: () => purchase.$state.get() };
}
const keys = () => server.placed.map(({ idempotency_key }) => idempotency_key);

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(server, {
    placed: [],
    orders: new Map(),
    lost: 0,
    refusal: null,
    paid: false,
    scanned: 0,
    polls: 0,
    slow: null,
    balance_lost: 0,
    polls_lost: 0,
  });
});
afterEach(() => {
  for (const purchase of opened.splice(0)) purchase.actions.dispose();
  vi.useRealTimers();
});

it('tells the figures that a price was seen and what was ordered', async () => {
  told.length = 0;
  const { state } = await open();
  expect(told).toEqual([
    { event_type: 2, event_name: 'quote' },
    { event_type: 3, event_name: 'order', order: state().order?.orderid },
  ]);
});

describe('the key of an order', () => {
  it('is sent with every order, to the call of the item’s kind, and is another one for another choice', async () => {
    const { purchase } = await open();
    await purchase.actions.choose({ coupon_id: 3 });
    await purchase.actions.choose({ use_balance: true });
    await purchase.actions.refresh();
    expect(new Set(keys()).size).toBe(4);
    for (const { kind, idempotency_key } of server.placed)
      expect([kind, idempotency_key]).toEqual(['/scheme/ppt/order', expect.stringMatching(/^[\w-]{8,64}$/)]);
  });

  it('is kept by a retry after a lost answer, so that the first order is found and no second one placed', async () => {
    server.lost = 1;
    const { purchase, state } = await open();
    expect(state()).toMatchObject({ view: 'paying', order: null, failure: { message: '网络连接失败' } });
    await purchase.actions.refresh();
    expect(new Set(keys()).size).toBe(1);
    expect(server.orders.size).toBe(1);
    expect(state()).toMatchObject({ failure: null, order: { orderid: 'order-1' } });
  });

  it('is renewed after an answer that refused', async () => {
    server.refusal = new ApiError({ code: 1, msg: '优惠券不可用或已被使用', status: 409, request_id: 'r' });
    const { purchase, state } = await open();
    expect(state().failure).toEqual({ message: '优惠券不可用或已被使用', request_id: 'r', fields: {}, status: 409 });
    server.refusal = null;
    await purchase.actions.refresh();
    expect(new Set(keys()).size).toBe(2);
  });

  it('is kept when the answer to the balance payment was lost: the paid order is found, nothing is paid twice', async () => {
    server.balance_lost = 1;
    const { purchase, onBought, state } = await open();
    await purchase.actions.choose({ use_balance: true });
    expect(state().confirming).toBe(true);
    await purchase.actions.payByBalance();
    expect(state().failure).not.toBeNull();
    await purchase.actions.refresh();
    expect(keys().at(-1)).toBe(keys().at(-2));
    expect(state().view).toBe('paid');
    expect(onBought.mock.calls).toEqual([[{ spent_balance: true }]]);
  });
});

describe('M-103 the order on the screen', () => {
  it('F-22 tells the page once and at once that it is paid, while the success view stands', async () => {
    const { onBought, state } = await open();
    await vi.advanceTimersByTimeAsync(3_000);
    expect([server.polls, onBought.mock.calls.length]).toEqual([1, 0]);
    server.paid = true;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(state().view).toBe('paid');
    expect(onBought.mock.calls).toEqual([[{ spent_balance: false }]]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect([server.polls, onBought.mock.calls.length]).toEqual([2, 1]);
  });

  it('U-35 says that the code was scanned, and forgets it with another code', async () => {
    const { purchase, state } = await open();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(state().scanned).toBe(false);
    server.scanned = 1;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(state().scanned).toBe(true);
    server.scanned = 0;
    await purchase.actions.refresh();
    expect(state().scanned).toBe(false);
  });

  it('F-26 is asked about every three seconds, also in a hidden tab', async () => {
    await open();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(server.polls).toBe(10);
  });

  it('is asked about again after an answer that failed, and says nothing of it', async () => {
    const { state } = await open();
    server.polls_lost = 2;
    await vi.advanceTimersByTimeAsync(6_000);
    expect(server.polls).toBe(2);
    expect(state()).toMatchObject({ view: 'paying', failure: null, closed_text: '', order: { orderid: 'order-1' } });
    server.paid = true;
    await vi.advanceTimersByTimeAsync(3_000);
    expect([server.polls, state().view]).toEqual([3, 'paid']);
  });

  it('is asked about once at a time, however slow the answers', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    server.slow = promise;
    await open();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.polls).toBe(1);
    resolve();
    server.slow = null;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(server.polls).toBe(2);
  });

  it('is asked about no more after the dialog let go of it', async () => {
    const { purchase } = await open();
    await vi.advanceTimersByTimeAsync(3_000);
    purchase.actions.dispose();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(server.polls).toBe(1);
  });
});
