import type { Ctx } from '../../app/ctx.ts';
import type { Fen } from '../../kernel/money.ts';
import { openTargets } from '../review/index.ts';
import { getSetting } from '../settings/index.ts';
import { coinIncomeSince } from '../wallet/index.ts';
import { findIncomeRows, findRefundedRows, sumPendingEarnings } from './income.repo.ts';
import { REFUND } from './refunds/give-back.ts';
import { ownRefundDays } from './settings.ts';
import { isPrepaid, returnableSubjects } from './subjects.ts';

/** What spent coins are listed as: the subject that sells them. */
const COIN_SUBJECT = 'coins';

/** One day and one sort of subject; amounts in fen. */
export interface IncomeRow {
  /** Shanghai day. */
  day: string;
  subject: string;
  /** Code of the item's kind; 0 for what is no item. */
  kind: number;
  orders: number;
  sold_fen: number;
  refunded_fen: number;
  /** What publishers have of it: their shares less what they gave back of refunds. */
  publisher_fen: number;
  /** Borne by us for coupons, less what came back with whole refunds. */
  coupon_fen: number;
  /** Paid for what is spent later, less what of it was given back: owed, and no part of `sold_fen`. */
  prepaid_fen: number;
}

/**
 * The one definition of income (decision 0204): what was sold and given back since then, by day and by what it was. A sale stays in its day and a
 * refund stands in its own, so a day that is over never changes. Coins count when they are spent; what was paid for them is owed until then.
 */
export async function incomeSince(ctx: Ctx, since: Date): Promise<IncomeRow[]> {
  const [sold, refunded, coins] = await Promise.all([
    findIncomeRows(ctx.db, since),
    findRefundedRows(ctx.db, since),
    coinIncomeSince(ctx, since),
  ]);
  const rows = new Map<string, IncomeRow>();
  const add = (part: Pick<IncomeRow, 'day' | 'subject' | 'kind'> & Partial<IncomeRow>): void => {
    const key = `${part.day}/${part.subject}/${part.kind}`;
    const row: IncomeRow = rows.get(key) ?? { ...part, ...NOTHING };
    for (const name of AMOUNTS) row[name] += part[name] ?? 0;
    rows.set(key, row);
  };
  for (const { day, subject, kind, ...amounts } of sold)
    add({ day, subject, kind, ...(isPrepaid(subject) ? { prepaid_fen: amounts.sold_fen } : amounts) });
  for (const { day, subject, kind, refunded_fen, publisher_back_fen, coupon_back_fen } of refunded)
    add({
      day,
      subject,
      kind,
      ...(isPrepaid(subject)
        ? { prepaid_fen: -refunded_fen }
        : { refunded_fen, publisher_fen: -publisher_back_fen, coupon_fen: -coupon_back_fen }),
    });
  for (const { day, uses, fen } of coins) add({ day, subject: COIN_SUBJECT, kind: 0, orders: uses, sold_fen: fen });
  return [...rows.values()];
}

const NOTHING = { orders: 0, sold_fen: 0, refunded_fen: 0, publisher_fen: 0, coupon_fen: 0, prepaid_fen: 0 };
const AMOUNTS = Object.keys(NOTHING) as Array<keyof typeof NOTHING>;

/** The same by day, all sorts together: what was sold less what went back on that day. Days without any are absent. */
export async function incomeByDay(ctx: Ctx, since: Date): Promise<Array<{ day: string; income_fen: number; orders: number }>> {
  const days = new Map<string, { day: string; income_fen: number; orders: number }>();
  for (const { day, orders, sold_fen, refunded_fen } of await incomeSince(ctx, since)) {
    const had = days.get(day) ?? { day, income_fen: 0, orders: 0 };
    days.set(day, { day, income_fen: had.income_fen + sold_fen - refunded_fen, orders: had.orders + orders });
  }
  return [...days.values()];
}

const DAY_MS = 86_400_000;

/**
 * What of a publisher's earnings buyers may still take back: of sales within `own_refund_days`, of those whose refund waits for a decision,
 * and of what its subject calls returnable. Paid out before that, a refund would be the platform's loss.
 */
export async function pendingEarnings(ctx: Ctx, publisher_id: number): Promise<Fen> {
  const days = await getSetting(ctx, ownRefundDays);
  const since = new Date(ctx.app.clock.now().getTime() - days * DAY_MS);
  const returnable = await returnableSubjects(ctx, publisher_id);
  return sumPendingEarnings(ctx.db, { publisher_id, since, returnable, asked_ids: await openTargets(ctx, REFUND) });
}
