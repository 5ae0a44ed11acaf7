import type { KindFacts } from '#contract/kinds.ts';
import { opinionScore } from '#contract/opinion.ts';
import type { ItemStatus } from '#contract/publish.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { assert } from '../../kernel/assert.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { conflict } from '../../kernel/errors.ts';
import { emit, type OutboxEvents } from '../../outbox/outbox.ts';
import { addToViews, type ItemViews } from './figures/repo.ts';
import { storeOf } from './kinds/registry.ts';
import {
  addToCounter,
  changeStatus,
  type FileFields,
  findFacets,
  findItem,
  type Item,
  type ItemCounter,
  type ItemFields,
  insertItem,
  type MediaRow,
  type NewPage,
  replaceMedia,
  replacePages,
  updateItemRow,
  writeFacets,
  writeHotScore,
  writeRating,
  writeTerms,
} from './repo.ts';
import { commonFacets, itemFacets } from './rules.ts';
import { keepVersion } from './versions/versions.ts';

/** `details`: what only the kind has, by the columns of its table. */
export type NewItem = Omit<ItemFields, 'kind'> & { kind: KindFacts; details?: object } & FileFields;
export type ItemPatch = Partial<Omit<ItemFields, 'kind' | 'publisher_id' | 'published_at'>> & Partial<FileFields> & { details?: object };

const FILE_KEYS = ['file_id', 'file_size_bytes', 'page_count', 'free_pages', 'page_texts', 'change_note'] as const;

function splitFields<T extends object>(fields: T): { row: Partial<ItemFields>; file: Partial<FileFields>; details: object } {
  const row: Record<string, unknown> = {};
  const file: Record<string, unknown> = {};
  let details: object = {};
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (key === 'details') details = value;
    else if ((FILE_KEYS as readonly string[]).includes(key)) file[key] = value;
    else row[key] = value;
  }
  return { row, file, details };
}

/** Writes a new item as a draft. Texts must be sanitised by the caller; no event, because drafts are not public. */
export async function createItem(tx: TxCtx, { kind, ...fields }: NewItem): Promise<number> {
  const { row, file, details } = splitFields(fields);
  const id = await insertItem(tx.db, { ...(row as ItemFields), kind: kind.code, status: 'draft' }, file);
  await storeOf(kind.code).details?.insert(tx.db, id, details);
  await refreshFacets(tx, id);
  return id;
}

/** The item after the change, and its facet codes before and after. */
interface Written {
  item: Item;
  before: number[];
  after: number[];
}

/** Brings the codes that lists filter by in line with the item. */
async function refreshFacets(tx: TxCtx, id: number): Promise<Written | null> {
  const item = await findItem(tx.db, id);
  if (!item) return null;
  const store = storeOf(item.kind);
  const details = store.facetCodes ? ((await store.details?.load(tx.db, [id]))?.get(id) ?? null) : null;
  const facets = [...commonFacets(item), ...(store.facetCodes?.(item, details) ?? [])];
  const before = itemFacets(item);
  if (facets.join() !== before.join()) await writeFacets(tx.db, id, facets);
  return { item: { ...item, facets }, before, after: facets };
}

async function write(tx: TxCtx, id: number, patch: ItemPatch): Promise<Written | null> {
  const { row, file, details } = splitFields(patch);
  if (!(await updateItemRow(tx.db, id, row, file, tx.app.clock.now()))) return null;
  if (Object.keys(details).length > 0) {
    const item = await findItem(tx.db, id);
    if (item) await storeOf(item.kind).details?.update(tx.db, id, details);
  }
  return refreshFacets(tx, id);
}

/**
 * Changes what is given, leaves the rest. A published item announces `item.changed`. Only fields; status has `setItemStatus`.
 * @throws when the item does not exist: callers have locked it
 */
export async function updateItem(tx: TxCtx, id: number, patch: ItemPatch): Promise<void> {
  const written = await write(tx, id, patch);
  assert(written !== null, `item ${id} does not exist`);
  if (written.item.status === 'published') await emit(tx, 'item.changed', changeOf(written));
}

