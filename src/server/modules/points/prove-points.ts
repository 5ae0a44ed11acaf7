import type { Ctx } from '../../app/ctx.ts';
import { balancesOf } from '../wallet/index.ts';
import { sumLots } from './repo.ts';

/**
 * Proves points from their rows: what is left of a person's lots equals the ledger's account, and every point that left a lot has a use
 * that says so. Reads everything; for the nightly look, the command line and tests.
 */
export async function provePoints(ctx: Ctx): Promise<Array<{ fault: string; subject: string }>> {
  const lots = await sumLots(ctx.db);
  const ledger = await balancesOf(ctx, 'point');
  const faults = lots
    .filter(({ uses_fault }) => uses_fault !== 0)
    .map(({ user_id, uses_fault }) => ({ fault: 'points left a lot without a use', subject: `user ${user_id}: ${uses_fault}` }));
  const held = new Map(lots.map(({ user_id, lots: points }) => [user_id, points]));
  for (const user_id of new Set([...held.keys(), ...ledger.keys()])) {
    const [in_lots, in_ledger] = [held.get(user_id) ?? 0, ledger.get(user_id) ?? 0];
    if (in_lots !== in_ledger) faults.push({ fault: 'lots differ from the ledger', subject: `user ${user_id}: ${in_lots} / ${in_ledger}` });
  }
  return faults;
}
