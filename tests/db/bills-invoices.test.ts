import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Income } from '#contract/bills.ts';
import type { Invoice, Order, OrderDetail } from '#contract/order.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { readList } from '#server/modules/console/index.ts';
import {
  askInvoice,
  correctInvoice,
  correctOwnInvoice,
  invoiceJobs,
  issueInvoice,
  keepInvoice,
  mailInvoice,
  openInvoice,
  refileInvoice,
  refuseInvoice,
  reverseInvoice,
  withdrawInvoice,
} from '#server/modules/invoices/index.ts';
import { refundOrder, runRefunds, settlePayment } from '#server/modules/orders/index.ts';
import { noteDifference, reconcileDay } from '#server/modules/reconcile/index.ts';
import type { Mail } from '#server/providers/mail/port.ts';
import { sandbox_mails } from '#server/providers/mail/tables.ts';
import { billRunsCsv } from '#server/views/admin/bill-lists.ts';
import { incomeCsv } from '#server/views/admin/income.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { makeItem, makePerson, type Person, payAtProvider, place } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';
import { confirmWaiting } from '../support/second-person.ts';
import { sweepNow } from '../support/sweep.ts';
import { toldTo } from '../support/told.ts';

const DAY_MS = 86_400_000;
const t = testApp();
let publisher: Person;
let buyer: Person;
let finance: { token: string; ctx: ReturnType<TestApp['ctx']> };
beforeAll(async () => {
  publisher = await makePerson(t);
  buyer = await makePerson(t, 50_000);
  const staff = await makeUser(t, { roles: ['finance'] });
  finance = { token: staff.token, ctx: t.ctx(staff.actor) };
});
afterEach(() => runRefunds(t.ctx()));

async function buy(settle = true): Promise<Order> {
  const order = await place(buyer, await makeItem(t, publisher.id));
  const facts = await payAtProvider(t, order);
  if (settle) await settlePayment(t.ctx(), 'sandbox', facts);
  return order;
}
const detail = async (orderid: string) =>
  (await t.call<OrderDetail>('GET', '/api/order/detail', { token: buyer.token, query: { orderid } })).body.data;

describe('IM-5 the books of a day', () => {
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

  it('look for a refund in the day it was done, and in the bill of the day it was asked for', async () => {
    // a day of its own
    t.clock.advance_ms(2 * DAY_MS);
    const sold = await buy();
    await refundOrder(t.ctx(), { orderid: sold.orderid, reason: '测试', amount_fen: 1_500 });
    const { rows } = await t.app.db.execute<{ refund_no: string; payment_no: string }>(
      sql`select r.refund_no, p.payment_no from refunds r join payments p on p.id = r.payment_id order by r.id desc limit 1`,
    );
    const asked = rows[0] as { refund_no: string; payment_no: string };
    // the provider gave it, and its answer was lost
    await t.app.providers.payment.refund({ ...asked, amount_fen: 1_500, total_fen: 10_000, channel: '', reason: '测试' });
    t.clock.advance_ms(DAY_MS);
    expect(await runRefunds(t.ctx())).toBe(1);
    expect(await kinds()).toEqual([]);
    const booked = (at: Date) =>
      t.app.db.execute(sql`update sandbox_refunds set created_at = ${at.toISOString()}::timestamptz where refund_no = ${asked.refund_no}`);
    await booked(new Date(0));
    expect((await reconcile()).differences).toEqual([
      expect.objectContaining({ kind: 'refund_missing_there', subject: asked.refund_no, ours_fen: 1_500 }),
    ]);
    await booked(t.clock.now());
    expect(await kinds()).toEqual([]);
  });
});

