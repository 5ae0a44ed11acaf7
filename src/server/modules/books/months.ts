import { SUM_DAYS_MOST } from '#contract/admin.ts';
import { type Books, daysOf, monthsBetween } from '#contract/books.ts';
import { dayStart } from '#contract/days.ts';
import { PAY_CHANNELS } from '#contract/order.ts';
import type { WaitingRows } from '#contract/outputs/admin.ts';
import { type App, type Ctx, can, createCtx, inTransaction, readTogether, requireVerb, type TxCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { shanghaiDay, shanghaiDayEnd, unixSeconds } from '../../kernel/clock.ts';
import { conflict, invalid } from '../../kernel/errors.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { defineStaffAct, performAct } from '../countersign/index.ts';
import { publicUsers } from '../identity/index.ts';
import { isPrepaid, listedSubjects, ownRefundDays } from '../orders/index.ts';
import { billsOfDays, reconcileDay } from '../reconcile/index.ts';
import { getSetting } from '../settings/index.ts';
import {
  type AccountSum,
  accountSums,
  accountTitle,
  closedMonth,
  closedMonths,
  keepMonth,
  type LedgerMonth,
  lockMonth,
  monthRange,
  openSince,
  reasonTitle,
} from '../wallet/index.ts';
import { findFlows, findTwice, sumReturnable } from './repo.ts';
import { type Figure, feesOf, judgeClosing, type Names, type Section, sectionsOf } from './rules.ts';
import { feeRate } from './settings.ts';

const DAY_MS = 86_400_000;
const CLOSED_SHOWN = 36;

/** A month, or days (both included); nothing: the first month that is open. */
export interface BooksOf {
  month: string;
  from: string;
  to: string;
}

interface Range {
  month: string;
  from: string;
  to: string;
  starts_at: Date;
  ends_at: Date;
}

/** What is sold, by subject, in words. */
export const subjectTitles = (): Record<string, string> => ({
  item: '作品',
  ...Object.fromEntries(listedSubjects().map(({ name, title }) => [name, title])),
});

const NAMES: Names = {
  reason: reasonTitle,
  channel: (channel) => PAY_CHANNELS[channel] ?? (channel || '未知渠道'),
  // what is paid for coins is owed until they are spent (decision 0204)
  subject: (subject) => `${subjectTitles()[subject] ?? (subject || '其他')}${isPrepaid(subject) ? '（预收）' : ''}`,
};

/** What the books say of a time, every fen twice. A closed month says what it said when it was closed. @throws AppError 403; code 1 for a wrong range */
export async function booksOf(ctx: Ctx, wish: BooksOf): Promise<Omit<Books, 'tax'>> {
  requireVerb(ctx, 'bill.see');
  const now = ctx.app.clock.now();
  const since = await openSince(ctx, now);
  const next = since === null ? '' : shanghaiDay(since).slice(0, 7);
  const range = rangeOf(wish, next || shanghaiDay(now).slice(0, 7));
  const closed = range.month === '' ? null : await closedMonth(ctx, range.month);
  const read = await readBooks(ctx, range);
  const { why_not, words } = standingOf(range, { ...read, now, next });
  const people = await publicUsers(ctx, closed ? [closed.asked_by, closed.confirmed_by].flatMap((id) => id ?? []) : []);
  const nameOf = (id: number | null) => (id === null ? '' : people.get(id).nickname);
  return {
    ...{ month: range.month, from: range.from, to: range.to },
    ...shownBooks(range, closed ? closed.sums : read.sums, closed ? (closed.figures as Section[]) : read.sections),
    twice: read.twice.sums.map(({ reason, account, ledger, recorded }) => ({
      title: pairTitle(reason, account),
      ...pair(account, { ledger, recorded }),
    })),
    unlike: read.twice.unlike.map(({ reason, account, reference, ...amounts }) => ({
      ...{ title: pairTitle(reason, account), reference, ...pair(account, amounts) },
      href: reference === '' ? '' : `/admin/ledger?${new URLSearchParams({ q: reference })}`,
    })),
    bills: read.bills,
    closing: {
      ...(closed || range.month === ''
        ? { why_not: range.month === '' ? '自选日期只供查看，结账按自然月' : '', words: false }
        : { why_not, words }),
      may: can(ctx.actor, 'month.close'),
      closed: closed && {
        ...{ at: unixSeconds(closed.closed_at), explained: closed.explained },
        ...{ asked_by: nameOf(closed.asked_by), confirmed_by: nameOf(closed.confirmed_by) },
      },
    },
    closed_months: await closedMonths(ctx, CLOSED_SHOWN),
    next_month: next,
  };
}

const pairTitle = (reason: string, account: string) => `${reasonTitle(reason)}：${accountTitle(account)}`;

const isCoins = (account: string) => account === 'coin' || account === 'coin_source';

/** Fen as yuan; coins are counted. */
const pair = (account: string, { ledger, recorded }: { ledger: number; recorded: number }) => {
  const per = isCoins(account) ? 1 : 100;
  return { ledger: ledger / per, recorded: recorded / per };
};

function rangeOf({ month, from, to }: BooksOf, fallback: string): Range {
  if (month === '' && (from !== '' || to !== '')) {
    const [starts_at, last] = [dayStart(from), dayStart(to)];
    if (!starts_at) throw invalid({ from: '请填写开始日期' });
    if (!last || last < starts_at) throw invalid({ to: '结束日期不能早于开始日期' });
    if (last.getTime() - starts_at.getTime() > SUM_DAYS_MOST * DAY_MS) throw invalid({ to: `一次最多看 ${SUM_DAYS_MOST} 天` });
    return { month: '', from, to, starts_at, ends_at: shanghaiDayEnd(last) };
  }
  const of = month || fallback;
  const { from: starts_at, to: ends_at } = monthRange(of);
  if (!starts_at || !ends_at) throw invalid({ month: '月份无效' });
  return { month: of, ...daysOf(of), starts_at, ends_at };
}

async function readBooks(ctx: Ctx, { from, to, starts_at, ends_at }: Range) {
  const days = await getSetting(ctx, ownRefundDays);
  const rate = await getSetting(ctx, feeRate);
  const [flows, sums, twice, returnable_fen, { runs, open }] = await readTogether(
    ctx,
    () => findFlows(ctx.db, starts_at, ends_at),
    () => accountSums(ctx, starts_at, ends_at),
    () => findTwice(ctx.db, starts_at, ends_at),
    () => sumReturnable(ctx.db, new Date(ends_at.getTime() - days * DAY_MS), ends_at),
    () => billsOfDays(ctx, from, to),
  );
  const yesterday = shanghaiDay(new Date(ctx.app.clock.now().getTime() - DAY_MS));
  const matched = new Set(runs.flatMap(({ day, lines }) => (lines === null ? [] : day)));
  const all = daysBetween(from, to < yesterday ? to : yesterday);
  return {
    sums,
    twice,
    sections: sectionsOf(flows, sums, { fees: feesOf(flows, runs, rate), returnable_fen, returnable_days: days }, NAMES),
    bills: { days: all.length, missing: all.filter((day) => !matched.has(day)), differences: open },
  };
}

/** Both included; none when the last lies before the first. */
function daysBetween(from: string, to: string): string[] {
  const first = dayStart(from)?.getTime() ?? 0;
  const count = Math.floor(((dayStart(to)?.getTime() ?? 0) - first) / DAY_MS) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, at) => shanghaiDay(new Date(first + at * DAY_MS)));
}

