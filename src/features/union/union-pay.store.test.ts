import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import { ORDER_CLOSED, ORDER_PAID, ORDER_WAITING } from '#contract/order.ts';
import type { UnionPartShown } from '#contract/outputs/active.ts';
import type { UnionOrder } from '#contract/union.ts';

const calls = vi.hoisted(() => ({ postUnionOrder: vi.fn() }));
const orders = vi.hoisted(() => ({ fetchOrderState: vi.fn(), postBalancePayment: vi.fn() }));
const users = vi.hoisted(() => ({ refreshUser: vi.fn() }));
const session = vi.hoisted(() => ({ requireSession: vi.fn(), LoginDismissed: class extends Error {} }));
vi.mock('#client/gateway.ts', async () => {
  const { fakedGateway } = await import('../../../tests/support/faked-gateway.ts');
  return fakedGateway({
    'POST /user/Union/addorder': (wish) => calls.postUnionOrder(wish),
  });
});
vi.mock('#kit/pay/order.api.ts', () => orders);
vi.mock('#client/refresh-user.ts', () => users);
vi.mock('#client/session.ts', () => session);

const { createUnionPay, paidText } = await import('./union-pay.store.ts');

const order = (orderid: string, change: Partial<UnionOrder> = {}) =>
  ({ orderid, status: ORDER_WAITING, expires_at: 1_000, server_time: 100, use_balance: 0, for_life: [], ...change }) as UnionOrder;
const state = (status: number, change: object = {}) => ({ status, msg: '', scanned: 0, ...change });

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetAllMocks();
  vi.stubGlobal('document', new EventTarget());
  calls.postUnionOrder.mockResolvedValue(order('first'));
  orders.fetchOrderState.mockResolvedValue(state(ORDER_WAITING));
});
afterEach(() => {
  vi.useRealTimers();
});

async function paying() {
  const pay = createUnionPay(7);
  await pay.actions.start();
  return pay;
}

