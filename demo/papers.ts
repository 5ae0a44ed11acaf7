import type { InvoiceWish } from '#contract/invoice-wish.ts';
import type { Order } from '#contract/order.ts';
import { actingAs, type Ctx } from '#server/app/ctx.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { AppError } from '#server/kernel/errors.ts';
import { getItem, type Item, kindOf } from '#server/modules/catalog/index.ts';
import { usersByMobile } from '#server/modules/identity/index.ts';
import { askInvoice, issueInvoice, reverseInvoice } from '#server/modules/invoices/index.ts';
import { refundOrder, runRefunds, settlePayment, takeClaim } from '#server/modules/orders/index.ts';
import { reconcileDay } from '#server/modules/reconcile/index.ts';
import { orderItem } from '#server/modules/sales/index.ts';
import { isSandboxPayment } from '#server/providers/payment/sandbox.ts';
import { asUser, atTime } from './at-time.ts';
import { paperPdf } from './paper-pdf.ts';
import { REVIEWER } from './world/people.ts';
import { noteMade, worldState } from './world-state.ts';

const DAY_MS = 86_400_000;
const NAME = 'papers';
/** What the first invoices of the demo are about; as many readers buy a work each by QR. */
const WISHES: readonly InvoiceWish[] = [
  { holder: 'company', title: '杭州云杉会展有限公司', tax_no: '91330106MA2CFLDG4R', mail: 'caiwu@example.com' },
  { holder: 'company', title: '上海拾光文化传媒有限公司', tax_no: '91310115MA1K3XAH2C', mail: 'piaoju@example.com' },
  { holder: 'personal', title: '周雨桐', tax_no: '', mail: 'zhou@example.com' },
  { holder: 'personal', title: '何嘉禾', tax_no: '', mail: 'he@example.com' },
];
const REDUCED_FEN = 500;

/**
 * Demo data for finance staff: invoices in every status, partial and full refunds, yesterday's reconciliation without a difference: one that means
 * nothing would hide one that does. Made once, by the verbs of the site. Nothing where payment is real or there is no staff.
 */
export async function leavePapers(ctx: Ctx): Promise<void> {
  const { payment } = ctx.app.providers;
  if ((await worldState.read(ctx)).made.includes(NAME) || !isSandboxPayment(payment) || !ctx.app.config.local) return;
  const then = atTime(ctx, new Date(ctx.app.clock.now().getTime() - DAY_MS));
  const orders = await buyWorks(then);
  const staff = await staffOf(then);
  const [, issued, reduced, ended] = orders;
  if (issued) await issue(staff, issued);
  if (reduced) {
    await issue(staff, reduced);
    await refundOrder(staff, { orderid: reduced.orderid, reason: '附件缺一页，补偿', amount_fen: REDUCED_FEN, seen_refunded_fen: 0 });
  }
  if (ended) {
    await issue(staff, ended);
    await refundOrder(staff, { orderid: ended.orderid, reason: '重复购买' });
    await reverse(staff, ended);
  }
  await runRefunds(ctx);
  await reconcileDay(ctx, shanghaiDay(then.app.clock.now()));
  await noteMade(ctx, NAME);
}

const CLAIMS = 'claims';

/** What payers claim at the provider: a complaint that waits for its answer, and a chargeback that was lost. Made once, as papers are. */
export async function leaveClaims(ctx: Ctx): Promise<void> {
  const { payment } = ctx.app.providers;
  if ((await worldState.read(ctx)).made.includes(CLAIMS) || !isSandboxPayment(payment) || !ctx.app.config.local) return;
  const then = atTime(ctx, new Date(ctx.app.clock.now().getTime() - DAY_MS));
  const { people } = await worldState.read(then);
  const files = await soldFiles(then);
  for (const [at, kind] of (['complaint', 'chargeback'] as const).entries()) {
    const bought = await buyAndPay(
      asUser(then, people.reader_ids.at(-1 - WISHES.length - at) as number),
      files.slice(at),
      WISHES.length + at,
    );
    if (!bought) continue;
    const words = kind === 'complaint' ? '下载的文件缺少预算表，联系发布者没有回复' : '持卡人否认这笔交易';
    for (const status of kind === 'complaint' ? (['open'] as const) : (['open', 'lost'] as const)) {
      const told = await payment.claim(bought.payment_no, { kind, status, words }, then.app.clock.now());
      if (told) await takeClaim(then, told);
    }
  }
  await noteMade(ctx, CLAIMS);
}

