import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import type { ListPage } from '#contract/admin.ts';
import type { Books } from '#contract/books.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { matchMissing } from '#server/modules/books/index.ts';
import { topUp } from '#server/modules/coins/index.ts';
import { exportList } from '#server/modules/console/index.ts';
import { payByBalance, refundOrder, runRefunds, settlePayment } from '#server/modules/orders/index.ts';
import { cancelWithdrawal, requestWithdrawal } from '#server/modules/payouts/index.ts';
import { postTransfer, proveLedger, reserve, settle } from '#server/modules/wallet/index.ts';
import { todayFacts } from '#server/views/admin/overview.ts';
import { testApp } from '../support/app.ts';
import { giveCoupon, makeItem, makePerson, type Person, payAtProvider, place } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';
import { confirmWaiting } from '../support/second-person.ts';

const DAY_MS = 86_400_000;
const t = testApp();
let buyer: Person;
let publisher: Person;
let finance: Person;
const goTo = (time: string) => t.clock.advance_ms(new Date(time).getTime() - t.clock.now().getTime());
/** Somebody of finance who signed in on that day. */
async function nextDay(time: string): Promise<void> {
  goTo(time);
  const { id, token, actor } = await makeUser(t, { roles: ['finance'] });
  finance = { id, token, ctx: t.ctx(actor) };
}
const at = (time: string) => createCtx({ ...t.app, clock: { now: () => new Date(time) } }, { kind: 'job', name: 'test' }, 'test');

beforeAll(async () => {
  goTo('2026-09-10T12:00:00+08:00');
  buyer = await makePerson(t, 50_000);
  publisher = await makePerson(t);
  await makeUser(t, { roles: ['admin'] });
});

async function pay(order: Awaited<ReturnType<typeof place>>): Promise<string> {
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  return order.orderid;
}
const books = async (query: Record<string, string> = {}) =>
  (await t.call<Books>('GET', '/admin/books', { token: finance.token, query })).body.data;
const close = (month: string, explained = '') => t.call('POST', '/admin/books/close', { token: finance.token, body: { month, explained } });
const figure = ({ sections }: Books, title: string) => sections.flatMap(({ figures }) => figures).find((one) => one.title === title);
const summed = ({ sums }: ListPage, title: string) =>
  Number((sums.find((one) => one.title === title)?.value ?? '0').split('（')[0]?.replaceAll(',', ''));
const listed = async (query: string) =>
  (await t.call<ListPage>('GET', '/admin/list/page', { token: finance.token, query: { list: 'ledger', query, limit: 100 } })).body.data;