it('asks every three seconds, ignores errors, and ends when the order is paid', async () => {
  const pay = await paying();
  expect(pay.$state.get()).toMatchObject({ view: 'paying', left_s: 900, order: { orderid: 'first' } });
  orders.fetchOrderState.mockRejectedValueOnce(new Error('no line'));
  await vi.advanceTimersByTimeAsync(2_999);
  expect(orders.fetchOrderState).toHaveBeenCalledTimes(0);
  await vi.advanceTimersByTimeAsync(1);
  orders.fetchOrderState.mockResolvedValueOnce(state(ORDER_WAITING, { scanned: 1 }));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(pay.$state.get()).toMatchObject({ view: 'paying', scanned: true, failure: null });
  orders.fetchOrderState.mockResolvedValueOnce(state(ORDER_PAID));
  await vi.advanceTimersByTimeAsync(3_000);
  expect([pay.$state.get().view, users.refreshUser.mock.calls.length]).toEqual(['paid', 1]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(orders.fetchOrderState).toHaveBeenCalledTimes(3);
});

it('starts with the order that is open, and makes another QR with another key', async () => {
  const pay = await paying();
  calls.postUnionOrder.mockResolvedValueOnce(order('second'));
  await pay.actions.refresh();
  expect(pay.$state.get().order?.orderid).toBe('second');
  const [first, second] = calls.postUnionOrder.mock.calls.map(([wish]) => wish);
  expect([first, second]).toMatchObject([
    { union_id: 7, balance: 0, cache: 1 },
    { union_id: 7, balance: 0, cache: 0 },
  ]);
  expect(first.idempotency_key).not.toBe(second.idempotency_key);
});

it('asks for the same order while nobody answered, for another one with another QR or choice', async () => {
  const noAnswer = () => new ApiError({ code: 1, msg: '网络连接失败', status: 0 });
  calls.postUnionOrder.mockRejectedValueOnce(noAnswer());
  const { actions } = await paying();
  await actions.refresh();
  orders.postBalancePayment.mockRejectedValueOnce(noAnswer());
  await actions.payByBalance();
  await actions.refresh();
  const keys = () => calls.postUnionOrder.mock.calls.map(([{ idempotency_key }]) => idempotency_key as string);
  expect(new Set(keys()).size).toBe(1);
  await actions.refresh();
  await actions.chooseBalance(false);
  expect([keys().length, new Set(keys()).size]).toEqual([5, 3]);
  actions.dispose();
});

it('pays by the balance when it is chosen and confirmed', async () => {
  const pay = await paying();
  calls.postUnionOrder.mockResolvedValueOnce(order('second', { use_balance: 1, pay_price: 0 }));
  await pay.actions.chooseBalance(true);
  expect(calls.postUnionOrder.mock.calls[1]?.[0]).toMatchObject({ balance: 1, cache: 0 });
  expect(pay.$state.get()).toMatchObject({ use_balance: true, busy: false });
  orders.postBalancePayment.mockResolvedValueOnce(state(ORDER_PAID));
  await pay.actions.payByBalance();
  expect([orders.postBalancePayment.mock.calls, pay.$state.get().view]).toEqual([[['second']], 'paid']);
});

it('says why the balance did not pay, and asks for no more', async () => {
  const pay = await paying();
  orders.postBalancePayment.mockRejectedValueOnce(new ApiError({ code: 1, msg: '订单已关闭，请重新下单', status: 409 }));
  await pay.actions.payByBalance();
  expect(pay.$state.get()).toMatchObject({ busy: false, order: null, failure: { message: '订单已关闭，请重新下单' } });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(orders.fetchOrderState).not.toHaveBeenCalled();
});

it('asks once more when the time is up, and then says that the order is closed', async () => {
  calls.postUnionOrder.mockResolvedValueOnce(order('short', { expires_at: 102 }));
  const pay = await paying();
  orders.fetchOrderState.mockResolvedValueOnce(state(ORDER_CLOSED, { msg: '订单超时未支付，已关闭' }));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(pay.$state.get()).toMatchObject({ view: 'paying', left_s: 0, closed_text: '订单超时未支付，已关闭' });
  const asked = orders.fetchOrderState.mock.calls.length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect([asked, orders.fetchOrderState.mock.calls.length]).toEqual([1, 1]);
});

it('takes a payment that arrives with the last second', async () => {
  calls.postUnionOrder.mockResolvedValueOnce(order('short', { expires_at: 102 }));
  const pay = await paying();
  orders.fetchOrderState.mockResolvedValueOnce(state(ORDER_PAID));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(pay.$state.get()).toMatchObject({ view: 'paid', closed_text: '' });
});

it('shows the words of the server when an order is closed or refused', async () => {
  const pay = await paying();
  orders.fetchOrderState.mockResolvedValueOnce(state(ORDER_CLOSED, { msg: '支付失败，订单已关闭' }));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(pay.$state.get().closed_text).toBe('支付失败，订单已关闭');
  calls.postUnionOrder.mockRejectedValueOnce(new ApiError({ code: 1, msg: '您已是终身会员，无需再次开通', status: 409 }));
  await pay.actions.refresh();
  expect(pay.$state.get()).toMatchObject({ view: 'paying', order: null, failure: { message: '您已是终身会员，无需再次开通' } });
});

it('asks nobody when the login was closed, nor after the page is gone', async () => {
  session.requireSession.mockRejectedValueOnce(new session.LoginDismissed());
  const pay = await paying();
  expect([pay.$state.get(), calls.postUnionOrder.mock.calls]).toMatchObject([{ view: 'start', busy: false }, []]);
  await pay.actions.start();
  pay.actions.dispose();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(orders.fetchOrderState).not.toHaveBeenCalled();
});

it('says of a paid bundle only what is in it', () => {
  const part = (title: string, is_partner: 0 | 1): UnionPartShown => ({ title, duration: '', is_partner });
  const [plan, right] = [part('全站会员', 0), part('影视会员', 1)];
  const ours = '策猫会员已到账，生效时间可在订单中查看。';
  const theirs = '合作方权益正在发放到您登录的手机号，通常几分钟内到账。';
  expect([
    paidText([plan, right], []),
    paidText([plan], []),
    paidText([right], []),
    // had for life: nothing of it arrived
    paidText([plan, right], ['全站会员']),
  ]).toEqual([ours + theirs, ours, theirs, theirs]);
});
