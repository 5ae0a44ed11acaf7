import { type App, type Ctx, createCtx, inTransaction, requireVerb } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { shanghaiDay, shanghaiDayEnd } from '../../kernel/clock.ts';
import { conflict } from '../../kernel/errors.ts';
import { inParts } from '../../kernel/strips.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import type { BillLine } from '../../providers/payment/port.ts';
import { booksBetween, booksOf, type DoneRefund, paidOrdersBetween, reconcilePayments, settleAsked } from '../orders/index.ts';
import { provePoints } from '../points/index.ts';
import { knownTransfers, proveLedger } from '../wallet/index.ts';
import { addDifferences, type BillRunRow, countOpen, endDifferences, findRuns, findRunsOf, keepRun, markNoted } from './repo.ts';
import { compareOrders, compareTheirs, DIFFERENCES, type Difference, type DifferenceKind, missingThere } from './rules.ts';

export function reconcileJobs(app: App): JobDefinition[] {
  return [
    {
      name: 'bills.reconcile',
      // at night, and again when providers have written their bills: from ten in the morning
      cron: '40 3,10,14 * * *',
      expire_s: 3_600,
      async run(_payload, stopping) {
        const ctx = createCtx(app, { kind: 'job', name: 'bills.reconcile' }, 'bills.reconcile');
        const { differences, day, fault } = await reconcileDay(ctx, yesterday(ctx), stopping);
        if (differences.length > 0) app.log.error({ day, differences: differences.length }, 'the books do not agree');
        if (fault !== '') app.log.warn({ day, fault }, 'the bill is missing');
      },
    },
  ];
}

export interface DayReconciled {
  day: string;
  /** Null: the provider's bill could not be had, see `fault`. */
  lines: number | null;
  payments: number;
  /** Payments that were settled because the provider said they are paid. */
  repaired: number;
  differences: Difference[];
  fault: string;
}

const DAY_MS = 86_400_000;
/** Of a bill that are looked up and compared at once: a day may have a hundred thousand. */
const PART_LINES = 2_000;
/** A provider may take days to end a refund that it books in the day it was asked; older bills are not looked into. */
const REFUND_DAYS_MOST = 10;
/** What can be said without a bill. */
const OWN_KINDS: readonly DifferenceKind[] = ['ledger', 'points', 'order', 'unbooked'];

/**
 * Compares a Shanghai day (YYYY-MM-DD) with the provider's bill and the books with themselves. Money that only the provider knows is settled
 * first; remaining differences are stored for the console and closed when they agree. Idempotent, safe in parallel.
 */
export async function reconcileDay(ctx: Ctx, day: string, stopping?: AbortSignal): Promise<DayReconciled> {
  const from = new Date(`${day}T00:00:00+08:00`);
  const to = shanghaiDayEnd(from);
  const { payment } = ctx.app.providers;
  const asked = await reconcilePayments(ctx, stopping);
  let repaired = asked.outcomes.settled ?? 0;
  let bill: readonly BillLine[] | null = null;
  let fault = '';
  try {
    bill = await payment.dayBill(day);
    if (bill === null) fault = '支付方的对账单还没有生成';
  } catch (error) {
    ctx.log.warn({ err: error, day }, 'the bill could not be had');
    fault = '支付方的对账单没有取到';
  }
  const found: Difference[] = [...(await ownDifferences(ctx, from, to))];
  const ours = await booksBetween(ctx, payment.name, from, to);
  if (bill) {
    repaired += await settleUnknown(ctx, bill);
    for await (const part of inParts(bill, PART_LINES)) found.push(...compareTheirs(part, await booksOf(ctx, numbersOf(part))));
    found.push(...(await notThere(ctx, bill, ours, from)));
  }
  const now = ctx.app.clock.now();
  const result = { day, lines: bill?.length ?? null, payments: ours.payments.length, repaired, differences: found, fault };
  await inTransaction(ctx, async (tx) => {
    const kinds = bill ? (Object.keys(DIFFERENCES) as DifferenceKind[]) : OWN_KINDS;
    await addDifferences(tx.db, day, found, now);
    await endDifferences(tx.db, day, kinds, found, now);
    await keepRun(tx.db, { ...result, provider: payment.name, differences: found.length, fees: feesIn(bill ?? []), created_at: now });
  });
  return result;
}

/** Fees by the bill, by channel; null: it does not say it of every line. */
function feesIn(bill: readonly BillLine[]): Record<string, number> | null {
  const fees: Record<string, number> = {};
  for (const { channel, fee_fen } of bill) {
    if (channel === undefined || fee_fen === undefined) return null;
    fees[channel] = (fees[channel] ?? 0) + fee_fen;
  }
  return fees;
}

/** The Shanghai day before now. */
export function yesterday(ctx: Ctx): string {
  return shanghaiDay(new Date(ctx.app.clock.now().getTime() - DAY_MS));
}