const standingOf = (
  { month, ends_at }: Range,
  of: { now: Date; next: string; bills: Books['bills']; twice: Awaited<ReturnType<typeof findTwice>> },
) =>
  judgeClosing({
    ...{ ended: of.now >= ends_at, next: of.next === month, missing: of.bills.missing.length },
    ...{ differences: of.bills.differences, unlike: of.twice.unlike.length },
  });

function shownBooks({ from, to }: Range, sums: readonly AccountSum[], sections: readonly Section[]): Pick<Books, 'sections' | 'accounts'> {
  const href = ({ account, reason = '', channel = '', subject = '' }: NonNullable<Figure['query']>) => {
    const words = Object.entries({ account, reason, channel, subject, from, to }).filter(([, value]) => value !== '');
    return `/admin/ledger?${new URLSearchParams(words)}`;
  };
  return {
    sections: sections.map(({ title, figures }) => ({
      title,
      figures: figures.map(({ fen, query, ...figure }) => ({ ...figure, amount: fen / 100, href: query ? href(query) : '' })),
    })),
    accounts: sums
      .filter(({ unit }) => unit !== 'point')
      .map(({ purpose, unit, ...amounts }) => {
        const per = unit === 'fen' ? 100 : 1;
        const { opening, plus, minus, closing } = amounts;
        return {
          ...{ title: accountTitle(purpose), unit, opening: opening / per, plus: plus / per, minus: minus / per, closing: closing / per },
          href: href({ account: purpose }),
        };
      }),
  };
}

