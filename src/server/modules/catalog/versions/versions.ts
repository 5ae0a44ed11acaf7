import type { Ctx, TxCtx } from '../../../app/ctx.ts';
import { kindOf } from '../kinds/registry.ts';
import { findItem, findMedia } from '../repo.ts';
import {
  deleteVersion,
  findNewest,
  findReplaced,
  findUntold,
  findVersions,
  type ItemVersion,
  insertVersion,
  type ReplacedVersion,
  setTold,
} from './repo.ts';

/**
 * Notes what the locked item gives from now on, when that is other than before. Nothing for kinds that give neither a file nor pictures. What an
 * item gives depends on its kind: a design sells its file, whatever pictures it shows.
 */
export async function keepVersion(tx: TxCtx, item_id: number): Promise<void> {
  const item = await findItem(tx.db, item_id);
  if (!item) return;
  const { gives } = kindOf(item.kind);
  const file_id = gives === 'file' ? item.file_id : null;
  const media = gives === 'pictures' ? await findMedia(tx.db, item_id) : [];
  const picture_ids = media.filter(({ type }) => type === 'picture').map((one) => one.file_id);
  if (file_id === null && picture_ids.length === 0) return;
  const newest = await findNewest(tx.db, item_id);
  if (newest?.file_id === file_id && newest.picture_ids.map(Number).join() === picture_ids.join()) return;
  const note = newest ? item.change_note : '';
  await insertVersion(tx.db, {
    ...{ item_id, version: (newest?.version ?? 0) + 1, file_id, picture_ids, published_at: tx.app.clock.now() },
    // a file of another program has pictures beside it, and no pages
    ...{ note, is_told: note === '', page_count: picture_ids.length || (kindOf(item.kind).media ? 0 : item.page_count) },
  });
}

/** What each item gave since it was first published, the oldest first; without versions that were never bought. */
export async function versionsOf(ctx: Ctx, item_ids: readonly number[]): Promise<Map<number, ItemVersion[]>> {
  const by_item = new Map<number, ItemVersion[]>();
  for (const row of await findVersions(ctx.db, item_ids)) {
    const version = { ...row, picture_ids: row.picture_ids.map(Number) };
    by_item.set(row.item_id, [...(by_item.get(row.item_id) ?? []), version]);
  }
  return by_item;
}

/** What somebody got who bought at that moment; undefined when the item has no versions. */
export function versionAt(versions: readonly ItemVersion[], at: Date): ItemVersion | undefined {
  return versions.findLast(({ published_at }) => published_at <= at) ?? versions[0];
}

export type LastChange = { at: Date; note: string; pages: number; pages_before: number };

/** What changed last in what the item gives, for everybody; null: it gives what it gave first. */
export async function lastChange(ctx: Ctx, item_id: number): Promise<LastChange | null> {
  const [was, is] = (await versionsOf(ctx, [item_id])).get(item_id)?.slice(-2) ?? [];
  if (!was || !is?.note) return null;
  return { at: is.published_at, note: is.note, pages: is.page_count, pages_before: was.page_count };
}

/** Newest versions of published items whose messages are not sent yet. */
export const untoldVersions = (ctx: Ctx, limit: number) => findUntold(ctx.db, limit);

/** No message of this version or an older one is due any more. */
export const versionTold = (ctx: Ctx, version: Pick<ItemVersion, 'item_id' | 'version'>) => setTold(ctx.db, version);

/** Versions that newer ones replaced before a moment, some of them after one, for cleaning. */
export function replacedVersions(ctx: Ctx, before: Date, after: { item_id: number; version: number }, limit: number) {
  return findReplaced(ctx.db, before, after, limit);
}

/** Forgets a version; its files are cleaned away later. */
export async function dropVersion(tx: TxCtx, version: Pick<ReplacedVersion, 'item_id' | 'version'>): Promise<void> {
  await deleteVersion(tx.db, version);
}
