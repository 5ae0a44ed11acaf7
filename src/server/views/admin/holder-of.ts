import type { Ctx } from '../../app/ctx.ts';
import { hiddenStaff, userByMobile } from '../../modules/identity/index.ts';

/** Whose phone number this is, for staff who may see them; none for other words. */
export async function holderOf(ctx: Ctx, words: string): Promise<number[]> {
  if (!/^1\d{10}$/.test(words)) return [];
  const found = await userByMobile(ctx, words);
  return !found || (await hiddenStaff(ctx, [found.id])).has(found.id) ? [] : [found.id];
}