it('M21 T12 finance closes a month by the guide, and finds every fen twice', async () => {
  const sold = await pay(await place(buyer, await makeItem(t, publisher.id)));
  await pay(await place(buyer, await makeItem(t, publisher.id), { user_coupon_id: await giveCoupon(t, buyer.id, 1_000) }));
  const by_balance = await place(buyer, await makeItem(t, publisher.id, { price_fen: 3_000 }), { balance: 1 });
  await payByBalance(buyer.ctx, by_balance.orderid);
  await pay(await topUp(buyer.ctx, { coins: 50, reuse_open: false }));
  await reserve(t.ctx(), { key: 'call', user_id: buyer.id, unit: 'coin', max: 9, reason: 'contact', reference: 'C1', ttl_ms: DAY_MS });
  await settle(t.ctx(), 'call', 8);
  await refundOrder(t.ctx(), { orderid: sold, reason: '测试', amount_fen: 2_500 });
  await refundOrder(t.ctx(), { orderid: by_balance.orderid, reason: '测试' });
  await runRefunds(t.ctx());
  // what still holds balance when the month ends
  await place(buyer, await makeItem(t, publisher.id), { balance: 1 });
  goTo('2026-09-25T12:00:00+08:00');
  const payee = { method: 'alipay', name: '林一舟', account: '13800001001' } as const;
  const asked = await requestWithdrawal(publisher.ctx, { ...payee, amount: 100, idempotency_key: 'first-one' });
  await cancelWithdrawal(publisher.ctx, asked.id);
  await requestWithdrawal(publisher.ctx, { ...payee, amount: 100, idempotency_key: 'second-one' });

  await nextDay('2026-10-05T10:00:00+08:00');
  const waits = async () => (await todayFacts(finance.ctx)).waits.filter(({ href }) => href === '/admin/months');
  const september_end = Date.parse('2026-10-01T00:00:00+08:00') / 1000;
  expect(await waits()).toEqual([{ title: '待结账的月份', href: '/admin/months', count: 1, oldest: september_end }]);
  expect((await todayFacts(t.ctx((await makeUser(t, { roles: ['operator'] })).actor))).waits.map(({ href }) => href)).not.toContain(
    '/admin/months',
  );
  const before = await books();
  expect(before).toMatchObject({ month: '2026-09', next_month: '2026-09', from: '2026-09-01', to: '2026-09-30', unlike: [] });
  expect(before.bills).toMatchObject({ days: 30, differences: 0 });
  expect(before.bills.missing).toHaveLength(30);
  expect(before.closing).toMatchObject({ why_not: '', words: true, may: true, closed: null });
  expect((await close('2026-09')).body).toMatchObject({ code: 1 });

  await matchMissing(t.ctx(), '2026-09');
  const open = await books();
  expect([open.bills.missing, open.closing.words, open.unlike]).toEqual([[], false, []]);
  for (const { ledger, recorded, title } of open.twice) expect([title, ledger]).toEqual([title, recorded]);
  expect(open.twice.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['成交：支付渠道', '退款：待退回', '申请提现：提现中收益', '猫币到账：猫币']),
  );
  expect(figure(open, '支付宝收款') ?? figure(open, '微信支付收款')).toMatchObject({ amount: 240 });
  expect(figure(open, '余额支付')).toMatchObject({ amount: 30 });
  expect(figure(open, '退款：原路退回')).toMatchObject({ amount: 25 });
  expect(figure(open, '退款：退回余额')).toMatchObject({ amount: 30 });
  expect(figure(open, '优惠券（平台承担）')).toMatchObject({ amount: 10 });
  expect(figure(open, '猫币：联系供应商扣除')).toMatchObject({ amount: 8 });
  expect(figure(open, '未用的猫币')).toMatchObject({ amount: 42 });
  expect(figure(open, '提现处理中')).toMatchObject({ amount: 100 });
  expect(figure(open, '用户余额')).toMatchObject({ amount: 400 });
  expect(figure(open, '未付订单占用的余额')).toMatchObject({ amount: 100 });
  // 0.6 % of what came and stayed, because the sandbox's bill says nothing of fees
  const fee = open.sections.flatMap(({ figures }) => figures).find(({ title }) => title.endsWith('手续费'));
  expect(fee).toMatchObject({ amount: 1.29, note: '按设置的费率估算，账单没有写明' });
  // double entry: what is in fen sums to nothing
  expect(open.accounts.filter(({ unit }) => unit === 'fen').reduce((sum, { closing }) => sum + Math.round(closing * 100), 0)).toBe(0);

  // each figure leads to lines that have its sum, what is left at the end to those that end there
  const closing = open.sections.find(({ title }) => title === '期末结存')?.figures.map(({ title }) => title) ?? [];
  for (const { title, amount, href } of open.sections.flatMap(({ figures }) => figures)) {
    if (href === '' || title.includes('猫币')) continue;
    const page = await listed(new URL(href, 'http://site').searchParams.toString());
    const sum = summed(page, '合计（元）');
    expect([title, Math.abs(closing.includes(title) ? summed(page, '期末结存') : sum)]).toEqual([title, Math.abs(amount)]);
    // and the file of the list as well
    let exported = 0;
    const { rows } = await exportList(finance.ctx, {
      list: 'ledger',
      query: new URL(href, 'http://site').searchParams.toString(),
      columns: ['amount'],
    });
    for await (const [cell] of rows) if (typeof cell === 'number') exported += Math.round(cell * 100);
    expect([title, exported / 100]).toEqual([title, sum]);
  }

  expect((await close('2026-09')).status).toBe(202);
  expect((await books()).closing.closed).toBeNull();
  expect(await confirmWaiting(t)).toBe(1);
  expect(await waits()).toMatchObject([{ count: 0, oldest: 0 }]);
  const closed = await books({ month: '2026-09' });
  expect(closed.closing.closed).toMatchObject({ explained: '' });
  expect(closed.closing.closed?.asked_by).not.toBe('');
  expect(closed.closing.closed?.confirmed_by).not.toBe('');
  expect(closed.sections).toEqual(open.sections);
  expect(closed).toMatchObject({ next_month: '2026-10', closed_months: ['2026-09'] });
  expect((await close('2026-09')).body.code).not.toBe(0);
  expect((await close('2026-10')).body.msg).toContain('还没有结束');

  // a later fact of an order of September stands in October
  await refundOrder(t.ctx(), { orderid: sold, reason: '测试', amount_fen: 500 });
  expect((await books({ month: '2026-09' })).sections).toEqual(open.sections);
  expect(figure(await books({ month: '2026-10' }), '退款：原路退回')).toMatchObject({ amount: 5 });
  const then = await books({ month: '2026-10' });
  expect(then.unlike).toEqual([]);
  // opening is what September left
  for (const { title, opening } of then.accounts)
    expect([title, opening]).toEqual([title, closed.accounts.find((one) => one.title === title)?.closing ?? 0]);
  const owed = figure(then, '应付发布者');
  expect(summed(await listed(new URL(owed?.href ?? '', 'http://site').searchParams.toString()), '期末结存')).toBe(owed?.amount);
  // without two days nothing is added up
  for (const query of ['', 'account=earning', 'account=earning&to=2026-10-31', 'from=2025-01-01&to=2026-10-31'])
    expect((await listed(query)).sums).toEqual([{ title: '合计', value: '选定起止日期后显示，最多 366 天' }]);
  expect((await proveLedger(t.ctx())).faults).toEqual([]);
});

