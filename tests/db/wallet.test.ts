import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { ORDER_PAID } from '#contract/order.ts';
import type { WithdrawalInput } from '#contract/wallet.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { sealWith } from '#server/kernel/key-ring.ts';
import { coinPacks, topUp } from '#server/modules/coins/index.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import { askOwnRefund, orderDetail, orderState, refundOrder, settlePayment } from '#server/modules/orders/index.ts';
import { cancelWithdrawal, ownWithdrawals, requestWithdrawal, runPayouts, withdrawalOpen } from '#server/modules/payouts/index.ts';
import { decideReview, listReviews } from '#server/modules/review/index.ts';
import { orderTickets } from '#server/modules/salons/index.ts';
import { moveSalon } from '#server/modules/salons/move-salon.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { person_verifications } from '#server/modules/verification/tables.ts';
import { balances, postTransfer, proveLedger, release, reserve, statementCsv, walletStatement } from '#server/modules/wallet/index.ts';
import type { PayoutFacts, PayoutPort, PayoutRequest } from '#server/providers/payout/port.ts';
import { REFUSED_NAME } from '#server/providers/payout/sandbox.ts';
import { testApp } from '../support/app.ts';
import { giveBalance, makeItem, makePerson, type Person, payAtProvider, place } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';
import { kindForm, makeSalon, seats } from '../support/salons.ts';

/** A provider that a test makes slow, silent or dead after it paid. */
let between: ((request: PayoutRequest) => Promise<void>) | null = null;
let before: (() => void) | null = null;
const t = testApp();
let finance: Person;
const asked: PayoutRequest[] = [];

function flaky(port: PayoutPort): PayoutPort {
  return {
    name: port.name,
    query: (no) => port.query(no),
    async pay(request): Promise<PayoutFacts> {
      before?.();
      asked.push(request);
      const facts = await port.pay(request);
      await between?.(request);
      return facts;
    },
  };
}

beforeAll(async () => {
  t.app.providers.payout = flaky(t.app.providers.payout);
  const staff = await makeUser(t, { roles: ['finance'] });
  finance = { id: staff.id, token: staff.token, ctx: t.ctx(staff.actor) };
});

let n = 0;
async function earn(user_id: number, amount: number): Promise<void> {
  n += 1;
  const entries = [
    { owner_id: null, purpose: 'platform', amount: -amount },
    { owner_id: user_id, purpose: 'earning', amount },
  ] as const;
  await inTransaction(t.ctx(), (tx) =>
    postTransfer(tx, { key: `earned:${n}`, reason: 'sale', reference: `S${n}`, unit: 'fen', entries: [...entries] }),
  );
}

async function publisher(earned_fen: number): Promise<Person> {
  const person = await makePerson(t);
  if (earned_fen > 0) await earn(person.id, earned_fen);
  return person;
}

function wish(amount: number, more: Partial<WithdrawalInput> = {}): WithdrawalInput {
  n += 1;
  return { amount, method: 'alipay', name: '张三丰', account: '13800138000', idempotency_key: `request-${n}`, ...more };
}
const earnings = async ({ id }: Person) => {
  const { earning_fen, withdrawing_fen } = await balances(t.ctx(), id);
  return { earning_fen, withdrawing_fen };
};
const decide = async (action: string, reason = '') => {
  const { list } = await listReviews(finance.ctx, { type: 'withdrawal', status: 'open', page: 1, limit: 50 });
  for (const { id, version } of list) await decideReview(finance.ctx, { id, version, action, reason });
  return list;
};
const statuses = async (person: Person) => (await ownWithdrawals(person.ctx, { page: 1, limit: 10 })).list.map(({ status }) => status);

