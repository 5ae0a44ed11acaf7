import { beforeEach, expect, it, vi } from 'vitest';
import type { OrderList } from '#contract/order.ts';

const calls: unknown[][] = [];
let bought: () => void = () => undefined;
const answers: Array<(list: Partial<OrderList>) => void> = [];

vi.mock('./order.api.ts', () => ({
  fetchOrders: (...input: unknown[]) => {
    calls.push(input);
    return new Promise((resolve) => answers.push(resolve as (typeof answers)[0]));
  },
  postCancel: async (orderid: string) => {
    calls.push(['cancel', orderid]);
  },
  postHide: async (orderid: string) => {
    calls.push(['hide', orderid]);
  },
}));
vi.mock('./purchase.ts', () => ({
  openPurchase: (_id: number, onBought: () => void) => {
    bought = onBought;
    return new Promise(() => undefined);
  },
}));
vi.mock('#client/toast.ts', () => ({ toastSuccess: () => undefined }));
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });

const { createOrders } = await import('./orders.store.ts');

beforeEach(() => {
  calls.length = 0;
  answers.length = 0;
});

it('asks for the orders of its kind alone; of two answers the newer one stands', async () => {
  const orders = createOrders(2);
  const first = orders.actions.load();
  const second = orders.actions.load({ tab: 'paid' });
  expect(calls).toEqual([
    [2, 0, 1, 10],
    [2, 2, 1, 10],
  ]);
  answers[1]?.({ total: 5 });
  await second;
  answers[0]?.({ total: 9 });
  await first;
  expect(orders.$state.get()).toMatchObject({ tab: 'paid', orders: { total: 5 }, loading: false });
});

it('loads anew as soon as the order is paid, while the dialog stands, and after a cancelling', async () => {
  const orders = createOrders(1);
  void orders.actions.pay(7);
  expect(calls).toEqual([]);
  bought();
  expect(calls).toEqual([[1, 0, 1, 10]]);
  void orders.actions.cancel('4711');
  await vi.waitFor(() => expect(calls).toHaveLength(3));
  expect(calls.slice(1)).toEqual([
    ['cancel', '4711'],
    [1, 0, 1, 10],
  ]);
});

it('goes to the page before when the last row of a page was deleted', async () => {
  const orders = createOrders(1);
  const loading = orders.actions.load({ page: 2 });
  answers[0]?.({ list: [], total: 10 });
  await loading;
  const hiding = orders.actions.hide('4711');
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.({ list: [], total: 10 });
  await vi.waitFor(() => expect(answers).toHaveLength(3));
  answers[2]?.({ list: [{}] as OrderList['list'], total: 10 });
  await hiding;
  expect(calls.slice(1)).toEqual([
    ['hide', '4711'],
    [1, 0, 2, 10],
    [1, 0, 1, 10],
  ]);
});
