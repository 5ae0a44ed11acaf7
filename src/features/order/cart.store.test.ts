import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import type { Cart } from '#contract/cart.ts';
import type { TogetherCalls } from './TogetherPay.tsx';

const line = (id: number, refusal = '') => ({ id, kind: 'scheme', title: `方案 ${id}`, cover: null, list_price: 10, price: 10, refusal });
const CART: Cart = { list: [line(1), line(2, '已下架，不能购买'), line(3)], list_price: 20, price: 20, balance: 5 };
const sent: Array<[string, unknown]> = [];
let end: 'paid' | 'closed' = 'paid';
let broken = false;

vi.mock('#client/gateway.ts', () => ({
  SILENT: { silent: true },
  gateway: async (name: string, body: object) => {
    if (broken) throw new ApiError({ code: 1, msg: '服务异常，请稍后再试', status: 500, request_id: 'r7' });
    sent.push([name, body]);
    return CART;
  },
}));
vi.mock('./TogetherPay.tsx', () => ({
  showTogether: async (_title: string, calls: TogetherCalls) => {
    const quote = await calls.quote();
    await calls.place(quote, { balance: 0, user_coupon_id: 0, idempotency_key: 'k' });
    return end;
  },
}));
const { createCart } = await import('./cart.store.ts');

beforeEach(() => {
  sent.length = 0;
  broken = false;
});

it('T4 pays what can be bought, and shows no longer what was paid', async () => {
  const { $state, actions } = createCart();
  await actions.load();
  await actions.pay();
  expect(sent.at(-1)).toEqual(['POST /user/cart/order', { ids: [1, 3], balance: 0, cache: 0, idempotency_key: 'k' }]);
  expect($state.get().cart?.list.map(({ id }) => id)).toEqual([2]);
  end = 'closed';
  await actions.pay();
  expect($state.get().cart?.list).toHaveLength(3);
});

it('T4 keeps what it shows when the line is cut, with the number of the request', async () => {
  const { $state, actions } = createCart();
  await actions.load();
  broken = true;
  await actions.remove(1);
  expect($state.get()).toMatchObject({ busy: false, failure: { message: '服务异常，请稍后再试', request_id: 'r7' } });
  expect($state.get().cart?.list).toHaveLength(3);
});
