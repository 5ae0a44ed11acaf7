import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import { ORDER_PAID, ORDER_WAITING, type Order } from '#contract/order.ts';
import type { SalonPriceList } from '#contract/salon.ts';

const calls = vi.hoisted(() => ({
  ...{ fetchPriceList: vi.fn(), postCompute: vi.fn(), postTicketOrder: vi.fn(), postWaiting: vi.fn(), leaveList: vi.fn() },
}));
const orders = vi.hoisted(() => ({ fetchOrderState: vi.fn(), postBalancePayment: vi.fn() }));
vi.mock('#client/gateway.ts', async () => {
  const { fakedGateway } = await import('../../../tests/support/faked-gateway.ts');
  return fakedGateway({
    'GET /salon/buy/pricelist': ({ id }) => calls.fetchPriceList(id),
    'POST /salon/buy/compute': (wish) => calls.postCompute(wish),
    'POST /salon/buy/order': (wish) => calls.postTicketOrder(wish),
    'POST /salon/waiting': (wish) => calls.postWaiting(wish),
    'DELETE /salon/waiting': ({ id }) => calls.leaveList(id),
  });
});
vi.mock('#kit/pay/order.api.ts', () => orders);
vi.mock('#client/session.ts', () => ({ requireSession: async () => undefined, LoginDismissed: class extends Error {} }));
vi.mock('#client/toast.ts', () => ({ toastSuccess: () => undefined }));

const { createTickets } = await import('./tickets.store.ts');

const kind = (id: number) => ({ id, name: `票${id}`, left: 50, on_sale: true, your_price: 0, price: 0, questions: [] });
const LIST = { closed: '', most: 5, kinds: [kind(1), kind(2)], plan: [], waiting: [], holder: { name: '小林', phone: '13900000000' } };
const noAnswer = () => new ApiError({ code: 1, msg: '网络连接失败', status: 0 });
const refused = () => new ApiError({ code: 1, msg: '余票不足', status: 409 });
const order = (orderid: string, status: number = ORDER_PAID) =>
  ({ orderid, status, use_balance: 0, expires_at: 1_000, server_time: 100 }) as Order;