describe('coins', () => {
  it('M-500 arrive once for a yuan each, by the QR that two tabs share', async () => {
    const buyer = await makePerson(t, 99_999);
    const order = await topUp(buyer.ctx, { coins: 50, reuse_open: true });
    expect(order).toMatchObject({ subject: 'coins', subject_id: 50, pay_price: 50, price: 50, deduction_price: 0, platform: 1 });
    expect((await topUp(buyer.ctx, { coins: 50, reuse_open: true })).orderid).toBe(order.orderid);
    expect((await topUp(buyer.ctx, { coins: 30, reuse_open: true })).orderid).not.toBe(order.orderid);
    const facts = await payAtProvider(t, order);
    await settlePayment(t.ctx(), 'sandbox', facts);
    await settlePayment(t.ctx(), 'sandbox', facts);
    expect((await orderState(buyer.ctx, order.orderid)).status).toBe(ORDER_PAID);
    expect(await balances(t.ctx(), buyer.id)).toMatchObject({ coin: 50, balance_fen: 99_999 });
  });

  it('are sold in the denominations of the site and no others', async () => {
    const buyer = await makePerson(t);
    await expect(topUp(buyer.ctx, { coins: 51, reuse_open: true })).rejects.toMatchObject({
      code: 1,
      message: '没有这个充值面额，请重新选择',
    });
    await setSetting(t.ctx(), coinPacks.key, [7]);
    expect((await topUp(buyer.ctx, { coins: 7, reuse_open: true })).pay_price).toBe(7);
    await setSetting(t.ctx(), coinPacks.key, [10, 30, 50]);
  });

  it('go back with their refund while they are there, and not once they are spent', async () => {
    const support = await makeUser(t, { roles: ['operator'] });
    for (const [spent, refunded] of [
      [0, true],
      [1, false],
    ] as const) {
      const buyer = await makePerson(t);
      const order = await topUp(buyer.ctx, { coins: 10, reuse_open: true });
      await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
      if (spent > 0) {
        const entries = [
          { owner_id: buyer.id, purpose: 'coin', amount: -spent },
          { owner_id: null, purpose: 'coin_source', amount: spent },
        ] as const;
        await inTransaction(t.ctx(), (tx) =>
          postTransfer(tx, { key: `spent:${order.orderid}`, reason: 'contact_settle', reference: '', unit: 'coin', entries: [...entries] }),
        );
      }
      const refund = refundOrder(t.ctx(support.actor), { orderid: order.orderid, reason: '不需要了' });
      if (refunded) await refund;
      else await expect(refund).rejects.toMatchObject({ status: 409, message: '这笔充值的猫币已被使用，不能退款' });
      expect((await balances(t.ctx(), buyer.id)).coin).toBe(refunded ? 0 : 9);
    }
  });

  it('M6 go back with the part of the price that paid for them, whole ones only, and never beyond what is left', async () => {
    const buyer = await makePerson(t);
    const order = await topUp(buyer.ctx, { coins: 30, reuse_open: false });
    await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
    const coin = async () => (await balances(t.ctx(), buyer.id)).coin;
    const back = (amount_fen?: number) =>
      refundOrder(t.ctx(), { orderid: order.orderid, reason: '测试', ...(amount_fen === undefined ? {} : { amount_fen }) });
    await expect(back(1_050)).rejects.toMatchObject({ status: 409, message: expect.stringContaining('整元') });
    await back(1_000);
    expect(await coin()).toBe(20);
    await back(500);
    expect(await coin()).toBe(15);
    const call = { key: `call-m6:${buyer.id}`, user_id: buyer.id, unit: 'coin', max: 8, reason: 'contact', reference: '' } as const;
    await reserve(t.ctx(), { ...call, ttl_ms: 60_000 });
    await expect(back(800)).rejects.toMatchObject({ status: 409, message: '这笔充值的猫币已被使用，不能退款' });
    await release(t.ctx(), call.key);
    await back();
    expect(await coin()).toBe(0);
  });

  it('T11 go back on the buyer’s own request as far as they were not spent', async () => {
    const buyer = await makePerson(t);
    const topped = async () => {
      const order = await topUp(buyer.ctx, { coins: 10, reuse_open: true });
      await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
      return order;
    };
    const own = ({ orderid }: { orderid: string }) => askOwnRefund(buyer.ctx, { orderid, reason: '买错了' });
    const first = await topped();
    expect(await own(first)).toBe('refunded');
    expect((await balances(t.ctx(), buyer.id)).coin).toBe(0);
    const second = await topped();
    // also while they are only set aside for something
    const call = {
      key: `call:${buyer.id}`,
      user_id: buyer.id,
      unit: 'coin',
      max: 1,
      reason: 'contact',
      reference: '',
      ttl_ms: 60_000,
    } as const;
    await reserve(t.ctx(), call);
    const seen = async () => (await orderDetail(buyer.ctx, second.orderid)).refund;
    expect(await seen()).toMatchObject({ at_once: true, part: true, price: 9, by_qr: 0 });
    expect(await own(second)).toBe('refunded');
    expect([(await balances(t.ctx(), buyer.id)).coin, (await orderState(buyer.ctx, second.orderid)).status]).toEqual([0, ORDER_PAID]);
    // the last one is still set aside
    expect([await own(second), await seen()]).toEqual(['asked', expect.objectContaining({ asked: true, part: false, price: 1 })]);
  });
});