interface Asked {
  orderid: string;
  invoice_id: number;
  wish: InvoiceWish;
  amount: number;
}

/** The last readers each buy a work that is sold and ask for its invoice: those before them came to many works by themselves. */
async function buyWorks(then: Ctx): Promise<Asked[]> {
  const { people } = await worldState.read(then);
  const files = await soldFiles(then);
  const asked: Asked[] = [];
  for (const [at, wish] of WISHES.entries()) {
    const buyer = asUser(then, people.reader_ids.at(-1 - at) as number);
    const bought = await buyAndPay(buyer, files.slice(at), at);
    if (!bought) continue;
    const { order } = bought;
    const invoice = await askInvoice(buyer, { orderid: order.orderid, ...wish });
    asked.push({ orderid: order.orderid, invoice_id: invoice.id, wish, amount: order.pay_price });
  }
  return asked;
}

/** What is sold as a file, for more than an order is reduced by. */
async function soldFiles(then: Ctx): Promise<Item[]> {
  const { works } = await worldState.read(then);
  const found = await Promise.all(Object.values(works).map((id) => getItem(then, id)));
  const sold = found.filter((item) => item?.status === 'published' && !item.vip_only && item.price_fen > REDUCED_FEN) as Item[];
  return sold.filter((item) => kindOf(item.kind).gives === 'file');
}

/** Paid on the simulated phone; null: there is nothing for this reader. */
async function buyAndPay(buyer: Ctx, items: readonly Item[], at: number): Promise<{ order: Order; payment_no: string } | null> {
  const { payment } = buyer.app.providers;
  const order = await buyOne(buyer, items, at);
  const payment_no = order && new URL(order.pay_qrcode).searchParams.get('pay');
  if (!order || !payment_no || !isSandboxPayment(payment)) return null;
  const facts = await payment.pay(payment_no, at % 2 === 0 ? 'wechat' : 'alipay', 'success', buyer.app.clock.now());
  if (facts) await settlePayment(buyer, payment.name, facts);
  return facts && { order, payment_no };
}

/** The first of them that this reader may buy and has to pay by QR. */
async function buyOne(buyer: Ctx, items: readonly Item[], at: number): Promise<Order | null> {
  for (const { id, kind } of items) {
    try {
      const idempotency_key = `demo-paper-${at}-${id}`;
      const order = await orderItem(buyer, kindOf(kind), { id, balance: 0, user_coupon_id: 0, idempotency_key });
      if (order.pay_qrcode !== '') return order;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return null;
}

/** Somebody whom the demo gave the role. */
async function staffOf(ctx: Ctx): Promise<Ctx> {
  const as = (user_id: number) => actingAs(ctx, { kind: 'user', user_id, token_id: 0, roles: ['operator'], address: '10.0.0.1' });
  return as((await usersByMobile(as(0), [REVIEWER.mobile])).get(REVIEWER.mobile) ?? 0);
}

const paper = (heading: string, number: string, { orderid, wish, amount }: Asked) =>
  paperPdf(heading, [
    `号码 ${number}`,
    `购买方 ${wish.title} ${wish.tax_no}`,
    '项目 *信息技术服务*数字内容',
    `金额 ¥${amount.toFixed(2)}`,
    `订单 ${orderid}`,
    '演示用，不作报销凭证',
  ]);

async function issue(staff: Ctx, asked: Asked): Promise<void> {
  const number = `2533200000${asked.orderid.slice(-10)}`;
  await issueInvoice(staff, { id: asked.invoice_id, number, file: await paper('电子发票（普通发票）', number, asked) });
}

async function reverse(staff: Ctx, asked: Asked): Promise<void> {
  const number = `2533209999${asked.orderid.slice(-10)}`;
  await reverseInvoice(staff, { id: asked.invoice_id, number, file: await paper('电子发票（红字）', number, asked) });
}
