import type { KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '../../../app/ctx.ts';
import { assert } from '../../../kernel/assert.ts';

/** Why an item that was taken off the site can never come back, for people; null: it can. */
export type WhyNotAgain = (ctx: Ctx, item_id: number) => Promise<string | null>;

const by_kind = new Map<string, WhyNotAgain>();

/** Called once a kind while the areas are put together. */
export function registerWhyNotAgain(key: string, why: WhyNotAgain): void {
  assert(!by_kind.has(key), `what keeps ${key} off the site is registered twice`);
  by_kind.set(key, why);
}

/** The same for an item of any kind. */
export async function whyNotAgain(ctx: Ctx, { key }: Pick<KindFacts, 'key'>, item_id: number): Promise<string | null> {
  return (await by_kind.get(key)?.(ctx, item_id)) ?? null;
}