describe('M-505, P-180 the statement', () => {
  it('P-183 shows each line with what was there after it, by month and way, page by page', async () => {
    const person = await makePerson(t);
    for (const amount of [1_000, 250, 4_000]) await giveBalance(t, person.id, amount);
    const spend = [
      { owner_id: person.id, purpose: 'balance', amount: -1_500 },
      { owner_id: null, purpose: 'gift_cost', amount: 1_500 },
    ] as const;
    await inTransaction(t.ctx(), (tx) =>
      postTransfer(tx, { key: `out:${person.id}`, reason: 'order_held', reference: 'O1', unit: 'fen', entries: [...spend] }),
    );
    const all = { account: 'balance', month: '', way: 'all' } as const;
    const first = await walletStatement(person.ctx, { ...all, before: 0, limit: 3 });
    expect(first.list.map(({ amount, after }) => [amount, after])).toEqual([
      [-15, 37.5],
      [40, 52.5],
      [2.5, 12.5],
    ]);
    expect(first).toMatchObject({ total: 4, sum_in: 52.5, sum_out: 15 });
    const last = await walletStatement(person.ctx, { ...all, before: first.next, limit: 3 });
    expect(last.list.map(({ amount, after }) => [amount, after])).toEqual([[10, 10]]);
    expect(last.next).toBe(0);
    // the sums beside the lines are the account's, whatever the filter shows of it
    const out = await walletStatement(person.ctx, { ...all, way: 'out', before: 0, limit: 3 });
    expect(out.list).toMatchObject([{ title: '订单使用余额', amount: -15, after: 37.5, reference: 'O1' }]);
    const month = shanghaiDay(new Date()).slice(0, 7);
    expect((await walletStatement(person.ctx, { ...all, month, before: 0, limit: 9 })).total).toBe(4);
    expect((await walletStatement(person.ctx, { ...all, month: '2025-02', before: 0, limit: 9 })).list).toEqual([]);
    const rows = await Array.fromAsync(statementCsv(person.ctx, all));
    expect(rows.map((row) => row.slice(1))).toEqual([
      ['说明', '单号', '金额（元）', '之后的余额（元）'],
      ['订单使用余额', 'O1', -15, 37.5],
      ['平台赠送', '', 40, 52.5],
      ['平台赠送', '', 2.5, 12.5],
      ['平台赠送', '', 10, 10],
    ]);
  });

  it('shows nobody the lines of another', async () => {
    const other = await makePerson(t);
    expect(await walletStatement(other.ctx, { account: 'balance', month: '', way: 'all', before: 0, limit: 9 })).toMatchObject({
      total: 0,
      list: [],
    });
  });
});

