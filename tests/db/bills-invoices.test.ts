import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Income } from '#contract/bills.ts';
import type { Invoice, Order, OrderDetail } from '#contract/order.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { askInvoice, issueInvoice, openInvoice, refuseInvoice, reverseInvoice, withdrawInvoice } from '#server/modules/invoices/index.ts';
import { refundOrder, runRefunds, settlePayment } from '#server/modules/orders/index.ts';
import { noteDifference, reconcileDay } from '#server/modules/reconcile/index.ts';
import { billRunsCsv } from '#server/views/admin/bill-runs-csv.ts';
import { incomeCsv } from '#server/views/admin/income.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeItem, makePerson, type Person, payAtProvider, place } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';

let t: TestApp;
let publisher: Person;
let buyer: Person;
let finance: { token: string; ctx: ReturnType<TestApp['ctx']> };
beforeAll(async () => {
  t = await startTestApp();
  publisher = await makePerson(t);
  buyer = await makePerson(t, 50_000);
  const staff = await makeUser(t, { roles: ['finance'] });
  finance = { token: staff.token, ctx: t.ctx(staff.actor) };
});
afterAll(() => t?.stop());
afterEach(() => runRefunds(t.ctx()));

async function buy(settle = true): Promise<Order> {
  const order = await place(buyer, await makeItem(t, publisher.id));
  const facts = await payAtProvider(t, order);
  if (settle) await settlePayment(t.ctx(), 'sandbox', facts);
  return order;
}
const detail = async (orderid: string) =>
  (await t.call<OrderDetail>('GET', '/api/order/detail', { token: buyer.token, query: { orderid } })).body.data;

