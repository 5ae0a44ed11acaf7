import { beforeAll, expect, it } from 'vitest';
import type { ContactState } from '#contract/contact.ts';
import { KINDS } from '#contract/kinds.ts';
import type { Order, OrderState } from '#contract/order.ts';
import type { WalletMoney, WalletStatement, WithdrawalRow, Withdrawals } from '#contract/wallet.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { endpoints } from '#server/areas/index.ts';
import { createGateway } from '#server/http/gateway.ts';
import { postTransfer } from '#server/modules/wallet/index.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePerson, type Person, paymentNoOf } from '../support/market.ts';

const t = testApp();
let person: Person;
beforeAll(async () => {
  person = await makePerson(t);
});

const get = <T>(path: string, query: Record<string, string | number> = {}, token = person.token) =>
  t.call<T>('GET', path, { token, query });
const post = <T>(path: string, body: object) => t.call<T>('POST', path, { token: person.token, body });

it('M-501 tops up coins by the fields of the specification; what else a client sends changes nothing', async () => {
  const { data: before } = (await get<WalletMoney>('/user/balance/money')).body;
  expect(before).toMatchObject({ money: 0, balance: 0, money_list: expect.arrayContaining([{ id: 50, cat_price: 50 }]) });
  const sent = {
    id: 50,
    pay_type: 5,
    plat_form: 4,
    coupon_id: 999_999,
    openid: 'o-1',
    price: 0.01,
    pay_price: 0,
    pay_fen: 1,
    cat_price: 5_000,
    balance: 1,
  };
  const { data: order } = (await post<Order>('/api/user/money', sent)).body;
  expect(order).toMatchObject({ pay_price: 50, price: 50, coupon_price: 0, deduction_price: 0, status: 1, platform: 1 });
  expect((await post<Order>('/api/user/money', sent)).body.data.orderid).toBe(order.orderid);
  const other = (await post<Order>('/api/user/money', { ...sent, cache: 0 })).body.data;
  expect(other.orderid).not.toBe(order.orderid);
  for (const wrong of [{}, { id: 0 }, { id: 51 }, { id: -50 }, { id: 1.5 }, { id: 50, pay_type: 1 }, { id: 50, plat_form: 1 }])
    expect([wrong, (await post('/api/user/money', wrong)).body.code]).toEqual([wrong, 1]);
  expect((await t.call('POST', '/api/user/money', { body: sent })).body.code).toBe(2);
  expect((await post('/sandbox/pay', { orderid: paymentNoOf(other), result: 'success' })).body.code).toBe(0);
  expect((await get<OrderState>('/api/order', { orderid: other.orderid })).body.data.status).toBe(2);
  expect((await get<OrderState>('/api/order', { orderid: order.orderid })).body.data.status).toBe(3);
  expect((await get<WalletMoney>('/user/balance/money')).body.data.money).toBe(50);
});

it('M-602, M-603 unlocks a contact by the fields of the specification', async () => {
  const supplier = await makePerson(t);
  const rid = await makeItem(t, supplier.id, { kind: KINDS.resource });
  const asked = { rid, type: 1, platform: 4, cache: 'false' };
  expect((await t.call('GET', '/resource/ResourceCall/resourcecall', { query: asked })).body.code).toBe(2);
  const before = (await get<ContactState>('/resource/ResourceCall/resourcecall', asked)).body.data;
  expect(before).toMatchObject({ is_unlock: 0, unlock_price: 10, coupon_num: 0, code: 0, money: 50 });
  const first = (await get<ContactState>('/resource/ResourceCall/moneycall', { ...asked, use_coupon: 0, unlock_price: 0 })).body.data;
  const again = (await get<ContactState>('/resource/ResourceCall/moneycall', { ...asked, use_coupon: 1 })).body.data;
  expect([first.money, again.money, first.x_number]).toEqual([40, 40, again.x_number]);
  const wish = { mobile: '13900000001', bind_id: first.bind_id };
  expect((await post('/callrecode/call_recode/updatecall', wish)).body.code).toBe(4);
  expect((await post('/callrecode/call_recode/callercode', wish)).body.code).toBe(0);
  const { list } = (await get<{ list: Array<{ code: string }> }>('/sandbox/sms', { mobile: wish.mobile })).body.data;
  const changed = await post('/callrecode/call_recode/updatecall', { ...wish, captcha: list[0]?.code });
  expect(changed.body.data).toEqual({ caller_number: '139****0001', x_number: first.x_number });
  const dialled = await post<{ rung: number }>('/sandbox/call', { x_number: first.x_number, caller: '13900000001' });
  expect(dialled.body.data).toMatchObject({ rung: 1 });
  expect((await post('/sandbox/call', { x_number: first.x_number, caller: '13900000002' })).body.code).toBe(1);
  const poor = await makePerson(t);
  const short = await get('/resource/ResourceCall/moneycall', { ...asked, use_coupon: 0 }, poor.token);
  expect([short.status, short.body.code, short.body.msg]).toEqual([200, 8, '猫币余额不足']);
});

