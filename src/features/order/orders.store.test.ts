import { beforeEach, expect, it, vi } from 'vitest';
import type { OrderList } from '#contract/order.ts';

const calls: unknown[][] = [];
let bought: () => void = () => undefined;
const answers: Array<(list: Partial<OrderList>) => void> = [];

vi.mock('#client/gateway.ts', async () => {
  const { fakedGateway } = await import('../../../tests/support/faked-gateway.ts');
  return fakedGateway({
    'GET /scheme/buy/orderlist': ({ page, limit, ...want }) => {
      calls.push([want, page, limit]);
      return new Promise((resolve) => answers.push(resolve as (typeof answers)[0]));
    },
    'POST /api/order/hide': ({ orderid }) => {
      calls.push(['hide', orderid]);
    },
  });
});
vi.mock('#kit/pay/order.api.ts', () => ({
  postCancel: async (orderid: string) => {
    calls.push(['cancel', orderid]);
  },
}));
vi.mock('./purchase.ts', () => ({
  openPurchase: (_id: number, onBought: () => void) => {
    bought = onBought;
    return new Promise(() => undefined);
  },
}));
vi.mock('#client/toast.ts', () => ({ toastSuccess: () => undefined, toastError: () => undefined }));
vi.mock('#client/fetch-csv.ts', () => ({
  saveBlob: () => undefined,
  fetchCsv: async (path: string) => {
    calls.push(['csv', path]);
    return new Blob();
  },
}));
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });

const { createOrders } = await import('./orders.store.ts');

beforeEach(() => {
  calls.length = 0;
  answers.length = 0;
});

it('P-120, P-130, P-140 asks for the orders of its kind alone; of two answers the newer one stands', async () => {
  const orders = createOrders({ code: 2 });
  const first = orders.actions.load();
  const second = orders.actions.load({ tab: 'paid' });
  expect(calls).toEqual([
    [{ kind: 2, status: 0 }, 1, 10],
    [{ kind: 2, status: 2 }, 1, 10],
  ]);
  answers[1]?.({ total: 5 });
  await second;
  answers[0]?.({ total: 9 });
  await first;
  expect(orders.$state.get()).toMatchObject({ tab: 'paid', orders: { total: 5 }, loading: false });
});

it('loads anew as soon as the order is paid, while the dialog stands, and after a cancelling', async () => {
  const orders = createOrders({ code: 1 });
  void orders.actions.pay({ subject_id: 7, pay_href: '' });
  expect(calls).toEqual([]);
  bought();
  expect(calls).toEqual([[{ kind: 1, status: 0 }, 1, 10]]);
  void orders.actions.cancel('4711');
  await vi.waitFor(() => expect(calls).toHaveLength(3));
  expect(calls.slice(1)).toEqual([
    ['cancel', '4711'],
    [{ kind: 1, status: 0 }, 1, 10],
  ]);
});

it('goes to the page before when the last row of a page was deleted', async () => {
  const orders = createOrders({ code: 1 });
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
    [{ kind: 1, status: 0 }, 2, 10],
    [{ kind: 1, status: 0 }, 1, 10],
  ]);
});

it('M-950 narrows the list, begins at its first page and hands the same over as a file', async () => {
  const orders = createOrders({ code: 0 });
  void orders.actions.load({ page: 3 });
  void orders.actions.load({ filters: { q: '年会', from: '2026-01-01', to: '', sort: 'k2' } });
  expect(calls[1]).toEqual([{ kind: 2, status: 0, q: '年会', from: '2026-01-01' }, 1, 10]);
  void orders.actions.load({ filters: { q: '', from: '', to: '', sort: 'coins' } });
  expect(calls[2]).toEqual([{ kind: 0, subject: 'coins', status: 0 }, 1, 10]);
  await orders.actions.save();
  expect(calls[3]).toEqual(['csv', '/api/order/export?kind=0&subject=coins&status=0']);
});

it('asks for the orders of a subject that is no item, and pays them on their own page', async () => {
  const orders = createOrders({ code: 0, subject: 'membership' });
  void orders.actions.load();
  expect(calls).toEqual([[{ kind: 0, subject: 'membership', status: 0 }, 1, 10]]);
  const assign = vi.fn();
  vi.stubGlobal('location', { assign });
  await orders.actions.pay({ subject_id: 7, pay_href: '/vip/payVip' });
  expect(assign).toHaveBeenCalledWith('/vip/payVip');
});