describe('the books of a day', () => {
  const reconcile = () => reconcileDay(t.ctx(), shanghaiDay(t.clock.now()));
  const kinds = async () => (await reconcile()).differences.map(({ kind }) => kind).toSorted();
  const open = async () =>
    (
      await t.app.db.execute<{ kind: string; status: string; subject: string; id: number }>(
        sql`select id, kind, status, subject from bill_differences order by id`,
      )
    ).rows;

  it('agree after sales and refunds, and settle what only the provider knew', async () => {
    const sold = await buy();
    await refundOrder(t.ctx(), { orderid: sold.orderid, reason: '测试', amount_fen: 1_000 });
    await runRefunds(t.ctx());
    const unsettled = await buy(false);
    const result = await reconcile();
    expect(result).toMatchObject({ differences: [], fault: '', repaired: 1, lines: 3 });
    expect((await detail(unsettled.orderid)).status).toBe(2);
    expect(await reconcile()).toMatchObject({ repaired: 0, differences: [] });
  });

  it('say what the provider has and we have not, what differs and what is missing there, until it agrees again', async () => {
    await buy();
    await t.app.db.execute(sql`insert into sandbox_payments (payment_no, amount_fen, currency, title, status, trade_no, expires_at, paid_at)
      values ('P999', 700, 'CNY', '不是我们的', 'paid', 'T999', now(), ${t.clock.now().toISOString()}::timestamptz)`);
    expect(await kinds()).toEqual(['payment_missing_here']);
    const { rows } = await t.app.db.execute<{ payment_no: string; amount_fen: number }>(
      sql`select payment_no, amount_fen from sandbox_payments where payment_no <> 'P999' order by id desc limit 1`,
    );
    const last = rows[0] as { payment_no: string };
    await t.app.db.execute(sql`update sandbox_payments set amount_fen = 9999 where payment_no = ${last.payment_no}`);
    expect(await kinds()).toEqual(['payment_amount', 'payment_missing_here']);
    await t.app.db.execute(
      sql`update sandbox_payments set amount_fen = 10000, status = 'waiting', paid_at = null where payment_no = ${last.payment_no}`,
    );
    expect(await kinds()).toEqual(['payment_missing_here', 'payment_missing_there']);
    expect((await open()).filter(({ status }) => status === 'open').map(({ kind }) => kind)).toEqual([
      'payment_missing_here',
      'payment_missing_there',
    ]);
    await t.app.db.execute(
      sql`update sandbox_payments set status = 'paid', paid_at = ${t.clock.now().toISOString()}::timestamptz where payment_no = ${last.payment_no}`,
    );
    await reconcile();
    const [left, ...more] = (await open()).filter(({ status }) => status === 'open');
    expect([left?.kind, more]).toEqual(['payment_missing_here', []]);

    await noteDifference(finance.ctx, { id: Number(left?.id), note: '支付方误记，已退回' });
    await expect(noteDifference(finance.ctx, { id: Number(left?.id), note: '再次' })).rejects.toMatchObject({ status: 409 });
    await expect(noteDifference(buyer.ctx, { id: Number(left?.id), note: '再次' })).rejects.toMatchObject({ status: 403 });
    await t.app.db.execute(sql`delete from sandbox_payments where payment_no = 'P999'`);
    expect(await kinds()).toEqual([]);
  });

  it('find an order without its payment and a balance that was changed by hand', async () => {
    const order = await buy();
    await t.app.db.execute(
      sql`update payments set status = 'closed' where order_id = (select id from orders where orderid = ${order.orderid})`,
    );
    await t.app.db.execute(sql`update accounts set balance = balance + 1 where owner_id = ${buyer.id} and purpose = 'balance'`);
    expect(await kinds()).toEqual(expect.arrayContaining(['ledger', 'order']));
    await t.app.db.execute(
      sql`update payments set status = 'paid' where order_id = (select id from orders where orderid = ${order.orderid})`,
    );
    await t.app.db.execute(sql`update accounts set balance = balance - 1 where owner_id = ${buyer.id} and purpose = 'balance'`);
    expect(await kinds()).toEqual([]);
    expect((await open()).filter(({ status }) => status === 'open')).toEqual([]);
  });

  it('come to an income by day and by what was sold, for those who may see it', async () => {
    const income = await t.call<Income>('GET', '/admin/income', { token: finance.token, query: { range: 7 } });
    const { totals, days, kinds: sorts, chart } = income.body.data;
    const { rows } = await t.app.db.execute<{ sold: number; refunded: number }>(sql`select
      (select sum(pay_fen + balance_fen) from orders where paid_at is not null)::float8 / 100 as sold,
      (select coalesce(sum(pay_fen + balance_fen), 0) from order_refunds)::float8 / 100 as refunded`);
    expect(totals).toMatchObject({ sold: rows[0]?.sold, refunded: rows[0]?.refunded });
    expect([days.length, days.at(-1)?.sold, sorts.map(({ title }) => title)]).toEqual([7, rows[0]?.sold, ['方案']]);
    expect(chart.narrow).toContain('成交额');
    expect(await incomeCsv(finance.ctx, 7)).toContain('日期,类型,成交笔数,成交额');
    expect(await billRunsCsv(finance.ctx)).toMatch(/^\ufeff账期,渠道,账单行数,.*\r\n(\d{4}-\d{2}-\d{2},.*\r\n)*$/);
    for (const path of ['/admin/income', '/admin/bill/runs/export'])
      expect((await t.call('GET', path, { token: buyer.token })).status).toBe(403);
  });
});

