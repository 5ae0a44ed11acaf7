import type { CouponStatus, OwnCoupon, OwnCoupons, OwnPage, SalesList, WalletAccount, WalletLine } from '#contract/center.ts';
import { couponUse } from '#contract/coupon-use.ts';
import { KINDS } from '#contract/kinds.ts';
import { ORDER_CLOSED, ORDER_PAID, type OrderDetail, type OrderRow } from '#contract/order.ts';
import type { WalletMoney } from '#contract/wallet.ts';
import { type Ctx, requireUser } from '../app/ctx.ts';
import { unixSeconds } from '../kernel/clock.ts';
import { allKinds, kindOf } from '../modules/catalog/index.ts';
import { balancesToBuy, coinPacks } from '../modules/coins/index.ts';
import { CSV_START, csvLine } from '../modules/console/index.ts';
import { invoiceOf } from '../modules/invoices/index.ts';
import { ESCROWED, findClaimed, listOrders, listSales, type OrderFilter, orderDetail, orderTitles } from '../modules/orders/index.ts';
import { withdrawable } from '../modules/payouts/index.ts';
import { publisherShare } from '../modules/sales/index.ts';
import { organiserShare } from '../modules/salons/index.ts';
import { getSetting } from '../modules/settings/index.ts';
import { ownedCoupons } from '../modules/vouchers/index.ts';
import { balances, lastMoved, walletLines } from '../modules/wallet/index.ts';

interface PageWish {
  page: number;
  limit: number;
}

/** What the signed-in user can spend, yuan and coins, and what may be topped up. */
export async function walletMoney(ctx: Ctx): Promise<WalletMoney> {
  const user_id = requireUser(ctx);
  const { balance_fen, held_fen, coin, held_coin, earning_fen, withdrawing_fen, claimed_fen, escrow_fen, purse_fen } = await balances(
    ctx,
    user_id,
  );
  const { available_fen, pending_fen } = await withdrawable(ctx, user_id);
  const packs = await getSetting(ctx, coinPacks);
  return {
    ...{ balance: balance_fen / 100, held: held_fen / 100, coin, held_coin, money: coin },
    money_list: packs.map((coins) => ({ id: coins, cat_price: coins })),
    balance_list: await balancesToBuy(ctx, user_id),
    ...{
      earning: earning_fen / 100,
      available: available_fen / 100,
      pending: pending_fen / 100,
      withdrawing: withdrawing_fen / 100,
      claimed: claimed_fen / 100,
      escrow: escrow_fen / 100,
      purse: purse_fen / 100,
      moved: await lastMoved(ctx, user_id),
    },
  };
}

/** What moved on one account of the signed-in user, and what it was for. */
export async function ownLines(ctx: Ctx, want: PageWish & { account: WalletAccount }): Promise<OwnPage<WalletLine>> {
  const { list, ...page } = await walletLines(ctx, want);
  const titles = await orderTitles(
    ctx,
    list.map(({ reference }) => reference),
  );
  return { list: list.map((line) => ({ ...line, about: titles.get(line.reference) ?? '' })), ...page };
}

/** What the signed-in publisher sold, the newest first, and what it came to. */
export async function salesOfPublisher(ctx: Ctx, { page, limit }: PageWish): Promise<SalesList> {
  const { rows, sold_num, sold_fen, earned_fen } = await listSales(ctx, requireUser(ctx), { page, limit });
  const claimed = await findClaimed(
    ctx.db,
    rows.map(({ orderid }) => orderid),
  );
  return {
    list: rows.map(({ orderid, subject, subject_id, snapshot, paid_at, price_fen, publisher_fen }) => ({
      orderid,
      // of a stage its page is that of the demand
      item_id: Number(snapshot.terms?.['demand_id'] ?? subject_id),
      title: snapshot.title,
      // a ticket is no item of a kind; its id is the salon's
      kind: subject === ESCROWED ? KINDS.demand.key : snapshot.kind === 0 ? KINDS.salon.key : kindOf(snapshot.kind).key,
      paid_at: unixSeconds(paid_at),
      price: price_fen / 100,
      earned: publisher_fen / 100,
      claimed: claimed.has(orderid),
    })),
    total: sold_num,
    sold_num,
    sold: sold_fen / 100,
    earned: earned_fen / 100,
    share_percent: (await getSetting(ctx, publisherShare)) / 100,
    ticket_share_percent: (await getSetting(ctx, organiserShare)) / 100,
    page,
    limit,
  };
}

