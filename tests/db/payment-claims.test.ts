import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Books } from '#contract/books.ts';
import type { StaffClaim } from '#contract/claim.ts';
import type { OrderDetail } from '#contract/order.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { hasGrant } from '#server/modules/access/index.ts';
import { topUpBalance } from '#server/modules/coins/index.ts';
import {
  addClaim,
  answerClaim,
  askOwnRefund,
  keepProof,
  openProof,
  payByBalance,
  pendingEarnings,
  recordResult,
  refundOrder,
  remindOfClaims,
  runRefunds,
  settlePayment,
  takeNotify,
} from '#server/modules/orders/index.ts';
import { withdrawable } from '#server/modules/payouts/index.ts';
import { closingCheck } from '#server/modules/privacy/index.ts';
import { reconcileDay } from '#server/modules/reconcile/index.ts';
import { balances, proveLedger } from '#server/modules/wallet/index.ts';
import type { ClaimFacts } from '#server/providers/payment/port.ts';
import { salesOfPublisher } from '#server/views/own-money.ts';
import { testApp } from '../support/app.ts';
import { giveCoupon, makeItem, makePerson, type Person, payAtProvider, place, sandbox } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';
import { confirmWaiting, nextStaffDay } from '../support/second-person.ts';
import { sweepNow } from '../support/sweep.ts';

const t = testApp();
let publisher: Person;
let staff: Person;
beforeAll(async () => {
  publisher = await makePerson(t);
  const { id, token, actor } = await makeUser(t, { roles: ['finance'] });
  staff = { id, token, ctx: t.ctx(actor) };
  await makeUser(t, { roles: ['admin'] });
});
afterEach(async () => {
  await runRefunds(t.ctx());
  expect((await proveLedger(t.ctx())).faults).toEqual([]);
  await nextStaffDay(t);
});

async function bought({ balance_fen = 0, coupon_fen = 0, price_fen = 10_000 } = {}) {
  const buyer = await makePerson(t, balance_fen);
  const item_id = await makeItem(t, publisher.id, { price_fen });
  const coupon = coupon_fen > 0 ? { user_coupon_id: await giveCoupon(t, buyer.id, coupon_fen) } : {};
  const order = await place(buyer, item_id, { balance: balance_fen > 0 ? 1 : 0, ...coupon });
  const facts = await payAtProvider(t, order);
  await settlePayment(t.ctx(), 'sandbox', facts);
  return { buyer, item_id, orderid: order.orderid, payment_no: facts.payment_no };
}

/** The provider's callback, signed. @returns the status that it got */
async function tell(payment_no: string, kind: ClaimFacts['kind'], status: ClaimFacts['status'] = 'open'): Promise<number> {
  const facts = await sandbox(t).claim(payment_no, { kind, status, words: '收到的内容与描述不符' }, t.clock.now());
  const { body, headers } = sandbox(t).signNotify(facts as ClaimFacts, t.clock.now());
  return (await takeNotify(t.app, 'sandbox', Buffer.from(body), new Headers(headers), 'test')).status;
}
const lastId = async () => (await t.app.db.execute<{ id: number }>(sql`select max(id)::int as id from payment_claims`)).rows[0]?.id ?? 0;
const claim = async (id: number) =>
  (await t.call<StaffClaim>('GET', '/admin/claim', { token: staff.token, query: { id: String(id) } })).body.data;
const order = async ({ buyer, orderid }: { buyer: Person; orderid: string }) =>
  (await t.call<OrderDetail>('GET', '/api/order/detail', { token: buyer.token, query: { orderid } })).body.data;
const money = (person: Person) => balances(t.ctx(), person.id);
const titles = async (person: Person) =>
  (await t.app.db.execute<{ title: string }>(sql`select title from notices where user_id = ${person.id} order by id`)).rows.map(
    ({ title }) => title,
  );
const unlike = async () => {
  const { token } = staff;
  return (await t.call<Books>('GET', '/admin/books', { token, query: { month: shanghaiDay(t.clock.now()).slice(0, 7) } })).body.data;
};