/**
 * Brings a locked item's codes, and its terms where they are given, in line with the rules of today. A published one announces `item.changed` if
 * that changed anything; `updated_at` stays, because the work itself did not change.
 */
export async function renewCodes(tx: TxCtx, id: number, term_ids?: readonly number[]): Promise<void> {
  if (term_ids) await writeTerms(tx.db, id, [...term_ids]);
  const written = await refreshFacets(tx, id);
  if (written?.item.status !== 'published' || changeOf(written).codes.length === 0) return;
  await emit(tx, 'item.changed', changeOf(written));
}

/** What a change of fields means for lists: the codes that came or went, all of them when any did. */
function changeOf({ item, before, after }: Written): OutboxEvents['item.changed'] {
  const same = before.length === after.length && before.every((code) => after.includes(code));
  return { item_id: item.id, what: same ? 'texts' : 'listing', codes: same ? [] : [...new Set([...before, ...after])] };
}

/** Why an item must not be shown for a time, for people; null: it may be. */
export type KeptOff = (ctx: Ctx, item_id: number) => Promise<string | null>;
let keptOff: KeptOff = () => Promise.resolve(null);

/** Called while the areas are put together, by what may hide items of all kinds. */
export function registerKeptOff(rule: KeptOff): void {
  keptOff = rule;
}

/**
 * Moves the item from one of `from` to `to` by one conditional statement, and announces `item.changed`. Becoming published sets
 * `published_at` to now (or `extra.published_at`) and the first hot score, and notes the version that is sold from now on.
 * @returns false when it was in none of `from` (a concurrent change won)
 * @throws AppError 409 for what must not be shown now
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
  // after the change, which locked the row: what hides it is decided under the same lock
  const kept_off = to === 'published' ? await keptOff(tx, id) : null;
  if (kept_off !== null) throw conflict(kept_off);
  const written = Object.keys(patch).length > 0 ? await write(tx, id, patch) : null;
  if (to === 'published') {
    await writeHotScore(tx.db, id);
    await keepVersion(tx, id);
  }
  const codes = written ? [...new Set([...written.before, ...written.after])] : await findFacets(tx.db, id);
  await emit(tx, 'item.changed', { item_id: id, what: 'status', codes });
  return true;
}

/**
 * Moves an item that the caller has locked, from the status it was locked in.
 * @throws when its status is another one by now: it was read and not locked
 */
export async function moveLockedItem(
  tx: TxCtx,
  item: Pick<Item, 'id' | 'status'>,
  to: ItemStatus,
  extra: ItemPatch & { published_at?: Date } = {},
): Promise<void> {
  const moved = await setItemStatus(tx, item.id, [item.status as ItemStatus], to, extra);
  assert(moved, `item ${item.id} changed its status under its lock`);
}

/** What a work's ratings come to, counted by who holds it. */
export async function setItemRating(tx: TxCtx, id: number, counted: { num: number; sum: number }): Promise<void> {
  await writeRating(tx.db, id, { ...counted, score: opinionScore(counted) });
}

/** Replaces all rendered pages and their texts (one string a page), and sets the page count. */
export async function savePages(tx: TxCtx, item_id: number, pages: readonly NewPage[], page_texts: string[]): Promise<void> {
  await replacePages(tx.db, item_id, pages);
  await updateItem(tx, item_id, { page_count: pages.length, page_texts });
}

/** Replaces the stored originals of what the item shows, in order. */
export async function saveMedia(tx: TxCtx, item_id: number, media: readonly MediaRow[]): Promise<void> {
  await replaceMedia(tx.db, item_id, media);
}

/** Adds reads to published items and to their day, in one statement for any number. */
export async function addItemViews(ctx: Ctx, views: readonly ItemViews[]): Promise<void> {
  await addToViews(ctx.db, views, shanghaiDay(ctx.app.clock.now()));
}

/** Adds to a counter by one statement; never below zero. Unknown ids change nothing. */
export async function addToItemCounter(ctx: Ctx, item_id: number, counter: ItemCounter, delta: number): Promise<void> {
  assert(Number.isSafeInteger(delta), 'a counter moves by whole numbers');
  await addToCounter(ctx.db, item_id, counter, delta);
}