/** Coupons and vouchers of the signed-in user in one status, with what they are good for. */
export async function couponsOf(ctx: Ctx, { status, page, limit }: PageWish & { status: CouponStatus }): Promise<OwnCoupons> {
  const { rows, counts } = await ownedCoupons(ctx, { user_id: requireUser(ctx), status, page, limit });
  const list = rows.map((row): OwnCoupon => {
    const { noun, measure, url } = couponUse(row.use, row.good_for);
    return {
      id: row.id,
      sort: row.sort,
      title: row.title || `${noun}下载券`,
      price: row.amount_fen / 100,
      min_price: row.min_price_fen / 100,
      noun,
      measure,
      url,
      percent_off: row.percent_off,
      use_end_time: unixSeconds(row.use_end_time),
      held: row.status === 'held',
    };
  });
  return { list, total: counts[status], counts, page, limit };
}

/** The reader's own order: amounts and times, what may come back, its invoice. @throws AppError 404 for what is not theirs */
export async function ownOrder(ctx: Ctx, orderid: string): Promise<OrderDetail> {
  const [order, { invoice, earlier, may_ask_fen }] = await Promise.all([orderDetail(ctx, orderid), invoiceOf(ctx, orderid)]);
  const invoice_mailed = ctx.app.providers.mail.name !== 'none';
  return { ...order, invoice, invoice_earlier: earlier, invoice_price: may_ask_fen / 100, invoice_mailed };
}

const PIECE = 200;
const HEADS = [
  '订单号',
  '内容',
  '类型',
  '状态',
  '成交价',
  '原会员抵扣',
  '优惠券',
  '余额支付',
  '扫码支付',
  '已退',
  '下单时间',
  '支付时间',
  // last: who adds up these files by column goes on doing so
  '优惠码',
];

/** The reader's orders as a file for spreadsheets, piece by piece, the newest first. */
export async function* ordersCsv(
  ctx: Ctx,
  want: Omit<OrderFilter, 'page' | 'limit' | 'after_id'> & { subject: string | null },
): AsyncGenerator<string> {
  yield CSV_START + csvLine(HEADS);
  let after_id = 0;
  do {
    const { list, next, subjects } = await listOrders(ctx, want.subject, { ...want, after_id, page: 1, limit: PIECE });
    const titles = new Map(subjects.map(({ name, title }) => [name, title]));
    if (list.length > 0) yield list.map((row) => csvLine(cells(row, titles))).join('');
    after_id = next;
  } while (after_id > 0);
}

function cells(row: OrderRow, titles: ReadonlyMap<string, string>) {
  const noun = allKinds().find(({ code }) => code === row.kind)?.noun ?? titles.get(row.subject) ?? '';
  const status = row.status === ORDER_PAID ? '已支付' : row.status === ORDER_CLOSED ? row.msg || '已关闭' : '待支付';
  const { price, credit_price, coupon_price, deduction_price, pay_price, refunded } = row;
  const money = [price, credit_price, coupon_price, deduction_price, pay_price, refunded].map((yuan) => yuan.toFixed(2));
  return [row.orderid, row.title, noun, status, ...money, timeOf(row.created_at), timeOf(row.paid_at), row.code];
}

const timeOf = (at: number): string => (at > 0 ? new Date((at + 8 * 3600) * 1000).toISOString().slice(0, 19).replace('T', ' ') : '');
