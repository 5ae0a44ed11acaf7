import type { ItemPublic } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';
import { assert } from '../kernel/assert.ts';
import type { Ctx } from '../kernel/ctx.ts';

/** What the detail call of a kind says beyond what all do, the same for every reader. */
export type OwnFields = (ctx: Ctx, part: ItemPublic) => Promise<object>;

const known = new Map<string, OwnFields>();

/** Called once a kind while the areas are put together. */
export function registerOwnFields(key: string, fields: OwnFields): void {
  assert(!known.has(key), `own fields of ${key} are registered twice`);
  known.set(key, fields);
}

export function ownFields(ctx: Ctx, kind: KindFacts, part: ItemPublic): Promise<object> {
  return known.get(kind.key)?.(ctx, part) ?? Promise.resolve({});
}
