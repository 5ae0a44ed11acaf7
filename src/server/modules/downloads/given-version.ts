import type { Ctx } from '../../app/ctx.ts';
import { notFound } from '../../kernel/errors.ts';
import { heldForGood } from '../access/index.ts';
import { type Item, type ItemVersion, itemMedia, versionAt, versionsOf } from '../catalog/index.ts';
import { originalFiles } from '../publishing/index.ts';

/** A version that somebody may download: what they bought, or what is sold now. */
export interface OwnVersion {
  version: number;
  published_at: Date;
  is_newest: boolean;
}

/**
 * What the user may download of items that they hold permanently, where there is a choice: the version they bought and the newest. Items that
 * did not change since are absent, and so are those that somebody has for a day or for nothing.
 */
export async function ownVersions(ctx: Ctx, user_id: number, item_ids: readonly number[]): Promise<Map<number, OwnVersion[]>> {
  const [held, versions] = await Promise.all([heldForGood(ctx, user_id, item_ids), versionsOf(ctx, item_ids)]);
  const own = new Map<number, OwnVersion[]>();
  for (const [item_id, since] of held) {
    const all = versions.get(item_id) ?? [];
    const [bought, newest] = [versionAt(all, since), all.at(-1)];
    if (!bought || !newest || bought === newest) continue;
    own.set(
      item_id,
      [bought, newest].map(({ version, published_at }) => ({ version, published_at, is_newest: version === newest.version })),
    );
  }
  return own;
}

/** Whether the user may choose this version of the item. */
export async function hasVersion(ctx: Ctx, item: Pick<Item, 'id'>, user_id: number, version: number): Promise<boolean> {
  return ((await ownVersions(ctx, user_id, [item.id])).get(item.id) ?? []).some((one) => one.version === version);
}

interface Asking {
  user_id: number;
  version?: number;
}

/** The version that a link means; undefined: the item as it stands. @throws AppError 404 for one that the user may not choose any more */
async function versionFor(ctx: Ctx, item: Item, { user_id, version }: Asking): Promise<ItemVersion | undefined> {
  // its publisher looks at what is being changed
  if (version === undefined && (item.status === 'published' || user_id === item.publisher_id)) return undefined;
  if (version !== undefined && !(await hasVersion(ctx, item, user_id, version))) throw notFound('没有这个版本');
  const all = (await versionsOf(ctx, [item.id])).get(item.id) ?? [];
  // a change that waits for its review is not on sale yet
  return version === undefined ? all.at(-1) : all.find((one) => one.version === version);
}

/** The original that leaves; null: there is none. No right to the item is asked for here. @throws AppError 404 */
export async function givenFile(ctx: Ctx, item: Item, asking: Asking): Promise<number | null> {
  return (await versionFor(ctx, item, asking))?.file_id ?? item.file_id;
}

/** The original pictures that leave, in order. No right to the item is asked for here. @throws AppError 404 */
export async function givenPictures(ctx: Ctx, item: Item, asking: Asking): Promise<Array<{ file_id: number; name: string }>> {
  const version = await versionFor(ctx, item, asking);
  if (!version || version.picture_ids.length === 0) return (await itemMedia(ctx, item.id)).filter(({ type }) => type === 'picture');
  const files = await originalFiles(ctx, version.picture_ids);
  return version.picture_ids.map((file_id) => ({ file_id, name: files.get(file_id)?.name ?? '' }));
}