it('T12 M21 a complaint holds the share, is answered with proofs, and what is won returns', async () => {
  const sold = await bought();
  const before = await money(publisher);
  expect(await tell(sold.payment_no, 'complaint')).toBe(200);
  const id = await lastId();
  const held = (await claim(id)).held;
  expect(held).toBeGreaterThan(0);
  expect(await money(publisher)).toMatchObject({ earning_fen: before.earning_fen - held * 100, claimed_fen: held * 100 });
  // what is held is not counted a second time as what buyers may take back
  const { available_fen, pending_fen } = await withdrawable(t.ctx(), publisher.id);
  expect(available_fen + pending_fen).toBe(before.earning_fen - held * 100);
  expect(await pendingEarnings(t.ctx(), publisher.id)).toBe(0);
  expect((await titles(publisher)).at(-1)).toBe(`「年会方案」被买家投诉，收益 ¥${held.toFixed(2)} 暂时冻结`);
  expect((await order(sold)).refund.claim).toContain('交易投诉正在处理');
  expect((await salesOfPublisher(publisher.ctx, { page: 1, limit: 1 })).list[0]).toMatchObject({ orderid: sold.orderid, claimed: true });
  for (const who of [sold.buyer, publisher])
    expect((await closingCheck(who.ctx)).blockers.map(({ text }) => text)).toContain('有 1 件拒付或投诉正在处理，请等支付方有结果');

  const upload = (text: string) => keepProof(staff.ctx, { id, name: '聊天记录.pdf', file: Buffer.from(text) });
  await expect(upload('hello')).rejects.toMatchObject({ code: 1 });
  await upload('%PDF-1.4 proof');
  expect(await sweepNow(t)).toBe(0);
  expect((await t.call('POST', '/admin/claim/answer', { token: staff.token, body: { id, reason: '已交付' } })).body.code).toBe(0);
  expect(await claim(id)).toMatchObject({ state: 'answered', answer: '已交付', files: ['聊天记录.pdf'], held });
  expect(await openProof(staff.ctx, { id, n: 0 })).toMatchObject({ name: '聊天记录.pdf', type: 'application/pdf', size_bytes: 14 });
  expect((await t.call('POST', '/admin/claim/end', { token: staff.token, body: { id, result: 'won', reason: '平台判定' } })).status).toBe(
    200,
  );
  expect(await claim(id)).toMatchObject({ state: 'won', result: '平台判定' });
  expect(await money(publisher)).toMatchObject({ earning_fen: before.earning_fen, claimed_fen: 0 });
  expect((await titles(publisher)).at(-1)).toContain('交易投诉不成立，冻结的');
  expect((await order(sold)).refund.claim).toBe('');
  expect((await t.call('POST', '/admin/claim/answer', { token: staff.token, body: { id, reason: '再答' } })).status).toBe(409);
  expect(await claim(id)).toMatchObject({
    audit: expect.arrayContaining([expect.objectContaining({ action_title: '登记拒付或投诉的结果' })]),
  });
});

it('T12 M21 a lost chargeback gives back by the rules of refunds, with a second person, and the books have it twice', async () => {
  const sold = await bought({ balance_fen: 2_000, coupon_fen: 1_000, price_fen: 90_000 });
  await t.call('GET', '/api/order/detail', { token: sold.buyer.token, query: { orderid: sold.orderid } });
  expect(await tell(sold.payment_no, 'chargeback')).toBe(200);
  const id = await lastId();
  // while the bank may take it, nothing else gives it back
  await expect(refundOrder(t.ctx(), { orderid: sold.orderid, reason: '测试' })).rejects.toMatchObject({ status: 409 });
  await expect(askOwnRefund(sold.buyer.ctx, { orderid: sold.orderid, reason: '买错了' })).rejects.toMatchObject({ status: 409 });
  const end = () => t.call('POST', '/admin/claim/end', { token: staff.token, body: { id, result: 'lost', reason: '银行裁定' } });
  expect((await end()).status).toBe(202);
  expect((await claim(id)).state).toBe('open');
  expect(await confirmWaiting(t)).toBe(1);
  expect(await claim(id)).toMatchObject({ state: 'lost', result: '银行裁定' });
  expect(await order(sold)).toMatchObject({ status: 3, msg: '拒付或投诉成立，支付方已退款，订单已结束', refunded: 890 });
  expect((await order(sold)).refund.list).toMatchObject([{ whole: true, reason: '拒付或投诉成立', done: true }]);
  expect(await hasGrant(t.ctx(), sold.buyer.id, sold.item_id)).toBe(false);
  expect(await money(sold.buyer)).toMatchObject({ balance_fen: 2_000 });
  expect(await money(publisher)).toMatchObject({ claimed_fen: 0 });
  expect((await titles(publisher)).at(-1)).toContain('被拒付或投诉成立，收益扣回');
  // nothing is asked of the provider
  expect(await runRefunds(t.ctx())).toBe(0);
  const { rows } =
    await t.app.db.execute(sql`select r.status, r.reason, p.status as payment from refunds r join payments p on p.id = r.payment_id
    where p.payment_no = ${sold.payment_no}`);
  expect(rows).toEqual([{ status: 'done', reason: 'charged_back', payment: 'refunded' }]);
  const books = await unlike();
  expect(books.unlike).toEqual([]);
  expect(books.twice.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['拒付，支付方已扣回：支付渠道', '拒付与投诉冻结：冻结收益', '拒付与投诉解冻：冻结收益']),
  );
  expect(books.sections.flatMap(({ figures }) => figures).find(({ title }) => title === '微信支付拒付')).toMatchObject({ amount: 870 });
  const { differences } = await reconcileDay(t.ctx(), shanghaiDay(t.clock.now()));
  expect(differences).toEqual([]);
});