it('M21 T12 a difference is shown with what differs, and a month with one closes only with words', async () => {
  await nextDay('2026-11-02T10:00:00+08:00');
  await matchMissing(t.ctx(), '2026-10');
  await t.app.db.execute(sql`update order_refunds set pay_fen = pay_fen - 1 where id = (select max(id) from order_refunds)`);
  const odd = await books({ month: '2026-10' });
  expect(odd.unlike).toMatchObject([
    { title: '退款：平台收入', ledger: -1, recorded: -0.99, href: expect.stringMatching(/^\/admin\/ledger\?q=\d{20}/) },
    { title: '退款：待退回', ledger: 5, recorded: 4.99 },
  ]);
  expect(odd.closing).toMatchObject({ why_not: '', words: true });
  expect((await close('2026-10')).body.code).toBe(1);
  expect((await close('2026-10', '一分钱的登记差错，已在原单写明')).status).toBe(202);
  expect(await confirmWaiting(t)).toBe(1);
  expect((await books({ month: '2026-10' })).closing.closed?.explained).toContain('一分钱');
  await t.app.db.execute(sql`update order_refunds set pay_fen = pay_fen + 1 where id = (select max(id) from order_refunds)`);
});

it('M21 T12 of 64 transfers beside a closing none falls into the closed month and none is lost', async () => {
  await nextDay('2026-12-01T00:00:01+08:00');
  await matchMissing(t.ctx(), '2026-11');
  const late = at('2026-11-30T23:59:59+08:00');
  const post = (n: number) =>
    inTransaction(late, (tx) =>
      postTransfer(tx, {
        ...{ key: `beside:${n}`, reason: 'gift', reference: '', unit: 'fen' },
        entries: [
          { owner_id: null, purpose: 'gift_cost', amount: -1 - n },
          { owner_id: buyer.id, purpose: 'balance', amount: 1 + n },
        ],
      }),
    );
  expect((await close('2026-11')).status).toBe(202);
  const before = Array.from({ length: 32 }, (_, n) => post(n));
  const confirming = confirmWaiting(t);
  const beside = Array.from({ length: 32 }, (_, n) => post(32 + n));
  await Promise.all([confirming, ...before, ...beside]);
  const month = await books({ month: '2026-11' });
  expect(month.closing.closed).not.toBeNull();
  const lines = (
    await t.app.db.execute<{ month: string; n: number; fen: number }>(sql`
    select to_char(e.created_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, count(*)::int as n, sum(e.amount)::int as fen
    from ledger_entries e join ledger_transfers t on t.id = e.transfer_id where t.key like 'beside:%' and e.amount > 0 group by 1 order by 1`)
  ).rows;
  expect(lines.reduce((sum, { n }) => sum + n, 0)).toBe(64);
  expect(lines.reduce((sum, { fen }) => sum + fen, 0)).toBe((64 * 65) / 2);
  // the stored sums are the lines that stand in the month, to the fen
  expect((await proveLedger(t.ctx())).faults).toEqual([]);
  const inside = lines.find(({ month: of }) => of === '2026-11')?.fen ?? 0;
  expect(figure(month, '赠送余额')?.amount ?? 0).toBe(inside / 100);
  await post(64);
  const [last] = (await t.app.db.execute<{ at: string }>(sql`select created_at::text as at from ledger_transfers where key = 'beside:64'`))
    .rows;
  expect(new Date(last?.at ?? 0)).toEqual(new Date('2026-12-01T00:00:00+08:00'));
  expect((await proveLedger(t.ctx())).faults).toEqual([]);
});

