import type { ItemPublic } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '../app/ctx.ts';
import { assert } from '../kernel/assert.ts';
import type { Item } from '../modules/catalog/index.ts';

/** What the detail call of a kind says beyond what all do, the same for every reader. */
export type OwnFields = (ctx: Ctx, part: ItemPublic) => Promise<object>;
/** The same, as this reader has it; `user_id` is null for a visitor. */
export type ReaderPart = (ctx: Ctx, item: Item, user_id: number | null) => Promise<object>;

const known = new Map<string, OwnFields>();
const of_readers = new Map<string, ReaderPart>();

/** Called once a kind while the areas are put together. */
export function registerOwnFields(key: string, fields: OwnFields): void {
  assert(!known.has(key), `own fields of ${key} are registered twice`);
  known.set(key, fields);
}

export function registerReaderPart(key: string, fields: ReaderPart): void {
  assert(!of_readers.has(key), `reader fields of ${key} are registered twice`);
  of_readers.set(key, fields);
}

export function ownFields(ctx: Ctx, kind: KindFacts, part: ItemPublic): Promise<object> {
  return known.get(kind.key)?.(ctx, part) ?? Promise.resolve({});
}

export function readerPart(ctx: Ctx, kind: KindFacts, item: Item, user_id: number | null): Promise<object> {
  return of_readers.get(kind.key)?.(ctx, item, user_id) ?? Promise.resolve({});
}
