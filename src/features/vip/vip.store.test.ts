import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import { ORDER_WAITING, type Order } from '#contract/order.ts';

const calls = vi.hoisted(() => ({
  fetchEquity: vi.fn(),
  fetchVipQuote: vi.fn(),
  postBought: vi.fn(),
  postVipOrder: vi.fn(),
  serverNow_s: vi.fn(),
}));
const claims = vi.hoisted(() => ({ claimByItself: vi.fn() }));
const orders = vi.hoisted(() => ({ fetchOrderState: vi.fn(), fetchQuote: vi.fn(), postBalancePayment: vi.fn(), postOrder: vi.fn() }));
vi.mock('#client/gateway.ts', async () => {
  const { fakedGateway } = await import('../../../tests/support/faked-gateway.ts');
  return fakedGateway({
    'GET /user/Member/quanyiDetail': ({ vip_type, id }) => calls.fetchEquity(vip_type, id),
    'GET /user/Member/isChangeVip': ({ vip_id }) => calls.fetchVipQuote(vip_id),
    'POST /user/Member/distribute': ({ orderid }) => calls.postBought(orderid),
    'POST /user/Member/addorder': (input) => calls.postVipOrder(input),
  });
});
vi.mock('./server-now.ts', () => ({ serverNow_s: calls.serverNow_s }));
vi.mock('../coupon/claim-by-itself.ts', () => claims);
vi.mock('#kit/pay/order.api.ts', () => orders);
vi.mock('#client/track.ts', () => ({ track: vi.fn() }));

const { createCouponClock, createEquities, createVipPaying } = await import('./vip.store.ts');

/** What the browser says; the server is a day ahead. */
const LOCAL_MS = Date.UTC(2026, 5, 1);
const SERVER_S = LOCAL_MS / 1_000 + 86_400;

beforeEach(() => {
  vi.useFakeTimers({ now: LOCAL_MS });
  vi.resetAllMocks();
  vi.stubGlobal('document', { addEventListener: vi.fn(), removeEventListener: vi.fn(), hidden: false });
  claims.claimByItself.mockResolvedValue(undefined);
  orders.fetchOrderState.mockResolvedValue({ status: ORDER_WAITING, msg: '', scanned: 0, owned: 0 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the clock of a coupon', () => {
  it('ST-4 runs by the server, whatever the browser’s own clock says, and ends a second after zero', async () => {
    calls.serverNow_s.mockResolvedValue(SERVER_S);
    const ended = vi.fn();
    const clock = createCouponClock(SERVER_S + 3, ended);
    await clock.actions.start();
    expect(clock.$state.get()).toBe(3);
    // somebody sets the clock of the machine
    vi.setSystemTime(LOCAL_MS + 40 * 86_400_000);
    await vi.advanceTimersByTimeAsync(2_000);
    expect([clock.$state.get(), ended.mock.calls.length]).toEqual([1, 0]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([clock.$state.get(), ended.mock.calls.length]).toEqual([0, 0]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ended.mock.calls.length).toBe(1);
  });

  it('tells nobody after it was stopped', async () => {
    calls.serverNow_s.mockResolvedValue(SERVER_S);
    const ended = vi.fn();
    const clock = createCouponClock(SERVER_S + 1, ended);
    await clock.actions.start();
    clock.actions.stop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(ended).not.toHaveBeenCalled();
  });
});

describe('paying for a membership', () => {
  const quote = { price: 365, coupons: [{ id: 4, price: 50 }] };
  const order = (orderid: string, user_coupon_id: number) =>
    ({
      orderid,
      user_coupon_id,
      price: 365,
      pay_price: 315,
      status: ORDER_WAITING,
      expires_at: 1_000,
      server_time: 100,
      use_balance: 0,
    }) as Order;
  const wish = { vip_type: 1, divide_type: 4, data_id: 7 };

  it('claims what is given by itself before the first quote, and says from which item it was opened', async () => {
    const order_of_calls: string[] = [];
    claims.claimByItself.mockImplementation(async () => void order_of_calls.push('claim'));
    calls.fetchVipQuote.mockImplementation(async () => {
      order_of_calls.push('quote');
      return quote;
    });
    calls.postVipOrder.mockResolvedValue(order('first', 4));
    const paying = createVipPaying({ vip_id: 12, coupon_type: 3, fresh: false, wish });
    await paying.actions.start();
    expect([order_of_calls, claims.claimByItself.mock.calls]).toEqual([['claim', 'quote'], [[3]]]);
    expect(calls.postVipOrder.mock.calls[0]?.[0]).toMatchObject({
      vip_id: 12,
      coupon_id: 4,
      balance: 0,
      cache: 1,
      divide_type: 4,
      data_id: 7,
    });
    paying.actions.dispose();
  });

  it('claims nothing where a plan has no coupons, and makes the order anew after a coupon ended', async () => {
    calls.fetchVipQuote.mockResolvedValue({ ...quote, coupons: [] });
    calls.postVipOrder.mockResolvedValue(order('second', 0));
    const paying = createVipPaying({ vip_id: 12, coupon_type: 0, fresh: true, wish: { vip_type: 2 } });
    await paying.actions.start();
    expect(claims.claimByItself).not.toHaveBeenCalled();
    expect(calls.postVipOrder.mock.calls[0]?.[0]).toMatchObject({ cache: 0, coupon_id: 0, divide_type: 0, data_id: 0 });
    paying.actions.dispose();
  });

  it('M-106, M-213 says the server’s words in place of the payment when the order is refused', async () => {
    calls.fetchVipQuote.mockResolvedValue(quote);
    calls.postVipOrder.mockRejectedValue(new ApiError({ code: 1, msg: '优惠券不可用或已被使用', status: 400 }));
    const paying = createVipPaying({ vip_id: 12, coupon_type: 0, fresh: false, wish });
    await paying.actions.start();
    expect(paying.$state.get()).toMatchObject({ view: 'paying', order: null, failure: { message: '优惠券不可用或已被使用' } });
    calls.postVipOrder.mockRejectedValue(new Error('no answer'));
    await paying.actions.refresh();
    expect(paying.$state.get().failure?.message).toBe('下单失败，请稍后重试');
    paying.actions.dispose();
  });
});

it('M-207 tells a benefit’s text, or why the reader may not have it', async () => {
  const equities = createEquities(1);
  calls.fetchEquity.mockResolvedValueOnce({ id: 2, type: 2, desc: '权益', content: 'https://example.com', tan_img: '' });
  await equities.actions.show(2, '权益');
  expect(equities.$state.get()).toMatchObject({ title: '权益', failure: null, detail: { type: 2 } });
  calls.fetchEquity.mockRejectedValueOnce(new ApiError({ code: 1, msg: '开通含有该权益的会员后领取', status: 403 }));
  await equities.actions.show(2, '权益');
  expect(equities.$state.get()).toMatchObject({ detail: null, failure: { message: '开通含有该权益的会员后领取' } });
});