const keys = (): string[] => calls.postTicketOrder.mock.calls.map(([input]) => (input as { idempotency_key: string }).idempotency_key);
const caches = (): number[] => calls.postTicketOrder.mock.calls.map(([input]) => (input as { cache: number }).cache);

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetAllMocks();
  vi.stubGlobal('document', new EventTarget());
  calls.fetchPriceList.mockResolvedValue(LIST as unknown as SalonPriceList);
  calls.postCompute.mockResolvedValue({});
  orders.fetchOrderState.mockResolvedValue({ status: ORDER_WAITING, msg: '', scanned: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Two seats are chosen, and who comes is said. */
async function chosen() {
  const onPaid = vi.fn();
  const tickets = createTickets(9, onPaid);
  await tickets.actions.load();
  tickets.actions.count(1, 2);
  await tickets.actions.toPeople();
  tickets.actions.seat(1, { name: '小周', phone: '13900000001' });
  return { ...tickets, onPaid };
}

it('asks for the same order while nobody answered: free seats are not taken twice', async () => {
  const { $state, actions, onPaid } = await chosen();
  calls.postTicketOrder.mockRejectedValueOnce(noAnswer()).mockRejectedValueOnce(new Error('cut')).mockResolvedValueOnce(order('one'));
  await actions.submit();
  expect($state.get()).toMatchObject({ view: 'pay', order: null, failure: { message: '网络连接失败' } });
  await actions.refresh();
  await actions.refresh();
  expect([new Set(keys()).size, caches(), onPaid.mock.calls]).toEqual([1, [1, 0, 0], [['one']]]);
});

it('keeps the key where the reader goes back and sends the same again', async () => {
  const { actions } = await chosen();
  calls.postTicketOrder.mockRejectedValueOnce(noAnswer()).mockResolvedValueOnce(order('one'));
  await actions.submit();
  actions.back();
  await actions.toPeople();
  await actions.submit();
  expect(new Set(keys()).size).toBe(1);
});

it('asks for another order after a refusal, and for other seats or people', async () => {
  const { actions } = await chosen();
  calls.postTicketOrder
    .mockRejectedValueOnce(refused())
    .mockRejectedValueOnce(noAnswer())
    .mockResolvedValueOnce(order('one', ORDER_WAITING));
  await actions.submit();
  await actions.refresh();
  actions.back();
  actions.count(2, 1);
  await actions.toPeople();
  actions.seat(2, { name: '小吴', phone: '13900000002' });
  await actions.submit();
  // changed once more, with an order that waits: not that one again
  calls.postTicketOrder.mockResolvedValueOnce(order('two', ORDER_WAITING));
  actions.back();
  actions.count(2, 0);
  await actions.toPeople();
  await actions.submit();
  expect(new Set(keys()).size).toBe(4);
  actions.dispose();
});

it('asks for the order again whose payment by balance was not answered, and for a new one with a new QR', async () => {
  const { $state, actions, onPaid } = await chosen();
  await actions.choose({ use_balance: true });
  // what is paid from the balance is the order's word: here nothing
  calls.postTicketOrder.mockResolvedValue(order('one', ORDER_WAITING));
  await actions.submit();
  orders.postBalancePayment.mockRejectedValueOnce(noAnswer());
  await actions.payByBalance();
  expect($state.get()).toMatchObject({ order: null, failure: { message: '网络连接失败' } });
  await actions.refresh();
  await actions.refresh();
  const [first, second, third] = keys();
  expect([first === second, second === third, onPaid.mock.calls.length]).toEqual([true, false, 0]);
  actions.dispose();
});

const block = (states: string) => ({
  ...{ key: 'b1', name: 'A 区', shape: 'rows', rows: 1, chairs: 4, aisle: 0, kind_id: 1, ids: [11, 12, 13, 14], states },
});

it('takes chairs by hand or side by side, no more than an order holds, and keeps what is left when one is gone', async () => {
  calls.fetchPriceList.mockResolvedValue({ ...LIST, most: 2, plan: [block('0100')] } as unknown as SalonPriceList);
  const { $state, actions } = createTickets(9, vi.fn());
  await actions.load();
  expect($state.get().counts).toEqual({ 1: 0 });
  actions.pickTogether(1, 2);
  expect([$state.get().picks, $state.get().counts]).toEqual([[13, 14], { 1: 2 }]);
  actions.pick(11);
  expect([$state.get().picks, $state.get().errors['seats']]).toEqual([[13, 14], '一次最多购买 2 张']);
  await actions.toPeople();
  expect($state.get().seats.map(({ seat_id }) => seat_id)).toEqual([13, 14]);
  actions.seat(0, { name: '小林', phone: '13900000000' });
  actions.seat(1, { name: '小周', phone: '13900000001' });
  const fields = { seats: '“A 区 1 排 3 座”刚被选走' };
  calls.postTicketOrder.mockRejectedValue(new ApiError({ code: 1, msg: fields.seats, status: 409, fields }));
  calls.fetchPriceList.mockResolvedValue({ ...LIST, most: 2, plan: [block('0110')] } as unknown as SalonPriceList);
  expect(await actions.submit()).toBe(false);
  expect($state.get()).toMatchObject({ view: 'choose', picks: [14], counts: { 1: 1 }, errors: fields });
  // who comes is not typed again
  actions.pick(11);
  await actions.toPeople();
  expect($state.get().seats).toMatchObject([
    { name: '小林', seat_id: 14 },
    { name: '小周', seat_id: 11 },
  ]);
});

it('begins with the chairs that are held for the reader', async () => {
  calls.fetchPriceList.mockResolvedValue({ ...LIST, plan: [block('0130')] } as unknown as SalonPriceList);
  const { $state, actions } = createTickets(9, vi.fn());
  await actions.load();
  expect([$state.get().picks, $state.get().counts]).toEqual([[13], { 1: 1 }]);
});

it('shows the price of the newest choice, whichever answer comes last, and is busy until then', async () => {
  const { $state, actions } = await chosen();
  const answers: Array<(quote: object) => void> = [];
  calls.postCompute.mockImplementation(() => new Promise((answer) => answers.push(answer)));
  const both = [actions.choose({ coupon_id: 4 }), actions.choose({ use_balance: true })];
  answers[1]?.({ pay_price: 10, code: '' });
  await both[1];
  expect($state.get()).toMatchObject({ quote: { pay_price: 10 }, busy: false });
  answers[0]?.({ pay_price: 60, code: '' });
  await both[0];
  expect($state.get()).toMatchObject({ quote: { pay_price: 10 }, use_balance: true });
});
