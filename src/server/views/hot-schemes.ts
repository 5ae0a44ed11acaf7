import type { SchemeCard } from '#contract/scheme.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { topSchemes } from '../modules/catalog/index.ts';

/** What /hmh offers instead of the page that is not there: two rows of the best-liked schemes. */
export async function hotSchemes(ctx: Ctx): Promise<SchemeCard[]> {
  return topSchemes(ctx, { sort: 'recommend' }, 10);
}
