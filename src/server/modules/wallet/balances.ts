import type { Ctx, TxCtx } from '../../app/ctx.ts';
import {
  accountKey,
  ensureAccounts,
  findBalance,
  findBalances,
  findBalancesOf,
  findEntries,
  findKeys,
  findLastMoved,
  lockAndSum,
  lockBalance,
} from './repo.ts';
import type { Purpose, Unit } from './rules.ts';

export interface Balances {
  /** Free to spend, without what open orders hold. */
  balance_fen: number;
  /** Set aside by open orders and reservations. */
  held_fen: number;
  coin: number;
  held_coin: number;
  point: number;
  earning_fen: number;
  /** Earnings on their way out. */
  withdrawing_fen: number;
}

/** What a person has; zeros for somebody without accounts. */
export async function balances(ctx: Ctx, user_id: number): Promise<Balances> {
  const found = await findBalances(ctx.db, user_id);
  const of = (purpose: Purpose) => found.get(purpose) ?? 0;
  return {
    balance_fen: of('balance'),
    held_fen: of('held'),
    coin: of('coin'),
    held_coin: of('held_coin'),
    point: of('point'),
    earning_fen: of('earning'),
    withdrawing_fen: of('withdrawing'),
  };
}

/** Which of a person's accounts in money moved last; null: neither ever did. */
export const lastMoved = (ctx: Ctx, user_id: number): Promise<'balance' | 'earning' | null> => findLastMoved(ctx.db, user_id);

/** Only the spendable balance, fen: one indexed read. */
export async function spendableBalance(ctx: Ctx, user_id: number): Promise<number> {
  return findBalance(ctx.db, user_id);
}

/** The spendable balance, locked until the transaction ends. */
export async function lockSpendableBalance(tx: TxCtx, user_id: number): Promise<number> {
  return lockBalance(tx.db, user_id);
}

/** What a publisher's earnings come to, fen, locked until the transaction ends. */
export async function lockEarning(tx: TxCtx, user_id: number): Promise<number> {
  const account = await ensureAccounts(tx.db, [{ owner_id: user_id, purpose: 'earning' }]);
  return lockAndSum(tx.db, account.get(accountKey({ owner_id: user_id, purpose: 'earning' })) as number);
}

/** What everybody has of one purpose that keeps a running balance, zeros left out. For proofs. */
export function balancesOf(ctx: Ctx, purpose: Purpose): Promise<Map<number, number>> {
  return findBalancesOf(ctx.db, purpose);
}

/** Balance of a platform account, fen: the sum of its entries. For proofs and reports. */
export async function houseBalances(ctx: Ctx): Promise<Map<string, number>> {
  return findBalances(ctx.db, 0);
}

export interface LedgerLine {
  created_at: Date;
  reason: string;
  key: string;
  /** See ACCOUNT_KINDS. */
  purpose: string;
  /** Null: the platform's own. */
  owner_id: number | null;
  unit: Unit;
  amount: number;
}

/** Every entry that was written with one of these references (order and refund numbers), the oldest first. */
export function ledgerOf(ctx: Ctx, references: readonly string[]): Promise<LedgerLine[]> {
  return findEntries(ctx.db, references);
}

/** Which of these keys have a transfer. */
export async function knownTransfers(ctx: Ctx, keys: readonly string[]): Promise<Set<string>> {
  return keys.length === 0 ? new Set() : findKeys(ctx.db, keys);
}