async function ownDifferences(ctx: Ctx, from: Date, to: Date): Promise<Difference[]> {
  const { faults } = await proveLedger(ctx);
  const orders = await paidOrdersBetween(ctx, from, to);
  const unlike: Difference[] = [];
  for await (const part of inParts(orders, PART_LINES)) {
    const known = await knownTransfers(
      ctx,
      part.map(({ paid_key }) => paid_key),
    );
    unlike.push(...compareOrders(part, known));
  }
  const proved = (kind: 'ledger' | 'points', found: typeof faults) =>
    found.map(
      ({ fault, subject }): Difference => ({ kind, subject: `${fault}：${subject}`, ours_fen: null, theirs_fen: null, detail: fault }),
    );
  return [...proved('ledger', faults), ...proved('points', await provePoints(ctx)), ...unlike];
}

const numbersOf = (bill: readonly BillLine[]) => ({
  payment_nos: bill.map(({ payment_no }) => payment_no),
  refund_nos: bill.map(({ refund_no }) => refund_no).filter(Boolean),
});

/** Payments of the bill that have not arrived here are asked about and settled. Returns how many were. */
async function settleUnknown(ctx: Ctx, bill: readonly BillLine[]): Promise<number> {
  let settled = 0;
  for await (const part of inParts(bill, PART_LINES)) settled += await settlePart(ctx, part);
  return settled;
}

async function settlePart(ctx: Ctx, bill: readonly BillLine[]): Promise<number> {
  const { payments } = await booksOf(ctx, numbersOf(bill));
  let settled = 0;
  const paid_there = new Set(bill.flatMap(({ kind, payment_no }) => (kind === 'payment' ? [payment_no] : [])));
  for (const { payment_no, arrived } of payments) {
    if (arrived || !paid_there.has(payment_no)) continue;
    try {
      if (await settleAsked(ctx, payment_no)) settled += 1;
    } catch (error) {
      ctx.log.warn({ err: error, payment_no }, 'a payment of the bill could not be settled');
    }
  }
  return settled;
}

/** What we booked that day and the bill does not have; the provider is asked, because our day is that of the notify. */
async function notThere(
  ctx: Ctx,
  bill: readonly BillLine[],
  ours: Awaited<ReturnType<typeof booksBetween>>,
  from: Date,
): Promise<Difference[]> {
  const { payments, refunds } = await missingThere(bill, ours);
  const found: Difference[] = [];
  for (const { payment_no, trade_no, amount_fen } of payments) {
    const facts = await ctx.app.providers.payment.query(payment_no);
    if (facts?.status === 'paid' && facts.amount_fen === amount_fen && facts.trade_no === trade_no) continue;
    found.push({
      kind: 'payment_missing_there',
      subject: payment_no,
      ours_fen: amount_fen,
      theirs_fen: null,
      detail: `支付方单号 ${trade_no}`,
    });
  }
  for (const { refund_no, payment_no, amount_fen } of await notBefore(ctx, refunds, from)) {
    found.push({
      kind: 'refund_missing_there',
      subject: refund_no,
      ours_fen: amount_fen,
      theirs_fen: null,
      detail: `付款号 ${payment_no}`,
    });
  }
  return found;
}

/** Which of these refunds no bill of the days before has either, back to the day each was decided in. */
async function notBefore(ctx: Ctx, refunds: readonly DoneRefund[], from: Date): Promise<readonly DoneRefund[]> {
  let left = refunds;
  for (let back = 1; back <= REFUND_DAYS_MOST; back++) {
    const day_end = from.getTime() - (back - 1) * DAY_MS;
    if (!left.some(({ created_at }) => created_at.getTime() < day_end)) break;
    const day = shanghaiDay(new Date(day_end - DAY_MS));
    try {
      left = (await missingThere((await ctx.app.providers.payment.dayBill(day)) ?? [], { payments: [], refunds: left })).refunds;
    } catch (error) {
      // what is a difference by it ends with the next run
      ctx.log.warn({ err: error, day }, 'the bill of an earlier day could not be had');
      break;
    }
  }
  return left;
}

/** Staff write down what became of a difference and take it off the list. @throws AppError 403, 409 when it is not open */
export async function noteDifference(ctx: Ctx, { id, note }: { id: number; note: string }): Promise<void> {
  const by = requireVerb(ctx, 'bill.note');
  await inTransaction(ctx, async (tx) => {
    if (!(await markNoted(tx.db, id, note, by, tx.app.clock.now()))) throw conflict('这条差异已处理，请刷新');
    await recordAudit(tx, 'bill.note', `difference#${id}`, { reason: note });
  });
}

/** How the Shanghai days from one to another (both included) were compared, and how many differences of them are open. */
export async function billsOfDays(ctx: Ctx, from: string, to: string): Promise<{ runs: BillRunRow[]; open: number }> {
  return { runs: await findRunsOf(ctx.db, from, to), open: await countOpen(ctx.db, from, to) };
}

/** The newest comparisons, a row a day. */
export function billRuns(ctx: Ctx, limit: number) {
  return findRuns(ctx.db, limit);
}
