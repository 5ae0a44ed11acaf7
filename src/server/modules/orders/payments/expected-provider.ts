import type { Ctx } from '../../../app/ctx.ts';
import type { ExpectedProvider } from './decide.ts';

/** What facts must say to be about our payments. */
export function expectedProvider(ctx: Ctx, told_by: string): ExpectedProvider {
  const { name, merchant_id, app_id } = ctx.app.providers.payment;
  return { told_by, name, merchant_id, app_id };
}
