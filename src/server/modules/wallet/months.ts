import { type Ctx, readTogether, type TxCtx } from '../../app/ctx.ts';
import {
  findClosed,
  findClosedNames,
  findFirstLine,
  findFlows,
  findLastClosed,
  holdMonth,
  insertMonth,
  type LedgerMonth,
  sumMoved,
} from './months.repo.ts';
import { ACCOUNT_KINDS, type AccountSum, type Purpose } from './rules.ts';

/** Every kind of account between two moments. Begins at the last closed month, so that old lines are not added up again. */
export async function accountSums(ctx: Ctx, from: Date, to: Date): Promise<AccountSum[]> {
  const closed = await findLastClosed(ctx.db, from);
  const [before, within] = await readTogether(
    ctx,
    () => findFlows(ctx.db, closed?.ends_at ?? null, from),
    () => findFlows(ctx.db, from, to),
  );
  return (Object.keys(ACCOUNT_KINDS) as Purpose[]).flatMap((purpose) => {
    const was = before.find((flow) => flow.purpose === purpose);
    const { plus = 0, minus = 0 } = within.find((flow) => flow.purpose === purpose) ?? {};
    const had = closed?.sums.find((sum) => sum.purpose === purpose)?.closing ?? 0;
    const opening = had + (was?.plus ?? 0) + (was?.minus ?? 0);
    if (opening === 0 && plus === 0 && minus === 0) return [];
    return [{ purpose, unit: ACCOUNT_KINDS[purpose].unit, opening, plus, minus, closing: opening + plus + minus }];
  });
}

/** What one kind of account had at a moment, all its owners together; begins at the last closed month as well. */
export async function balanceAt(ctx: Ctx, purpose: Purpose, at: Date): Promise<number> {
  const closed = await findLastClosed(ctx.db, at);
  const had = closed?.sums.find((sum) => sum.purpose === purpose)?.closing ?? 0;
  return had + (await sumMoved(ctx.db, purpose, closed?.ends_at ?? null, at));
}

/** The closed month, or null. */
export const closedMonth = (ctx: Ctx, month: string): Promise<LedgerMonth | null> => findClosed(ctx.db, month);

/** Names of closed months, the newest first. */
export const closedMonths = async (ctx: Ctx, limit: number): Promise<string[]> =>
  (await findClosedNames(ctx.db, limit)).map(({ month }) => month);

/** Where the first month begins that is not closed; null: the ledger has no line. */
export async function openSince(ctx: Ctx, now: Date): Promise<Date | null> {
  return (await findLastClosed(ctx.db, now))?.ends_at ?? (await findFirstLine(ctx.db));
}

/** Nothing falls into the month of this moment until the transaction ends: what is read of it then is all of it. */
export const lockMonth = (tx: TxCtx, at: Date): Promise<void> => holdMonth(tx.db, at);

/** Closes it, after `lockMonth`. The database refuses one that is not the next. */
export const keepMonth = (tx: TxCtx, row: Omit<LedgerMonth, 'id'>): Promise<void> => insertMonth(tx.db, row);