const closeAct = defineStaffAct<{ month: string; explained: string }, void>({
  name: 'month.close',
  title: '月结',
  verb: 'month.close',
  concerns: () => [],
  value: () => 'always',
  about: (_ctx, { month, explained }) => `${month} 结账，之后这个月的账不再变动${explained === '' ? '' : `。差异说明：${explained}`}`,
  run: close,
});

/** Closes a month: asked by one, confirmed by another. @throws as `performAct`; 409 while it is not over or not the next; code 1 without words for what differs */
export function closeMonth(ctx: Ctx, { month, explained }: { month: string; explained: string }): Promise<void> {
  return performAct(ctx, closeAct, { month, explained: explained.trim() });
}

/** Under the month's lock: what is read is what stays. */
async function close(tx: TxCtx, { month, explained }: { month: string; explained: string }, confirmed_by?: number): Promise<void> {
  const range = rangeOf({ month, from: '', to: '' }, month);
  const now = tx.app.clock.now();
  await lockMonth(tx, range.starts_at);
  if (await closedMonth(tx, month)) throw conflict('这个月已结账');
  const since = await openSince(tx, now);
  const read = await readBooks(tx, range);
  const { why_not, words } = standingOf(range, { ...read, now, next: since === null ? '' : shanghaiDay(since).slice(0, 7) });
  if (why_not !== '') throw conflict(why_not);
  if (words && explained === '') throw invalid({ explained: '对账未完成或有差异，须写明原因与处理' });
  const row: Omit<LedgerMonth, 'id'> = {
    ...{ month, starts_at: range.starts_at, ends_at: range.ends_at, sums: read.sums, figures: read.sections, explained, closed_at: now },
    ...{ asked_by: tx.actor.kind === 'user' ? tx.actor.user_id : null, confirmed_by: confirmed_by ?? null },
  };
  await keepMonth(tx, row);
  await recordAudit(tx, 'month.close', `month:${month}`, { explained, confirmed_by: row.confirmed_by });
}

/** Months that are over and not closed, for those who close them: one row of the screen "today". */
export async function waitingMonths(ctx: Ctx): Promise<WaitingRows[]> {
  if (!can(ctx.actor, 'month.close')) return [];
  const now = ctx.app.clock.now();
  const since = await openSince(ctx, now);
  const first = shanghaiDay(since ?? now).slice(0, 7);
  const ends_at = monthRange(first).to ?? now;
  const count = monthsBetween(first, shanghaiDay(now).slice(0, 7));
  return [{ title: '待结账的月份', href: '/admin/months', count, oldest: count > 0 ? unixSeconds(ends_at) : 0 }];
}

export const MATCH_JOB = 'books.match';

/** Days of the month whose bill is missing are compared in the background. @throws AppError 403 */
export async function matchBills(ctx: Ctx, month: string): Promise<void> {
  requireVerb(ctx, 'bill.note');
  await inTransaction(ctx, async (tx) => {
    await recordAudit(tx, 'bill.match', `month:${month}`, {});
    await tx.app.jobs.send(MATCH_JOB, { month }, { singleton_key: month }, tx.db);
  });
}

export function booksJobs(app: App): JobDefinition[] {
  return [
    {
      name: MATCH_JOB,
      // a month of days, each with its bill
      expire_s: 4 * 3_600,
      async run(payload, stopping) {
        const ctx = createCtx(app, { kind: 'job', name: MATCH_JOB }, MATCH_JOB);
        await matchMissing(ctx, (payload as { month: string }).month, stopping);
      },
    },
  ];
}

/** Compares each day of a month that has no bill yet. */
export async function matchMissing(ctx: Ctx, month: string, stopping?: AbortSignal): Promise<void> {
  const range = rangeOf({ month, from: '', to: '' }, month);
  for (const day of (await readBooks(ctx, range)).bills.missing) {
    stopping?.throwIfAborted();
    await reconcileDay(ctx, day, stopping);
  }
}