describe('P-301 a withdrawal', () => {
  it('sets earnings aside, waits for staff, is paid once and told', async () => {
    const person = await publisher(50_000);
    const input = wish(300);
    const row = await requestWithdrawal(person.ctx, input);
    expect(row).toMatchObject({ amount: 300, name: '张**', account: '138****8000', status: 'reviewing' });
    expect(await requestWithdrawal(person.ctx, input)).toEqual(row);
    // what was corrected after a lost answer is not what was asked for
    for (const other of [
      { amount: 200 },
      { account: '13800138001' },
      { name: '李四' },
      { method: 'bank' as const, account: '6222020200112233' },
    ])
      await expect(requestWithdrawal(person.ctx, { ...input, ...other })).rejects.toMatchObject({ status: 409, message: /^刚才已提交/ });
    expect(await earnings(person)).toEqual({ earning_fen: 20_000, withdrawing_fen: 30_000 });
    await expect(requestWithdrawal(person.ctx, wish(100))).rejects.toMatchObject({ status: 409 });
    const [review] = await decide('approve');
    expect(review?.subject.note).toBe('支付宝 张** 138****8000；审核中');
    expect(await runPayouts(t.ctx())).toBe(1);
    expect(await runPayouts(t.ctx())).toBe(0);
    expect(asked.at(-1)).toMatchObject({ payout_no: row.withdraw_no, amount_fen: 30_000, name: '张三丰', account: '13800138000' });
    expect(await statuses(person)).toEqual(['paid']);
    expect(await earnings(person)).toEqual({ earning_fen: 20_000, withdrawing_fen: 0 });
    const told = await noticesOf(person.ctx, { only_unread: false, page: 1, limit: 5 });
    expect(told.list[0]).toMatchObject({ title: '提现已到账（¥300.00）', topic: '钱包与订单' });
    // the next form has what is shown of the payee, and the money goes to the same
    const { last } = await ownWithdrawals(person.ctx, { page: 1, limit: 1 });
    expect(last).toEqual({ method: 'alipay', name: '张**', account: '138****8000' });
    const second = wish(100, last ?? {});
    expect(await requestWithdrawal(person.ctx, second)).toMatchObject(await requestWithdrawal(person.ctx, second));
    await decide('approve');
    await runPayouts(t.ctx());
    expect(asked.at(-1)).toMatchObject({ amount_fen: 10_000, name: '张三丰', account: '13800138000' });
    // what is shown of another's is nobody
    const stranger = await publisher(50_000);
    await expect(requestWithdrawal(stranger.ctx, wish(100, last ?? {}))).rejects.toMatchObject({ code: 1 });
  });

  it('keeps no name and no account in plain text', async () => {
    const { rows } = await t.app.db.execute<{ text: string }>(sql`select w::text as text from withdrawals w`);
    const texts = rows.map(({ text }) => text).join('\n');
    expect(texts).toContain('138****8000');
    expect(texts).not.toContain('13800138000');
    expect(texts).not.toContain('张三丰');
  });

  it('from a sum a month on is paid to who was verified alone, as a person or an enterprise', async () => {
    const person = await publisher(300_000);
    const paid = async () => {
      await decide('approve');
      await runPayouts(t.ctx());
    };
    await requestWithdrawal(person.ctx, wish(500));
    await paid();
    await expect(requestWithdrawal(person.ctx, wish(300))).rejects.toMatchObject({
      code: 1,
      fields: { amount: expect.stringContaining('本月提现累计满 ¥800 后，须先通过实名认证') },
    });
    expect(await ownWithdrawals(person.ctx, { page: 1, limit: 5 })).toMatchObject({ identity_from: 800, verified: false });
    const sealed = sealWith({ current: t.config.secrets.identity, former: [] }, 'person', JSON.stringify({ name: '张三丰', number: '' }));
    await t.app.db.insert(person_verifications).values({
      ...{ user_id: person.id, status: 'approved', sealed, number_hash: `w-${person.id}`, masked_name: '张**', masked_number: '11****1X' },
      picture_keys: [],
    });
    await expect(requestWithdrawal(person.ctx, wish(300, { name: '李四' }))).rejects.toMatchObject({
      fields: { name: expect.stringContaining('收款人须与实名认证的姓名或企业名称一致') },
    });
    expect(await earnings(person)).toEqual({ earning_fen: 250_000, withdrawing_fen: 0 });
    await requestWithdrawal(person.ctx, wish(300, { name: '张 三丰' }));
    await paid();
    // what came back does not count, nor does another month
    const other = await publisher(300_000);
    const asked_for = await requestWithdrawal(other.ctx, wish(790));
    await cancelWithdrawal(other.ctx, asked_for.id);
    await requestWithdrawal(other.ctx, wish(790));
    await paid();
    t.clock.advance_ms(32 * 86_400_000);
    expect((await requestWithdrawal(other.ctx, wish(790))).status).toBe('reviewing');
    await paid();
  });

  it.each([
    ['less than the minimum', wish(99.99), { amount: '每次至少提现 ¥100' }],
    ['more than there is', wish(500.01), { amount: '提现金额超过可提现收益' }],
    ['fractions of a fen', wish(100.001), { amount: '请输入正确的金额，最多两位小数' }],
    ['a wrong card', wish(100, { method: 'bank', account: '6222020200001234' }), { account: '请输入正确的银行卡号' }],
    ['a wrong account', wish(100, { account: '张三' }), { account: '请输入支付宝绑定的手机号或邮箱' }],
    ['no name', wish(100, { name: ' ' }), { name: '请输入收款人姓名' }],
  ])('is refused: %s', async (_name, input, fields) => {
    const person = await publisher(50_000);
    await expect(requestWithdrawal(person.ctx, input)).rejects.toMatchObject({ code: 1, fields });
    expect(await earnings(person)).toEqual({ earning_fen: 50_000, withdrawing_fen: 0 });
  });

  it('returns its money when it is taken back, refused by staff, or refused by the provider', async () => {
    const taken_back = await publisher(20_000);
    const { id } = await requestWithdrawal(taken_back.ctx, wish(150));
    const other = await publisher(0);
    await expect(cancelWithdrawal(other.ctx, id)).rejects.toMatchObject({ status: 404 });
    expect((await cancelWithdrawal(taken_back.ctx, id)).status).toBe('cancelled');
    expect((await cancelWithdrawal(taken_back.ctx, id)).status).toBe('cancelled');

    const refused = await publisher(20_000);
    await requestWithdrawal(refused.ctx, wish(150));
    await decide('refuse', '收款人与账号主体不符');
    expect((await ownWithdrawals(refused.ctx, { page: 1, limit: 1 })).list[0]).toMatchObject({
      status: 'refused',
      reason: '收款人与账号主体不符',
    });

    const failed = await publisher(20_000);
    const row = await requestWithdrawal(failed.ctx, wish(150, { name: REFUSED_NAME }));
    await decide('approve');
    await expect(cancelWithdrawal(failed.ctx, row.id)).rejects.toMatchObject({ status: 409 });
    expect(await runPayouts(t.ctx())).toBe(1);
    expect((await ownWithdrawals(failed.ctx, { page: 1, limit: 1 })).list[0]).toMatchObject({
      status: 'failed',
      reason: '收款人姓名与账户不一致',
    });
    for (const person of [taken_back, refused, failed]) expect(await earnings(person)).toEqual({ earning_fen: 20_000, withdrawing_fen: 0 });
    // and may be asked for again
    expect((await requestWithdrawal(failed.ctx, wish(200))).status).toBe('reviewing');
    await decide('refuse', '测试');
  });

  it('is paid once when the process dies between payout and record', async () => {
    const person = await publisher(30_000);
    const { withdraw_no } = await requestWithdrawal(person.ctx, wish(300));
    await decide('approve');
    between = async () => {
      throw new Error('the process died here');
    };
    expect(await runPayouts(t.ctx())).toBe(0);
    expect(await statuses(person)).toEqual(['paying']);
    between = null;
    const paid_before = asked.length;
    expect(await runPayouts(t.ctx())).toBe(0);
    t.clock.advance_ms(31_000);
    expect(await runPayouts(t.ctx())).toBe(1);
    // it asked what became of the number, and did not pay again
    expect(asked.length).toBe(paid_before);
    expect(await statuses(person)).toEqual(['paid']);
    const { rows } = await t.app.db.execute<{ asked: number }>(sql`select asked from sandbox_payouts where payout_no = ${withdraw_no}`);
    expect(rows).toEqual([{ asked: 1 }]);
    expect(await earnings(person)).toEqual({ earning_fen: 0, withdrawing_fen: 0 });
  });

  it('is paid later when the provider was away, and nobody decides on their own', async () => {
    const both = await makeUser(t, { roles: ['finance'] });
    const person = { id: both.id, token: both.token, ctx: t.ctx(both.actor) };
    await earn(person.id, 30_000);
    await requestWithdrawal(person.ctx, wish(300));
    const { list } = await listReviews(person.ctx, { type: 'withdrawal', status: 'open', page: 1, limit: 5 });
    const own = { id: list[0]?.id ?? 0, version: list[0]?.version ?? 0, action: 'approve', reason: '' };
    await expect(decideReview(person.ctx, own)).rejects.toMatchObject({ status: 403 });
    const [{ subject } = {}] = await decide('approve');
    expect([subject?.facts?.[0]?.value, subject?.asks?.verb]).toEqual(['没有，这是第一次', '打款 ¥300.00']);
    before = () => {
      throw new Error('no line');
    };
    expect(await runPayouts(t.ctx())).toBe(0);
    before = null;
    t.clock.advance_ms(31_000);
    expect(await runPayouts(t.ctx())).toBe(1);
    expect(await statuses(person)).toEqual(['paid']);
    await earn(person.id, 20_000);
    await requestWithdrawal(person.ctx, wish(200));
    const [again] = (await decide('refuse', '测试')).filter(({ subject: { title } }) => title === '提现 ¥200.00');
    expect(again?.subject.facts?.[0]?.value).toBe('已到账 1 次，共 ¥300.00');
  });

  it('is taken by nobody while the site takes none, and leaves the ledger whole', async () => {
    await setSetting(t.ctx(), withdrawalOpen.key, false);
    const person = await publisher(20_000);
    await expect(requestWithdrawal(person.ctx, wish(150))).rejects.toMatchObject({ message: '提现暂未开放，请稍后再试' });
    expect(await proveLedger(t.ctx())).toMatchObject({ ok: true });
  });
});

