import type { CompanyBill } from '#contract/company.ts';
import { type Ctx, requireUser } from '../app/ctx.ts';
import { shanghaiDay, unixSeconds } from '../kernel/clock.ts';
import { companyOrders } from '../modules/access/index.ts';
import { CSV_START, csvLine } from '../modules/console/index.ts';
import { publicUsers } from '../modules/identity/index.ts';
import { findPaidFor, findPaidMonths } from '../modules/orders/index.ts';
import { monthRange } from '../modules/wallet/index.ts';

/** What the reader's company paid in a Shanghai month: its account, and its people by the licence of a company. '': the newest month. */
export async function companyBill(ctx: Ctx, { month: asked }: { month: string }): Promise<CompanyBill> {
  const owner_id = requireUser(ctx);
  const ids = await companyOrders(ctx, owner_id);
  const months = await findPaidMonths(ctx.db, owner_id, ids);
  const month = asked || (months[0] ?? shanghaiDay(ctx.app.clock.now()).slice(0, 7));
  const { from, to } = monthRange(month);
  const rows = from && to ? await findPaidFor(ctx.db, { buyer_id: owner_id, ids, from, to }) : [];
  const people = await publicUsers(
    ctx,
    rows.map(({ buyer_id }) => buyer_id),
  );
  const sum = (of: 'paid_fen' | 'refunded_fen') => rows.reduce((all, row) => all + row[of], 0) / 100;
  return {
    ...{ months, month, price: sum('paid_fen'), refunded: sum('refunded_fen') },
    list: rows.map(({ orderid, buyer_id, title, paid_at, paid_fen, refunded_fen }) => ({
      ...{ orderid, title, paid_at: unixSeconds(paid_at), price: paid_fen / 100, refunded: refunded_fen / 100 },
      by: buyer_id === owner_id ? '' : people.get(buyer_id).nickname,
    })),
  };
}

/** The same as a file for spreadsheets. */
export async function billCsv(ctx: Ctx, want: { month: string }): Promise<string> {
  const { list } = await companyBill(ctx, want);
  const lines = list.map(({ orderid, title, by, paid_at, price, refunded }) =>
    csvLine([shanghaiDay(new Date(paid_at * 1_000)), orderid, title, by || '企业账号', price.toFixed(2), refunded.toFixed(2)]),
  );
  return CSV_START + csvLine(['支付日期', '订单号', '内容', '下单人', '支付金额', '已退金额']) + lines.join('');
}
