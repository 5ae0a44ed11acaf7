import type { CompanyBill } from '#contract/company.ts';
import { type Ctx, requireUser } from '../app/ctx.ts';
import { shanghaiDay, unixSeconds } from '../kernel/clock.ts';
import { companyOrders } from '../modules/access/index.ts';
import { CSV_START, csvLine } from '../modules/console/index.ts';
import { publicUsers } from '../modules/identity/index.ts';
import { findPaidFor, findPaidMonths, type PaidFor, sumPaidFor } from '../modules/orders/index.ts';
import { monthRange } from '../modules/wallet/index.ts';

/** Rows that a page shows, and that the file is made of at a time. */
const PIECE = 500;

/** What the reader's company paid in a Shanghai month: its account, and its people by the licence of a company. '': the newest month. */
export async function companyBill(ctx: Ctx, { month: asked }: { month: string }): Promise<CompanyBill> {
  const buyer_id = requireUser(ctx);
  const ids = await companyOrders(ctx, buyer_id);
  const months = await findPaidMonths(ctx.db, buyer_id, ids);
  const month = asked || (months[0] ?? shanghaiDay(ctx.app.clock.now()).slice(0, 7));
  const of = { buyer_id, ids, ...range(month) };
  const { total, paid_fen, refunded_fen } = await sumPaidFor(ctx.db, of);
  const list = await shown(ctx, buyer_id, await findPaidFor(ctx.db, of, 0, PIECE));
  return { months, month, list, total, price: paid_fen / 100, refunded: refunded_fen / 100 };
}

function range(month: string): { from: Date; to: Date } {
  const { from, to } = monthRange(month);
  return { from: from ?? new Date(0), to: to ?? new Date(0) };
}

async function shown(ctx: Ctx, owner_id: number, rows: readonly PaidFor[]): Promise<CompanyBill['list']> {
  const people = await publicUsers(
    ctx,
    rows.map(({ buyer_id }) => buyer_id),
  );
  return rows.map(({ orderid, buyer_id, title, paid_at, paid_fen, refunded_fen }) => ({
    ...{ orderid, title, paid_at: unixSeconds(paid_at), price: paid_fen / 100, refunded: refunded_fen / 100 },
    by: buyer_id === owner_id ? '' : people.get(buyer_id).nickname,
  }));
}

/** The whole month as a file for spreadsheets, piece by piece. */
export async function* billCsv(ctx: Ctx, { month }: { month: string }): AsyncGenerator<string> {
  const buyer_id = requireUser(ctx);
  const of = { buyer_id, ids: await companyOrders(ctx, buyer_id), ...range(month) };
  yield CSV_START + csvLine(['支付日期', '订单号', '内容', '下单人', '支付金额', '已退金额']);
  for (let offset = 0; ; offset += PIECE) {
    const list = await shown(ctx, buyer_id, await findPaidFor(ctx.db, of, offset, PIECE));
    yield list
      .map(({ orderid, title, by, paid_at, price, refunded }) =>
        csvLine([shanghaiDay(new Date(paid_at * 1_000)), orderid, title, by || '企业账号', price.toFixed(2), refunded.toFixed(2)]),
      )
      .join('');
    if (list.length < PIECE) return;
  }
}