it('M21 T12 the database refuses a month out of order, a changed one, and finds one that the ledger left', async () => {
  const insert = (month: string, from: string, to: string) =>
    t.app.db.execute(sql`insert into ledger_months (month, starts_at, ends_at, sums, figures, closed_at)
      values (${month}, ${from}::timestamptz, ${to}::timestamptz, '[]', '[]', ${to}::timestamptz)`);
  await expect(insert('2027-02', '2027-02-01T00:00:00+08:00', '2027-03-01T00:00:00+08:00')).rejects.toThrow();
  await expect(t.app.db.execute(sql`update ledger_months set explained = 'x'`)).rejects.toThrow();
  await expect(t.app.db.execute(sql`delete from ledger_months`)).rejects.toThrow();
  await inTransaction(t.ctx(), async (tx) => {
    await tx.db.execute(sql`alter table ledger_entries disable trigger user`);
    await tx.db.execute(
      sql`update ledger_entries set amount = amount + 1 where id = (select max(id) from ledger_entries where created_at < '2026-10-01')`,
    );
    await tx.db.execute(sql`alter table ledger_entries enable trigger user`);
    const { faults } = await proveLedger(tx);
    expect(faults.map(({ fault }) => fault)).toContain('closed month differs from the ledger');
    throw new Error('taken back');
  }).catch((error: Error) => expect(error.message).toBe('taken back'));
});

it('M21 only those who see money see the books, and only finance closes them', async () => {
  for (const [role, sees, closes] of [
    ['operator', true, false],
    ['support', false, false],
    ['reviewer', false, false],
    ['finance', true, true],
  ] as const) {
    const { token } = await makeUser(t, { roles: [role] });
    expect([role, (await t.call('GET', '/admin/books', { token })).status === 200]).toEqual([role, sees]);
    expect([role, (await t.call('POST', '/admin/books/close', { token, body: { month: '2026-12' } })).status !== 403]).toEqual([
      role,
      closes,
    ]);
  }
});
