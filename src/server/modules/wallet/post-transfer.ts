import { LRUCache } from 'lru-cache';
import { MONEY_TEXTS } from '#contract/money-texts.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { sqlState } from '../../db/pool.ts';
import { assert } from '../../kernel/assert.ts';
import { AppError } from '../../kernel/errors.ts';
import { accountKey, countLedger, ensureAccounts, findLedgerFaults, insertTransfers, lockAndSum, lockSpendable } from './repo.ts';
import { ACCOUNT_KINDS, balancedEntries, type Entry, type Unit, writtenOffEntries } from './rules.ts';
import type { TransferReason } from './statement.ts';

export interface LedgerProof {
  ok: boolean;
  /** At most 100: what is wrong, and with which transfer or account. */
  faults: Array<{ fault: string; subject: string }>;
  transfers: number;
  entries: number;
  accounts: number;
}

/**
 * Proves the ledger from its rows: every transfer sums to zero a unit and has entries, every running balance equals its entries, no balance is
 * below zero. Reads everything; for the command line, tests and a nightly look.
 */
export async function proveLedger(ctx: Ctx): Promise<LedgerProof> {
  const faults = await findLedgerFaults(ctx.db);
  return { ok: faults.length === 0, faults, ...(await countLedger(ctx.db)) };
}

export interface Transfer {
  /** Idempotency: a second transfer with this key does nothing. */
  key: string;
  reason: TransferReason;
  /** For the reader: the order's or refund's number. */
  reference: string;
  unit: Unit;
  /** What the order sold, and the provider's way of payment: where they apply. */
  subject?: string;
  channel?: string;
  entries: Entry[];
}

/** Account ids never change, so a process remembers those it saw committed. */
const KNOWN_MAX = 20_000;
const known = new WeakMap<object, LRUCache<string, number>>();

/**
 * Moves amounts between accounts, making accounts on first use. Entries sum to zero (also enforced by the database, a statement at a time). Locks
 * the accounts with a running balance; those of the platform are never locked.
 * @returns false when the key was seen before: nothing was moved
 * @throws AppError 余额不足 when a person's account would go below zero
 */
export async function postTransfer(tx: TxCtx, transfer: Transfer): Promise<boolean> {
  return (await postTransfers(tx, [transfer]))[0] === true;
}

/**
 * Several transfers with different keys by one statement; answers in the order given.
 * @throws as `postTransfer`; then none of them is posted
 */
export async function postTransfers(tx: TxCtx, transfers: readonly Transfer[]): Promise<boolean[]> {
  assert(new Set(transfers.map(({ key }) => key)).size === transfers.length, 'two transfers with one key');
  const posts = transfers.map((transfer) => ({ ...transfer, entries: balancedEntries(transfer.unit, transfer.entries) }));
  for (const { key, entries } of posts) assert(entries.length > 1, `transfer ${key} moves nothing`);
  const ids = await accountIds(
    tx,
    posts.flatMap(({ entries }) => entries),
  );
  const idOf = (entry: Entry) => ids.get(accountKey(entry)) as number;
  for (const { unit, entries } of posts) {
    for (const entry of entries) {
      const kind = ACCOUNT_KINDS[entry.purpose];
      const summed = kind.of === 'people' && !kind.running && entry.amount < 0;
      if (summed && (await lockAndSum(tx.db, idOf(entry))) + entry.amount < 0) throw notEnough(unit);
    }
  }
  const rows = posts.map((post) => ({
    ...post,
    moves: post.entries.map((entry) => ({ account_id: idOf(entry), purpose: entry.purpose, amount: entry.amount })),
  }));
  try {
    const fresh = await insertTransfers(tx.db, rows, tx.app.clock.now());
    return posts.map(({ key }) => fresh.has(key));
  } catch (error) {
    if (sqlState(error) === '23514') throw notEnough(posts[0]?.unit ?? 'fen');
    throw error;
  }
}

function notEnough(unit: Unit): AppError {
  if (unit === 'coin') return new AppError(MONEY_TEXTS.coins_short, { code: 8 });
  return new AppError(unit === 'point' ? '积分不足' : '余额不足');
}

async function accountIds(tx: TxCtx, entries: readonly Entry[]): Promise<Map<string, number>> {
  const memory = known.get(tx.app) ?? new LRUCache<string, number>({ max: KNOWN_MAX });
  known.set(tx.app, memory);
  const ids = new Map<string, number>();
  const missing = new Map<string, Entry>();
  for (const entry of entries) {
    const key = accountKey(entry);
    const id = memory.get(key);
    if (id === undefined) missing.set(key, entry);
    else ids.set(key, id);
  }
  if (missing.size === 0) return ids;
  const found = await ensureAccounts(tx.db, [...missing.values()]);
  for (const [key, id] of found) ids.set(key, id);
  tx.afterCommit(() => {
    for (const [key, id] of found) memory.set(key, id);
  });
  return ids;
}

/** What somebody could still spend. */
export interface Rests {
  balance_fen: number;
  coin: number;
}

/** What is left of spendable balance and coins, locked until the transaction ends. */
export async function lockRests(tx: TxCtx, user_id: number): Promise<Rests> {
  const left = await lockSpendable(tx.db, user_id);
  return { balance_fen: left.get('balance') ?? 0, coin: left.get('coin') ?? 0 };
}

/** Moves what the owner of a closed account gave up to the platform's accounts for that, once an account. The caller has locked it. */
export async function writeOffRests(tx: TxCtx, user_id: number, { balance_fen, coin }: Rests): Promise<void> {
  for (const [unit, amount] of [
    ['fen', balance_fen],
    ['coin', coin],
  ] as const) {
    if (amount === 0) continue;
    const key = `account-closed:${user_id}:${unit}`;
    await postTransfer(tx, { key, reason: 'account_closed', reference: '', unit, entries: writtenOffEntries(user_id, unit, amount) });
  }
}
