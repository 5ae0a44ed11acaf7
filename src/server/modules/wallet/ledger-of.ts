import type { Ctx } from '../../app/ctx.ts';
import { findEntries, findKeys } from './repo.ts';
import type { Unit } from './rules.ts';

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
