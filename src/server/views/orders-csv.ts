import { ORDER_CLOSED, ORDER_PAID, type OrderRow } from '#contract/order.ts';
import type { Ctx } from '../app/ctx.ts';
import { allKinds } from '../modules/catalog/index.ts';
import { CSV_START, csvLine } from '../modules/console/index.ts';
import { listOrders, type OrderFilter } from '../modules/orders/index.ts';

const PIECE = 200;
const HEADS = ['订单号', '内容', '类型', '状态', '成交价', '原会员抵扣', '优惠券', '余额支付', '扫码支付', '已退', '下单时间', '支付时间'];

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
  return [row.orderid, row.title, noun, status, ...money, timeOf(row.created_at), timeOf(row.paid_at)];
}

const timeOf = (at: number): string => (at > 0 ? new Date((at + 8 * 3600) * 1000).toISOString().slice(0, 19).replace('T', ' ') : '');