it('T12 M21 staff write one down by hand, a refund settles a complaint, and the payer takes one back', async () => {
  const sold = await bought();
  const by_hand = {
    ...{ payment_no: sold.payment_no, kind: 'complaint' as const, provider_no: 'ALI-1', amount: 10_000, words: '未收到' },
    ...{ came: '2020-01-01', due: '2099-01-01' },
  };
  await expect(addClaim(staff.ctx, { ...by_hand, amount: 10_001 })).rejects.toMatchObject({ code: 1 });
  await expect(addClaim(publisher.ctx, by_hand)).rejects.toMatchObject({ status: 403 });
  const { id } = await addClaim(staff.ctx, by_hand);
  await expect(addClaim(staff.ctx, by_hand)).rejects.toMatchObject({ status: 409 });
  await refundOrder(t.ctx(), { orderid: sold.orderid, reason: '协商退款', amount_fen: 4_000 });
  expect(await claim(id)).toMatchObject({ state: 'refunded', result: '协商退款' });
  expect(await money(publisher)).toMatchObject({ claimed_fen: 0 });
  expect((await order(sold)).status).toBe(2);
  // a complaint goes on as a chargeback; the share is held once
  await tell(sold.payment_no, 'complaint');
  const earning = (await money(publisher)).earning_fen;
  await tell(sold.payment_no, 'chargeback');
  expect((await money(publisher)).earning_fen).toBe(earning);
  expect(await tell(sold.payment_no, 'chargeback', 'withdrawn')).toBe(200);
  expect((await claim(await lastId())).state).toBe('withdrawn');
  await tell(sold.payment_no, 'complaint', 'withdrawn');
  expect(await money(publisher)).toMatchObject({ claimed_fen: 0 });
  expect((await unlike()).unlike).toEqual([]);
});

it('T12 M21 refuses claims about what is not ours, and reminds staff three days and a day before, once', async () => {
  const facts: ClaimFacts = {
    ...{
      merchant_id: 'sandbox-merchant',
      provider_no: 'X1',
      kind: 'complaint',
      payment_no: 'P000',
      amount_fen: 1,
      words: '',
      status: 'open',
    },
    ...{ came_s: 1, due_s: null },
  };
  const send = async (told: ClaimFacts) => {
    const { body, headers } = sandbox(t).signNotify(told, t.clock.now());
    return (await takeNotify(t.app, 'sandbox', Buffer.from(body), new Headers(headers), 'test')).status;
  };
  expect(await send(facts)).toBe(400);
  const { payment_no } = await bought();
  expect(await send({ ...facts, payment_no, amount_fen: 10_001 })).toBe(400);
  expect(await send({ ...facts, payment_no, merchant_id: 'other' })).toBe(400);
  const now_s = Math.floor(t.clock.now().getTime() / 1000);
  expect(await send({ ...facts, payment_no, came_s: now_s, due_s: now_s + 80 * 3_600 })).toBe(200);
  const reminders = async () => (await titles(staff)).filter((title) => title.includes('天内答复'));
  await remindOfClaims(t.ctx());
  expect(await reminders()).toEqual([]);
  t.clock.advance_ms(10 * 3_600_000);
  await remindOfClaims(t.ctx());
  await remindOfClaims(t.ctx());
  expect(await reminders()).toEqual(['交易投诉须在 3 天内答复']);
  t.clock.advance_ms(50 * 3_600_000);
  await remindOfClaims(t.ctx());
  expect(await reminders()).toEqual(['交易投诉须在 3 天内答复', '交易投诉须在 1 天内答复']);
  await answerClaim(staff.ctx, { id: await lastId(), reason: '已交付' });
  await recordResult(staff.ctx, { id: await lastId(), result: 'withdrawn', reason: '付款人撤诉' });
});

it('T11 T12 a chargeback of what went to the balance, or was spent, takes what is there and books the rest as our loss', async () => {
  const back = await bought();
  await askOwnRefund(back.buyer.ctx, { orderid: back.orderid, reason: '买错了', to_balance: true });
  const half = await place(back.buyer, await makeItem(t, publisher.id, { price_fen: 4_000 }), { balance: 1 });
  await payByBalance(back.buyer.ctx, half.orderid);
  expect(await tell(back.payment_no, 'chargeback', 'lost')).toBe(200);
  expect((await claim(await lastId())).state).toBe('lost');
  expect((await money(back.buyer)).balance_fen).toBe(0);

  const buyer = await makePerson(t);
  const topped = await topUpBalance(buyer.ctx, { yuan: 100, reuse_open: true });
  const facts = await payAtProvider(t, topped);
  await settlePayment(t.ctx(), 'sandbox', facts);
  const spent = await place(buyer, await makeItem(t, publisher.id, { price_fen: 7_000 }), { balance: 1 });
  await payByBalance(buyer.ctx, spent.orderid);
  expect(await tell(facts.payment_no, 'chargeback', 'lost')).toBe(200);
  expect([(await claim(await lastId())).state, (await money(buyer)).balance_fen]).toEqual(['lost', 0]);
  const books = await unlike();
  expect(books.unlike).toEqual([]);
  // 40 of the first, 70 of the second were spent
  expect(books.sections.flatMap(({ figures }) => figures).find(({ title }) => title === '拒付没有收回的部分')).toMatchObject({
    amount: 110,
  });
});
