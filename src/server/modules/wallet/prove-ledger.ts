import type { Ctx } from '../../app/ctx.ts';
import { countLedger, findLedgerFaults } from './repo.ts';

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