describe('an invoice', () => {
  const wish = { holder: 'company', title: '策猫文化有限公司', tax_no: '9135 0100 m000 100y43', mail: 'cai@example.com' } as const;
  const PDF = Buffer.from('%PDF-1.7 …');
  const ask = (order: Order, change: object = {}): Promise<Invoice> =>
    askInvoice(buyer.ctx, { ...wish, orderid: order.orderid, ...change });
  const whole = (order: Order) => refundOrder(t.ctx(), { orderid: order.orderid, reason: '测试' });

  it('is asked for once, issued by staff, and opened by its owner alone', async () => {
    const order = await buy();
    expect(await detail(order.orderid)).toMatchObject({ invoice: null, invoice_price: 100 });
    const asked = await ask(order);
    expect(asked).toMatchObject({ status: 'asked', price: 100, tax_no: '91350100M000100Y43', content: '年会方案' });
    await expect(ask(order)).rejects.toMatchObject({ status: 409 });
    await expect(askInvoice(publisher.ctx, { ...wish, orderid: order.orderid })).rejects.toMatchObject({ status: 404 });
    await expect(issueInvoice(buyer.ctx, { id: asked.id, number: '12345678', file: PDF })).rejects.toMatchObject({ status: 403 });
    await expect(issueInvoice(finance.ctx, { id: asked.id, number: '12345678', file: Buffer.from('<html>') })).rejects.toMatchObject({
      fields: { file: '请上传 PDF 文件' },
    });
    await issueInvoice(finance.ctx, { id: asked.id, number: '12345678', file: PDF });
    await expect(issueInvoice(finance.ctx, { id: asked.id, number: '12345679', file: PDF })).rejects.toMatchObject({ status: 409 });
    expect((await detail(order.orderid)).invoice).toMatchObject({ status: 'issued', number: '12345678', has_file: true });
    expect(await openInvoice(buyer.ctx, { id: asked.id, red: false })).toMatchObject({ size_bytes: PDF.length });
    await expect(openInvoice(publisher.ctx, { id: asked.id, red: false })).rejects.toMatchObject({ status: 404 });
    await expect(openInvoice(buyer.ctx, { id: asked.id, red: true })).rejects.toMatchObject({ status: 404 });
    await expect(withdrawInvoice(buyer.ctx, asked.id)).rejects.toMatchObject({ status: 409 });
  });

  it('that was issued waits for its red letter after a refund; then the rest may be invoiced', async () => {
    const order = await buy();
    const { id } = await ask(order);
    await issueInvoice(finance.ctx, { id, number: '12345678', file: PDF });
    await refundOrder(t.ctx(), { orderid: order.orderid, reason: '测试', amount_fen: 4_000 });
    expect(await detail(order.orderid)).toMatchObject({ invoice: { status: 'red_due' }, invoice_price: 0 });
    await reverseInvoice(finance.ctx, { id, number: '87654321', file: PDF });
    expect(await detail(order.orderid)).toMatchObject({ invoice: { status: 'red', has_red_file: true }, invoice_price: 60 });
    expect(await ask(order)).toMatchObject({ price: 60 });
  });

  it('that is only asked for shrinks with a part and ends with the whole', async () => {
    const order = await buy();
    await ask(order);
    await refundOrder(t.ctx(), { orderid: order.orderid, reason: '测试', amount_fen: 2_500 });
    expect((await detail(order.orderid)).invoice).toMatchObject({ status: 'asked', price: 75 });
    await whole(order);
    expect(await detail(order.orderid)).toMatchObject({ invoice: { status: 'withdrawn', reason: '订单已退款' }, invoice_price: 0 });
    await expect(ask(order)).rejects.toMatchObject({ status: 409 });
  });

  it('may be taken back or refused, and asked for again', async () => {
    const order = await buy();
    const first = await ask(order, { holder: 'personal', title: '王芳', tax_no: '' });
    await expect(withdrawInvoice(publisher.ctx, first.id)).rejects.toMatchObject({ status: 404 });
    await withdrawInvoice(buyer.ctx, first.id);
    const second = await ask(order);
    await refuseInvoice(finance.ctx, { id: second.id, reason: '抬头有误' });
    expect((await detail(order.orderid)).invoice).toMatchObject({ status: 'refused', reason: '抬头有误' });
    expect((await ask(order)).status).toBe('asked');
    await expect(ask(order, { tax_no: '123' })).rejects.toMatchObject({
      fields: { tax_no: expect.stringContaining('税号不正确') },
    });
  });
});
