import type { Picture } from '#contract/item.ts';
import { opinionMean } from '#contract/opinion.ts';
import { pictureSrcset, pictureUrl, pictureWidths } from '#contract/picture.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { allKinds, storeOf } from './kinds/registry.ts';
import { placeholderUrl } from './placeholder-url.ts';
import {
  findAfter,
  findCoverKeys,
  findFilesOfItems,
  findFilm,
  findFirstPages,
  findItem,
  findItemsById,
  findMarkCounters,
  findMedia,
  findPages,
  findPublishers,
  findRatings,
  findSaleItem,
  findShownFiles,
  type Item,
  lockItemRow,
  type MarkCounters,
  type MediaRow,
  type PageRow,
  type SaleItem,
} from './repo.ts';
import { findVersionFiles } from './versions/repo.ts';

/** The item of any kind in any status, with its file; null when there is none. Who may see it is the caller's question. */
export async function getItem(ctx: Ctx, id: number): Promise<Item | null> {
  return findItem(ctx.db, id);
}

/** Items of any kind in any status, by id; unknown ids are absent. */
export async function itemsById(ctx: Ctx, ids: readonly number[]): Promise<Map<number, Item>> {
  return new Map((await findItemsById(ctx.db, ids)).map((item) => [item.id, item]));
}

/** How many collected and liked an item, at this moment; zeros for an unknown id. */
export function markCountersOf(ctx: Ctx, id: number): Promise<MarkCounters> {
  return findMarkCounters(ctx.db, id);
}

/** How many rated each of these items, and the mean that is shown (0: none). */
export async function itemRatings(ctx: Ctx, ids: readonly number[]): Promise<Map<number, { num: number; mean: number }>> {
  const rows = ids.length === 0 ? [] : await findRatings(ctx.db, ids);
  return new Map(rows.map(({ id, rating_num, rating_score }) => [id, { num: rating_num, mean: opinionMean(rating_score) }]));
}

/** Publishers of items, by item. */
export function publishersOf(ctx: Ctx, ids: readonly number[]): Promise<Map<number, number>> {
  return findPublishers(ctx.db, ids);
}

/** The beginning, `most` characters, of what stands on the first page of items; of those alone whose first page everybody may see. */
export function firstPagesOf(ctx: Ctx, ids: readonly number[], most: number): Promise<Map<number, string>> {
  return findFirstPages(ctx.db, ids, most);
}

/** What only the item's kind has, as its store loads it; null for a kind that has nothing of its own. */
export async function itemDetails<D extends object>(ctx: Ctx, item: Pick<Item, 'id' | 'kind'>): Promise<D | null> {
  return ((await storeOf(item.kind).details?.load(ctx.db, [item.id]))?.get(item.id) as D | undefined) ?? null;
}

/** What selling needs of an item in any status, without its texts and pages: one indexed read. */
export async function getSaleItem(ctx: Ctx, id: number): Promise<SaleItem | null> {
  return findSaleItem(ctx.db, id);
}

/** The same under `FOR UPDATE` until the transaction ends. The order of all locks: docs/locking.md. */
export async function lockItem(tx: TxCtx, id: number): Promise<Item | null> {
  return (await lockItemRow(tx.db, id)) ? findItem(tx.db, id) : null;
}

/** Ids of works of kinds that are sold behind one, in rising order; drafts are written with their next save. */
export function soldAfter(ctx: Ctx, after: number, most: number): Promise<number[]> {
  return findAfter(
    ctx.db,
    allKinds().flatMap(({ code, sale }) => (sale ? [code] : [])),
    after,
    most,
  );
}

/** Pages `from` to `to`, both included, in order. No right is asked for here: callers pass bounds that the reader may see. */
export async function itemPages(ctx: Ctx, item_id: number, from: number, to: number): Promise<PageRow[]> {
  return to < from ? [] : findPages(ctx.db, item_id, from, to);
}

/** Stored originals of what the item shows, pictures in order and then the film. No right is asked for here. */
export async function itemMedia(ctx: Ctx, item_id: number): Promise<MediaRow[]> {
  return findMedia(ctx.db, item_id);
}

/** The film of an item in any status, by its key; null: there is none. Who may see it is the caller's question. */
export async function filmByKey(ctx: Ctx, key: string) {
  return findFilm(ctx.db, key);
}

/** Where pictures of these stored files are shown, by items of any status. */
export async function shownFiles(ctx: Ctx, file_ids: readonly number[]) {
  return findShownFiles(ctx.db, file_ids);
}

/**
 * Which of these stored files an item in any status sells, sold to somebody, shows or has as its cover. `item_id`: the item that a file was
 * uploaded for.
 */
export async function filesInUse(
  ctx: Ctx,
  files: ReadonlyArray<{ id: number; item_id: number | null; key: string }>,
): Promise<Set<number>> {
  if (files.length === 0) return new Set();
  const ids = files.map((file) => file.id);
  const item_ids = files.flatMap((file) => file.item_id ?? []);
  const [originals, versions] = [await findFilesOfItems(ctx.db, ids), await findVersionFiles(ctx.db, ids)];
  const covers = await findCoverKeys(ctx.db, item_ids);
  return new Set(files.filter((file) => originals.has(file.id) || versions.has(file.id) || covers.has(file.key)).map((file) => file.id));
}

/** URL and widths of a public picture whose stored size is known. `focus`: as in `items.cover_focus`; `placeholder`: as in `files`. */
export function publicPicture(
  key: string,
  width: number,
  height: number,
  { focus = '', placeholder = '' }: { focus?: string; placeholder?: string } = {},
): Picture {
  const widths = pictureWidths(width);
  const shown = widths.find((step) => step >= 640) ?? (widths.at(-1) as number);
  return {
    ...{ src: pictureUrl(key, shown), srcset: pictureSrcset(key, width), width, height },
    ...(focus === '' ? {} : { focus }),
    ...(placeholder === '' ? {} : { placeholder: placeholderUrl(placeholder) }),
  };
}