describe('earnings that buyers may still take back', () => {
  const DAY_MS = 86_400_000;
  const shown = async (person: Person) => {
    const { available, pending } = await ownWithdrawals(person.ctx, { page: 1, limit: 1 });
    return { available, pending };
  };
  const bought = async (seller: Person, price_fen: number) => {
    const buyer = await makePerson(t);
    const order = await place(buyer, await makeItem(t, seller.id, { price_fen }));
    await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
    return { buyer, orderid: order.orderid };
  };
  const own = ({ buyer, orderid }: { buyer: Person; orderid: string }) => askOwnRefund(buyer.ctx, { orderid, reason: '买错了' });

  it('do not leave the site before: nobody is paid out and refunded for one sale', async () => {
    await setSetting(t.ctx(), withdrawalOpen.key, true);
    const seller = await makePerson(t);
    const sale = await bought(seller, 20_000);
    expect(await shown(seller)).toEqual({ available: 0, pending: 160 });
    await expect(requestWithdrawal(seller.ctx, wish(160))).rejects.toMatchObject({ fields: { amount: '提现金额超过可提现收益' } });
    expect(await own(sale)).toBe('refunded');
    expect(await earnings(seller)).toEqual({ earning_fen: 0, withdrawing_fen: 0 });
    await bought(seller, 20_000);
    t.clock.advance_ms(7 * DAY_MS + 1);
    await bought(seller, 5_000);
    expect(await shown(seller)).toEqual({ available: 160, pending: 40 });
    await expect(requestWithdrawal(seller.ctx, wish(160.01))).rejects.toMatchObject({ code: 1 });
    expect(await requestWithdrawal(seller.ctx, wish(160))).toMatchObject({ status: 'reviewing' });
    expect(await shown(seller)).toEqual({ available: 0, pending: 40 });
  });

  it('wait as long as a refund of theirs waits for staff', async () => {
    const seller = await makePerson(t);
    const sale = await bought(seller, 30_000);
    expect(await own(sale)).toBe('asked');
    t.clock.advance_ms(30 * DAY_MS);
    expect(await shown(seller)).toEqual({ available: 0, pending: 240 });
    await refundOrder(t.ctx(), { orderid: sale.orderid, reason: '测试' });
    expect(await shown(seller)).toEqual({ available: 0, pending: 0 });
  });

  it('of tickets wait until the salon took place', async () => {
    const organiser = await makePerson(t);
    const { id, kinds } = await makeSalon(t, { owner_id: organiser.id, in_hours: 720, kinds: [kindForm({ price: '300' })] });
    const kind_id = kinds[0]?.id as number;
    const buyer = await makePerson(t);
    const wanted = { id, lines: [{ kind_id, count: 1 }], holders: seats(kind_id), balance: false, user_coupon_id: 0, cache: false };
    await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, await orderTickets(buyer.ctx, wanted)));
    t.clock.advance_ms(20 * DAY_MS);
    const before = await shown(organiser);
    expect(before.available).toBe(0);
    expect(before.pending).toBeGreaterThan(0);
    await inTransaction(t.ctx(), (tx) => moveSalon(tx, id, 'over'));
    expect(await shown(organiser)).toEqual({ available: before.pending, pending: 0 });
  });
});
