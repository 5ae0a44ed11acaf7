import type { Ctx } from '../../app/ctx.ts';
import { getSetting } from '../settings/index.ts';
import { dropMonth, makeMonth, monthTables, restMonths } from './repo.ts';
import { trackMonths } from './settings.ts';

/** Months ahead that have their table: a job that fails for weeks keeps no event from its place. */
const AHEAD = 2;

const monthOf = (at: Date, later = 0) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1));

/**
 * Makes the tables of this month and the next ones, gives months of a restore their own, and drops those that are older than the setting:
 * a month leaves at once, whatever it holds. @returns the dropped ones as YYYYMM
 */
export async function keepMonths(ctx: Ctx): Promise<string[]> {
  const now = ctx.app.clock.now();
  for (let later = 0; later <= AHEAD; later++) await makeMonth(ctx.db, monthOf(now, later));
  for (const month of await restMonths(ctx.db)) await makeMonth(ctx.db, month);
  const oldest = monthOf(now, -(await getSetting(ctx, trackMonths)));
  const first = oldest.toISOString().slice(0, 7).replace('-', '');
  const old = (await monthTables(ctx.db)).filter((month) => month < first);
  for (const month of old) await dropMonth(ctx.db, month);
  return old;
}
