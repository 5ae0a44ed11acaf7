import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import { ORDER_WAITING, type Order } from '#contract/order.ts';

const client = vi.hoisted(() => ({ post: vi.fn() }));
const orders = vi.hoisted(() => ({ fetchOrderState: vi.fn(), postBalancePayment: vi.fn() }));
vi.mock('#client/gateway.ts', () => ({ gateway: client }));
vi.mock('../order/order.api.ts', () => orders);
vi.mock('#client/session.ts', () => ({ requireSession: async () => undefined, LoginDismissed: class extends Error {} }));

const { createUnionPay } = await import('./union-pay.store.ts');

const ORDER = { orderid: 'one', status: ORDER_WAITING, use_balance: 1, expires_at: 1_000, server_time: 100 } as Order;
const noAnswer = () => new ApiError({ code: 1, msg: '网络连接失败', status: 0 });
const keys = (): string[] => client.post.mock.calls.map(([, input]) => (input as { idempotency_key: string }).idempotency_key);

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetAllMocks();
  client.post.mockResolvedValue(ORDER);
});
afterEach(() => {
  vi.useRealTimers();
});

it('asks for the same order while nobody answered, for another one with another QR or choice', async () => {
  const { actions } = createUnionPay(3);
  client.post.mockRejectedValueOnce(noAnswer());
  await actions.start();
  await actions.refresh();
  orders.postBalancePayment.mockRejectedValueOnce(noAnswer());
  await actions.payByBalance();
  await actions.refresh();
  expect(new Set(keys()).size).toBe(1);
  await actions.refresh();
  await actions.chooseBalance(false);
  expect([keys().length, new Set(keys()).size]).toEqual([5, 3]);
  actions.dispose();
});
