import type { ItemStatus } from '#contract/publish.ts';
import { emit } from '../../db/outbox.ts';
import { assert } from '../../kernel/assert.ts';
import type { Ctx, TxCtx } from '../../kernel/ctx.ts';
import type { Kind } from './kinds/kind.ts';
import {
  addToCounter,
  addToViews,
  changeStatus,
  type DetailFields,
  type ItemCounter,
  type ItemFields,
  insertItem,
  type PageRow,
  replacePages,
  updateItemRow,
  writeHotScore,
} from './repo.ts';

export type NewItem = Omit<ItemFields, 'kind'> & { kind: Kind } & DetailFields;
export type ItemPatch = Partial<Omit<ItemFields, 'kind' | 'publisher_id' | 'published_at'>> & Partial<DetailFields>;

const DETAIL_KEYS = ['introduction', 'file_id', 'file_size_bytes', 'page_count', 'free_pages', 'page_texts', 'reject_reason'] as const;

function splitFields<T extends object>(fields: T): { row: Partial<ItemFields>; details: Partial<DetailFields> } {
  const row: Record<string, unknown> = {};
  const details: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if ((DETAIL_KEYS as readonly string[]).includes(key)) details[key] = value;
    else row[key] = value;
  }
  return { row, details };
}

/** Writes a new item as a draft. Texts must be sanitised by the caller; nothing is announced, because nobody sees drafts. */
export async function createItem(tx: TxCtx, fields: NewItem): Promise<number> {
  const { row, details } = splitFields(fields);
  return insertItem(tx.db, { ...(row as ItemFields), status: 'draft' }, details);
}

/**
 * Changes what is given, leaves the rest. A published item announces `item.changed`. Only fields; status has `setItemStatus`.
 * @throws when the item does not exist: callers have locked it
 */
export async function updateItem(tx: TxCtx, id: number, patch: ItemPatch): Promise<void> {
  const { row, details } = splitFields(patch);
  const status = await updateItemRow(tx.db, id, row, details, tx.app.clock.now());
  assert(status !== null, `item ${id} does not exist`);
  if (status === 'published') await emit(tx, 'item.changed', { item_id: id });
}

/**
 * Moves the item from one of `from` to `to` by one conditional statement, and announces `item.changed`. Becoming published sets
 * `published_at` to now (or `extra.published_at`) and the first hot score.
 * @returns false when it was in none of `from`: somebody else was quicker
 */
export async function setItemStatus(
  tx: TxCtx,
  id: number,
  from: ItemStatus[],
  to: ItemStatus,
  extra: ItemPatch & { published_at?: Date } = {},
): Promise<boolean> {
  const { published_at, ...patch } = extra;
  const now = tx.app.clock.now();
  const publishes = to === 'published' ? (published_at ?? now) : published_at;
  if (!(await changeStatus(tx.db, id, from, to, now, publishes))) return false;
  const { row, details } = splitFields(patch);
  if (Object.keys(row).length + Object.keys(details).length > 0) await updateItemRow(tx.db, id, row, details, now);
  if (to === 'published') await writeHotScore(tx.db, id);
  await emit(tx, 'item.changed', { item_id: id });
  return true;
}

/** Replaces all rendered pages and their texts (one string a page), and sets the page count. */
export async function savePages(tx: TxCtx, item_id: number, pages: PageRow[], page_texts: string[]): Promise<void> {
  await replacePages(tx.db, item_id, pages);
  await updateItem(tx, item_id, { page_count: pages.length, page_texts });
}

/** Adds reads to published items, by id, in one statement for any number. */
export async function addItemViews(ctx: Ctx, views: ReadonlyMap<number, number>): Promise<void> {
  await addToViews(ctx.db, [...views.keys()], [...views.values()]);
}

/** Adds to a counter by one statement; never below zero. Unknown ids change nothing. */
export async function addToItemCounter(ctx: Ctx, item_id: number, counter: ItemCounter, delta: number): Promise<void> {
  assert(Number.isSafeInteger(delta), 'a counter moves by whole numbers');
  await addToCounter(ctx.db, item_id, counter, delta);
}
