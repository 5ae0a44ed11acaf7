import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import { ORDER_CLOSED, ORDER_PAID, ORDER_WAITING, type Order } from '#contract/order.ts';

const calls = vi.hoisted(() => ({ fetchMoney: vi.fn(), postTopUp: vi.fn(), postBalanceTopUp: vi.fn() }));
const orders = vi.hoisted(() => ({ fetchOrderState: vi.fn() }));
vi.mock('./wallet.api.ts', () => calls);
vi.mock('#kit/pay/order.api.ts', () => orders);

const { createTopUp } = await import('./top-up.store.ts');

const order = (orderid: string) => ({ orderid, status: ORDER_WAITING, expires_at: 1_000, server_time: 100 }) as Order;
const state = (status: number, msg = '') => ({ status, msg, scanned: 0 });

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetAllMocks();
  vi.stubGlobal('document', new EventTarget());
  calls.fetchMoney.mockResolvedValue({ money: 0, money_list: [{ id: 30, cat_price: 30 }] });
  calls.postTopUp.mockResolvedValue(order('first'));
  orders.fetchOrderState.mockResolvedValue(state(ORDER_WAITING));
});
afterEach(() => {
  vi.useRealTimers();
});

async function paying() {
  const onPaid = vi.fn();
  const top_up = createTopUp(onPaid);
  await top_up.actions.start();
  top_up.actions.choose(30);
  await top_up.actions.submit();
  return { top_up, onPaid };
}

it('asks for a denomination first', async () => {
  const top_up = createTopUp();
  await top_up.actions.start();
  await top_up.actions.submit();
  expect([top_up.$state.get().failure?.message, calls.postTopUp.mock.calls]).toEqual(['请选择充值面额', []]);
});

it('ST-9 says why an order was refused, and asks for the same one again only while nobody answered', async () => {
  const top_up = createTopUp();
  await top_up.actions.start();
  top_up.actions.choose(30);
  for (const [msg, status] of [
    ['当前服务器繁忙，请稍后再试~', 0],
    ['没有这个充值面额', 400],
  ] as const) {
    calls.postTopUp.mockRejectedValueOnce(new ApiError({ code: 1, msg, status }));
    await top_up.actions.submit();
    expect(top_up.$state.get()).toMatchObject({ view: 'choose', busy: false, failure: { message: `提交失败：${msg}`, status } });
  }
  await top_up.actions.submit();
  const keys = calls.postTopUp.mock.calls.map((call) => call[2]);
  expect([keys[0] === keys[1], keys[1] === keys[2]]).toEqual([true, false]);
});

it('M-502 asks every two seconds, ignores errors, and ends when the order is paid', async () => {
  const { top_up, onPaid } = await paying();
  expect(top_up.$state.get()).toMatchObject({ view: 'paying', left_s: 900 });
  orders.fetchOrderState.mockRejectedValueOnce(new Error('no line'));
  await vi.advanceTimersByTimeAsync(1_999);
  expect(orders.fetchOrderState).toHaveBeenCalledTimes(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(orders.fetchOrderState).toHaveBeenCalledTimes(1);
  orders.fetchOrderState.mockResolvedValueOnce(state(ORDER_PAID));
  await vi.advanceTimersByTimeAsync(2_000);
  expect([top_up.$state.get().view, onPaid.mock.calls.length]).toEqual(['paid', 1]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(orders.fetchOrderState).toHaveBeenCalledTimes(2);
});

it('says that a closed order failed, and makes another QR with another key', async () => {
  const { top_up } = await paying();
  orders.fetchOrderState.mockResolvedValueOnce(state(ORDER_CLOSED, '支付失败，订单已关闭'));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(top_up.$state.get()).toMatchObject({
    closed_text: '支付失败，订单已关闭',
    failure: { message: '充值失败：支付失败，订单已关闭' },
  });
  calls.postTopUp.mockResolvedValueOnce(order('second'));
  await top_up.actions.refresh();
  expect(top_up.$state.get()).toMatchObject({ view: 'paying', failure: null, closed_text: '', order: { orderid: 'second' } });
  const [first, second] = calls.postTopUp.mock.calls;
  expect([first?.[1], second?.[1], first?.[2] === second?.[2]]).toEqual([1, 0, false]);
});

it('asks nothing any more once it was closed', async () => {
  const { top_up } = await paying();
  top_up.actions.dispose();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(orders.fetchOrderState).not.toHaveBeenCalled();
});

it('T11 offers what still fits into the balance, and orders that', async () => {
  calls.fetchMoney.mockResolvedValue({ balance: 0, balance_list: [50, 100] });
  calls.postBalanceTopUp.mockResolvedValue(order('balance'));
  const top_up = createTopUp(undefined, 0, 'balance');
  await top_up.actions.start();
  expect(top_up.$state.get().packs).toEqual([50, 100]);
  top_up.actions.choose(100);
  await top_up.actions.submit();
  expect(calls.postBalanceTopUp).toHaveBeenCalledWith(100, 1, expect.any(String));
  expect(calls.postTopUp).not.toHaveBeenCalled();
  top_up.actions.dispose();
});
