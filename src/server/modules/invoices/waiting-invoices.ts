import type { Ctx } from '../../app/ctx.ts';
import { countWaiting } from './repo.ts';

/** Invoices that staff have to issue or to reverse. */
export function waitingInvoices(ctx: Ctx): Promise<number> {
  return countWaiting(ctx.db);
}