describe('IM-6, M-107 an invoice', () => {
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

  it('is for what stays with us when an order ends with a part of its price', async () => {
    const order = await buy();
    await ask(order);
    await refundOrder(t.ctx(), { orderid: order.orderid, reason: '用了一部分', amount_fen: 3_000, ends: true });
    expect(await detail(order.orderid)).toMatchObject({ status: 3, invoice: { status: 'asked', price: 70 }, invoice_price: 0 });
    const late = await buy();
    await refundOrder(t.ctx(), { orderid: late.orderid, reason: '补偿', amount_fen: 1_000 });
    await refundOrder(t.ctx(), { orderid: late.orderid, reason: '用了一部分', amount_fen: 2_000, ends: true });
    expect(await detail(late.orderid)).toMatchObject({ status: 3, invoice: null, invoice_price: 70 });
    expect(await ask(late)).toMatchObject({ price: 70 });
    const open = await buy(false);
    await expect(ask(open)).rejects.toMatchObject({ status: 409 });
    await runRefunds(t.ctx());
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

  it('tells who asked for it what staff did, once for each', async () => {
    const order = await buy();
    const before = (await toldTo(t, buyer.id)).length;
    const told = async () => (await toldTo(t, buyer.id, 'wallet')).slice(before).map(({ title, content }) => `${title} ${content}`);
    const href = `/personalCenter/order?orderid=${order.orderid}#money`;
    const first = await ask(order);
    await refuseInvoice(finance.ctx, { id: first.id, reason: '抬头有误' });
    await expect(refuseInvoice(finance.ctx, { id: first.id, reason: '再次' })).rejects.toMatchObject({ status: 409 });
    const { id } = await ask(order);
    await issueInvoice(finance.ctx, { id, number: '12345678', file: PDF });
    await refundOrder(t.ctx(), { orderid: order.orderid, reason: '测试', amount_fen: 4_000 });
    await reverseInvoice(finance.ctx, { id, number: '87654321', file: PDF });
    const head = '「年会方案」抬头：策猫文化有限公司。';
    expect(await told()).toEqual([
      `发票未能开具（¥100.00） ${head}改好后可以再次申请。原因：抬头有误`,
      `发票已开具（¥100.00） ${head}可以在订单详情下载。`,
      expect.stringContaining('订单已部分退款（¥40.00）'),
      `红字发票已开具（¥100.00） ${head}原发票已冲红，可以在订单详情下载红字发票；订单还有未退的金额时，可以重新申请发票。`,
    ]);
    expect(new Set((await toldTo(t, buyer.id)).slice(before).map((one) => one.href))).toEqual(new Set([href]));
  });

  it('is mailed with its file to the address of the request, by a job that no mail server keeps from being issued', async () => {
    const order = await buy();
    const { id } = await ask(order);
    const queued = async () =>
      (await t.app.db.execute(sql`select data from pgboss.job where name = 'invoices.mail' and (data->>'id')::int = ${id}`)).rows;
    const { mail } = t.app.providers;
    t.app.providers.mail = { name: 'sandbox', send: () => Promise.reject(new Error('451 later')) };
    await issueInvoice(finance.ctx, { id, number: '12345678', file: PDF });
    expect(await queued()).toEqual([{ data: { id, red: false } }]);
    const [job] = invoiceJobs(t.app);
    await expect(job?.run({ id, red: false }, new AbortController().signal)).rejects.toThrow('451 later');

    const sent: Mail[] = [];
    const send = (one: Mail) => {
      sent.push(one);
      return mail.send(one);
    };
    t.app.providers.mail = { name: 'sandbox', send };
    for (const _ of [1, 2]) expect(await mailInvoice(t.ctx(), { id, red: false })).toBe(true);
    expect(await mailInvoice(t.ctx(), { id, red: true })).toBe(false);
    const name = `电子发票-${order.orderid}.pdf`;
    expect(sent[0]).toMatchObject({ to: 'cai@example.com', subject: `【策猫】电子发票 ${order.orderid}`, attachments: [{ name }] });
    expect(Buffer.from(sent[0]?.attachments?.[0]?.content ?? []).equals(PDF)).toBe(true);
    expect(new Set(sent.map(({ message_id }) => message_id)).size).toBe(1);
    const kept = await t.app.db.select().from(sandbox_mails);
    expect(kept.map(({ text }) => text)).toEqual([expect.stringContaining(`附件：${name}`)]);

    expect((await detail(order.orderid)).invoice_mailed).toBe(true);
    t.app.providers.mail = { name: 'none', send: () => Promise.reject(new Error('no server')) };
    const silent = await buy();
    const second = await ask(silent);
    await issueInvoice(finance.ctx, { id: second.id, number: '12345678', file: PDF });
    expect(
      (await t.app.db.execute(sql`select 1 from pgboss.job where name = 'invoices.mail' and (data->>'id')::int = ${second.id}`)).rows,
    ).toEqual([]);
    expect((await detail(silent.orderid)).invoice_mailed).toBe(false);
    t.app.providers.mail = mail;
  });
});

describe('M7 an issued invoice', () => {
  const wish = { holder: 'company', title: '策猫文化有限公司', tax_no: '91350100M000100Y43', mail: 'cai@example.com' } as const;
  const right = { holder: 'personal', title: '王芳', tax_no: '', mail: 'fang@example.com' } as const;
  const PDF = Buffer.from('%PDF-1.7 first');
  const NEXT = Buffer.from('%PDF-1.7 the right one');
  const issued = async () => {
    const order = await buy();
    const { id } = await askInvoice(buyer.ctx, { ...wish, orderid: order.orderid });
    await issueInvoice(finance.ctx, { id, number: '12345678', file: PDF });
    return { id, orderid: order.orderid };
  };
  const correct = (id: number, change: object = {}) => correctOwnInvoice(buyer.ctx, { id, ...right, reason: '开成了单位', ...change });
  const text = async (id: number, red: boolean) => String(await buffer((await openInvoice(buyer.ctx, { id, red })).data));

  it('over a wrong title is reversed and made anew without a refund, and both papers stay', async () => {
    const { id, orderid } = await issued();
    await expect(correctOwnInvoice(publisher.ctx, { id, ...right, reason: '我的' })).rejects.toMatchObject({ status: 404 });
    await expect(correct(id, { title: '' })).rejects.toMatchObject({ fields: { title: expect.any(String) } });
    await expect(correct(id, wish)).rejects.toMatchObject({ status: 409, message: /没有变化/ });
    await correct(id);
    await expect(correct(id)).rejects.toMatchObject({ status: 409 });
    expect(await detail(orderid)).toMatchObject({
      ...{ status: 2, invoice_price: 0 },
      invoice: { status: 'red_due', title: wish.title, correction: { ...right, by_staff: false } },
    });
    await reverseInvoice(finance.ctx, { id, number: '87654321', file: PDF });
    const { invoice, invoice_earlier } = await detail(orderid);
    expect(invoice).toMatchObject({ status: 'asked', title: '王芳', tax_no: '', mail: 'fang@example.com', price: 100, replaces_id: id });
    expect(invoice_earlier).toMatchObject([{ id, status: 'red', title: wish.title, number: '12345678', red_number: '87654321' }]);
    await issueInvoice(finance.ctx, { id: invoice?.id as number, number: '11112222', file: NEXT });
    expect([await text(id, false), await text(id, true), await text(invoice?.id as number, false)]).toEqual([PDF, PDF, NEXT].map(String));
    expect((await toldTo(t, buyer.id, 'wallet')).slice(-2).map(({ content }) => content)).toEqual([
      expect.stringContaining('新发票正在按更正后的抬头开具'),
      expect.stringContaining('王芳'),
    ]);
    const { rows } = await readList(finance.ctx, { list: 'invoices', query: '', after: '', before: '', limit: 5 });
    expect(rows.find((row) => row.id === String(invoice?.id))?.cells).toMatchObject({ replaces: invoice_earlier[0]?.invoice_no });
  });

  it('is made anew over what is left when a part went back meanwhile, and not at all when the whole did', async () => {
    const one = await issued();
    await correct(one.id);
    await refundOrder(t.ctx(), { orderid: one.orderid, reason: '测试', amount_fen: 4_000 });
    // the refund wants the red letter too, so the buyer cannot call it off
    await expect(withdrawInvoice(buyer.ctx, one.id)).rejects.toMatchObject({ status: 409 });
    await reverseInvoice(finance.ctx, { id: one.id, number: '87654321', file: PDF });
    expect((await detail(one.orderid)).invoice).toMatchObject({ status: 'asked', price: 60, replaces_id: one.id });
    const two = await issued();
    await correct(two.id);
    await refundOrder(t.ctx(), { orderid: two.orderid, reason: '测试' });
    await reverseInvoice(finance.ctx, { id: two.id, number: '87654321', file: PDF });
    expect(await detail(two.orderid)).toMatchObject({ invoice: { id: two.id, status: 'red' }, invoice_earlier: [], invoice_price: 0 });
  });

  it('stays when the buyer calls it off or staff do not make it anew, and a buyer asks three times an order', async () => {
    const { id, orderid } = await issued();
    await correct(id);
    await withdrawInvoice(buyer.ctx, id);
    expect((await detail(orderid)).invoice).toMatchObject({ status: 'issued', correction: null });
    await correct(id);
    await expect(keepInvoice(buyer.ctx, { id, reason: '不行' })).rejects.toMatchObject({ status: 403 });
    await keepInvoice(finance.ctx, { id, reason: '已过抵扣期' });
    expect((await detail(orderid)).invoice).toMatchObject({ status: 'issued', correction: null });
    expect((await toldTo(t, buyer.id, 'wallet')).at(-1)?.content).toContain('已过抵扣期');
    for (let nth = 0, now = id; nth < 4; nth++) {
      const change = { title: `王芳${nth}` };
      if (nth === 3) {
        await expect(correct(now, change)).rejects.toMatchObject({ status: 409, message: /3 次/ });
        break;
      }
      await correct(now, change);
      await reverseInvoice(finance.ctx, { id: now, number: '87654321', file: PDF });
      now = (await detail(orderid)).invoice?.id as number;
      await issueInvoice(finance.ctx, { id: now, number: `1234567${nth}`, file: PDF });
    }
  });

  it('is corrected by staff with a second person alone, and never for oneself', async () => {
    const { id, orderid } = await issued();
    const input = { id, ...right, reason: '客户来电' };
    const second = await makeUser(t, { roles: ['admin'] });
    await expect(correctInvoice(finance.ctx, input)).rejects.toMatchObject({ status: 202 });
    expect((await detail(orderid)).invoice).toMatchObject({ status: 'issued' });
    await expect(correctInvoice(buyer.ctx, input)).rejects.toMatchObject({ status: 403 });
    expect(second.id).toBeGreaterThan(0);
    expect(await confirmWaiting(t)).toBe(1);
    expect((await detail(orderid)).invoice).toMatchObject({ status: 'red_due', correction: { title: '王芳', by_staff: true } });
    expect((await toldTo(t, buyer.id, 'wallet')).at(-1)?.title).toContain('发票将换开');
  });

  it('whose number or file was recorded wrongly gets the right one; the old number stays in its history', async () => {
    const { id, orderid } = await issued();
    const input = { id, number: '99998888', file: NEXT, red: false, reason: '号码输错' };
    await expect(refileInvoice(buyer.ctx, input)).rejects.toMatchObject({ status: 403 });
    await expect(refileInvoice(finance.ctx, { ...input, red: true })).rejects.toMatchObject({ status: 409 });
    await refileInvoice(finance.ctx, input);
    expect((await detail(orderid)).invoice).toMatchObject({
      ...{ status: 'issued', number: '99998888' },
      past_files: [{ red: false, number: '12345678', reason: '号码输错' }],
    });
    expect(await text(id, false)).toBe(String(NEXT));
    expect((await toldTo(t, buyer.id, 'wallet')).at(-1)?.title).toContain('发票已更正');
    const queued = await t.app.db.execute(
      sql`select data from pgboss.job where name = 'invoices.mail' and (data->>'id')::int = ${id} order by data->>'nth' nulls first`,
    );
    expect(queued.rows).toEqual([{ data: { id, red: false } }, { data: { id, red: false, nth: 1 } }]);
    const kept = await t.app.db.execute<{ file_key: string }>(
      sql`select past_files -> 0 ->> 'file_key' as file_key from invoices where id = ${id}`,
    );
    await expect(issueInvoice(finance.ctx, { id, number: '12345678', file: PDF })).rejects.toMatchObject({ status: 409 });
    const stored = () => Array.fromAsync(t.app.providers.storage.list('private', 'invoices/'));
    const before = await stored();
    expect(await sweepNow(t)).toBe(0);
    // the file that no row came to name is gone, and every one that a row names is there
    expect((await stored()).length).toBeLessThan(before.length);
    expect(await t.app.providers.storage.statPrivate(kept.rows[0]?.file_key as string)).not.toBeNull();
    expect(await text(id, false)).toBe(String(NEXT));
  });
});
