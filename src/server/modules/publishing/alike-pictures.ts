import { type Ctx, requireUser } from '../../app/ctx.ts';
import { type Item, itemMedia, shownFiles } from '../catalog/index.ts';
import { publicUsers } from '../identity/index.ts';
import { type FileRow, findAlike, findFiles } from './repo.ts';

type Looked = Pick<FileRow, 'id' | 'look'>;

/**
 * For the publisher, by file: where their own items already show a picture that looks like it. `among`: files of the same form, which
 * are no news. Pictures that are nowhere else are absent.
 */
export async function alikePictures(ctx: Ctx, files: readonly Looked[], among: readonly number[] = []): Promise<Map<number, string>> {
  const found = await findAlike(ctx.db, files, { owner_id: requireUser(ctx) });
  const others = found.filter(({ like_id }) => !among.includes(like_id));
  const shown = await shownFiles(
    ctx,
    others.map(({ like_id }) => like_id),
  );
  const notes = new Map<number, string>();
  for (const { file_id, like_id } of others) {
    const place = shown.find((one) => one.file_id === like_id);
    if (place && !notes.has(file_id)) notes.set(file_id, `与您的《${place.title || '未命名'}》第 ${place.place} 张很像`);
  }
  return notes;
}

/** For staff, by item: the first of its pictures that looks like one which somebody else shows, in words. */
export async function alikeNotes(ctx: Ctx, items: ReadonlyArray<Pick<Item, 'id' | 'publisher_id'>>): Promise<Map<number, string>> {
  const notes = new Map<number, string>();
  for (const { id, publisher_id } of items) {
    const own = (await itemMedia(ctx, id)).filter(({ type }) => type === 'picture').map(({ file_id }) => file_id);
    const found = own.length > 0 ? await findAlike(ctx.db, await withLooks(ctx, own), { but_owner: publisher_id }) : [];
    const shown = await shownFiles(
      ctx,
      found.map(({ like_id }) => like_id),
    );
    const place = shown.find((one) => one.status !== 'draft');
    const hit = place && found.find(({ like_id }) => like_id === place.file_id);
    if (!place || !hit) continue;
    const whose = (await publicUsers(ctx, [place.publisher_id])).get(place.publisher_id).nickname;
    notes.set(id, `第 ${own.indexOf(hit.file_id) + 1} 张与${whose}的《${place.title}》第 ${place.place} 张很像`);
  }
  return notes;
}

async function withLooks(ctx: Ctx, ids: readonly number[]): Promise<Looked[]> {
  return [...(await findFiles(ctx.db, ids)).values()];
}