it('P-182 shows the lines of an account as a page and as a file', async () => {
  const { data } = (await get<WalletStatement>('/user/balance/statement', { account: 'coin' })).body;
  // what an order was for stands beside its line
  expect(data.list.map(({ title, about, amount, after }) => [title, about, amount, after])).toEqual([
    ['联系供应商', '', -10, 40],
    ['猫币充值', '50 猫币', 50, 50],
  ]);
  expect((await get('/user/balance/statement', { account: 'gateway' })).body.code).toBe(1);
  expect((await get('/user/balance/statement', { month: '2026-13' })).body.code).toBe(1);
  const file = await createGateway(t.app, endpoints).request('/user/balance/csv?account=coin', {
    headers: { token: person.token, platform: '4' },
  });
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  const lines = (await file.text()).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/联系供应商,C\d+,-10,40$/);
});

it('P-181 asks for earnings, says how it stands and takes the request back', async () => {
  const entries = [
    { owner_id: null, purpose: 'platform', amount: -20_000 },
    { owner_id: person.id, purpose: 'earning', amount: 20_000 },
  ] as const;
  await inTransaction(t.ctx(), (tx) =>
    postTransfer(tx, { key: 'earned', reason: 'sale', reference: '', unit: 'fen', entries: [...entries] }),
  );
  const form = { method: 'bank', name: '张三', account: '6222 0202 0000 1235', idempotency_key: 'first-request' };
  const wrong = await post('/user/withdrawal', { ...form, amount: 20, account: '12' });
  expect(wrong.body).toMatchObject({ code: 1, fields: { amount: '每次至少提现 ¥100', account: '请输入正确的银行卡号' } });
  const more = await post('/user/withdrawal', { ...form, amount: 150.5, amount_fen: 1, status: 'paid' });
  expect(Object.keys(more.body.fields ?? {})).toEqual(['amount_fen', 'status']);
  const asked = await post<WithdrawalRow>('/user/withdrawal', { ...form, amount: 150.5 });
  expect(asked.body.data, JSON.stringify(asked.body)).toMatchObject({ amount: 150.5, account: '6222****1235', status: 'reviewing' });
  expect((await get<Withdrawals>('/user/withdrawal')).body.data).toMatchObject({ available: 49.5, busy: true, total: 1 });
  // secrets are taken from the body alone
  expect(
    (await t.call('POST', '/user/withdrawal', { token: person.token, query: { ...form, amount: 100, name: '李四' }, body: {} })).body.code,
  ).toBe(1);
  const back = await post<WithdrawalRow>('/user/withdrawal/cancel', { id: asked.body.data.id });
  expect(back.body.data.status).toBe('cancelled');
  expect((await get<WalletMoney>('/user/balance/money')).body.data).toMatchObject({ earning: 200, withdrawing: 0 });
});

it('M-951, S-300 says whether the order banner is shown', async () => {
  expect((await t.call('GET', '/scheme/index/freeorder')).body.data).toEqual({ free: 0, img: '', icon: '' });
});
