import type { OwnPage, WalletAccount, WalletLine } from '#contract/center.ts';
import type { LineAccount, LineWay, WalletStatement } from '#contract/wallet.ts';
import { type Ctx, readTogether, requireUser } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import type { Fen } from '../../kernel/money.ts';
import { countLines, findLines } from './repo.ts';
import { FEN_PER_COIN, lineTitle, monthRange } from './rules.ts';
import { findCoinsUsed, findStatement, type StatementRow, sumCoinsOwed, sumStatement } from './statement.repo.ts';

export interface StatementFilter {
  account: LineAccount | 'point';
  /** YYYY-MM in Shanghai; '': all of them. */
  month: string;
  way: LineWay;
}

/** A page of one account of the signed-in user, each line with what the account held after it. Yuan, coins or points. */
export async function walletStatement(ctx: Ctx, filter: StatementFilter & { before: number; limit: number }): Promise<WalletStatement> {
  return statementOf(ctx, requireUser(ctx), filter);
}

/** The same of anybody: the caller decided who may see it. */
export async function statementOf(
  ctx: Ctx,
  owner_id: number,
  { before, limit, ...filter }: StatementFilter & { before: number; limit: number },
): Promise<WalletStatement> {
  const want = wantOf(owner_id, filter);
  const [rows, { n, sum_in, sum_out }] = await readTogether(
    ctx,
    () => findStatement(ctx.db, want, before, limit + 1),
    () => sumStatement(ctx.db, want),
  );
  const shown = rows.slice(0, limit);
  const per = perUnit(filter.account);
  return {
    list: shown.map((row) => lineOf(row, filter.account)),
    next: rows.length > limit ? (shown.at(-1)?.id ?? 0) : 0,
    sum_in: sum_in / per,
    sum_out: sum_out / per,
    total: n,
  };
}

/** Amounts of money are fen in the ledger and yuan here. */
const perUnit = (account: StatementFilter['account']): number => (account === 'coin' || account === 'point' ? 1 : 100);
const YUAN = ['金额（元）', '之后的余额（元）'] as const;
const CSV_UNITS = { balance: YUAN, earning: YUAN, coin: ['猫币', '之后的猫币'], point: ['积分', '之后的积分'] } as const;

const CSV_BATCH = 500;
/** More lines than anybody has; a file that never ends is useless. */
const CSV_MOST = 50_000;

/** The same as rows of a file, the newest first: head, then every line that the filter finds, at most 50,000. */
export async function* statementCsv(ctx: Ctx, filter: StatementFilter): AsyncGenerator<ReadonlyArray<string | number>> {
  const want = wantOf(requireUser(ctx), filter);
  yield ['时间', '说明', '单号', ...CSV_UNITS[filter.account]];
  let before = 0;
  for (let read = 0; read < CSV_MOST; read += CSV_BATCH) {
    const rows = await findStatement(ctx.db, want, before, CSV_BATCH);
    for (const row of rows) {
      const { title, reference, amount, after, created_at } = lineOf(row, filter.account);
      yield [timeOf(created_at), title, reference, amount, after];
    }
    before = rows.at(-1)?.id ?? 0;
    if (rows.length < CSV_BATCH) return;
  }
}

/** Shanghai, to the second. */
const timeOf = (seconds: number): string => new Date((seconds + 8 * 3_600) * 1000).toISOString().slice(0, 19).replace('T', ' ');

function wantOf(owner_id: number, { account, month, way }: StatementFilter) {
  return { owner_id, purpose: account, way, ...monthRange(month) };
}

function lineOf({ id, reason, reference, amount, after, created_at }: StatementRow, account: StatementFilter['account']) {
  const per = perUnit(account);
  return {
    ...{ id, title: lineTitle(reason, account, amount), reference },
    ...{ amount: amount / per, after: Number(after) / per, created_at: unixSeconds(created_at) },
  };
}

/** What moved on one account of the signed-in user, the newest first; amounts in yuan. */
export async function walletLines(
  ctx: Ctx,
  { account, page, limit }: { account: WalletAccount; page: number; limit: number },
): Promise<OwnPage<Omit<WalletLine, 'about'>>> {
  const user_id = requireUser(ctx);
  const rows = await findLines(ctx.db, user_id, account, (page - 1) * limit, limit);
  const list = rows.map(({ id, reason, reference, amount, created_at }) => ({
    id,
    title: lineTitle(reason, account, amount),
    reference,
    amount: amount / 100,
    created_at: unixSeconds(created_at),
  }));
  return { list, total: await countLines(ctx.db, user_id, account), page, limit };
}

/** What coins earned since then by Shanghai day: those that were spent, and those that were given up with an account. */
export async function coinIncomeSince(ctx: Ctx, since: Date): Promise<Array<{ day: string; uses: number; fen: Fen }>> {
  return (await findCoinsUsed(ctx.db, since)).map(({ day, uses, coins }) => ({ day, uses, fen: coins * FEN_PER_COIN }));
}

/** What was paid for coins that people have still. */
export async function coinsOwed(ctx: Ctx): Promise<Fen> {
  return (await sumCoinsOwed(ctx.db)) * FEN_PER_COIN;
}
