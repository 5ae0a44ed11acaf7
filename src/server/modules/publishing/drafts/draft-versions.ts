import { countWords, type DraftVersion, type DraftVersionBody, docPictures, docText, isDoc } from '#contract/article.ts';
import type { KindFacts } from '#contract/kinds.ts';
import type { ItemForm } from '#contract/publish.ts';
import { type Ctx, requireUser, type TxCtx } from '../../../app/ctx.ts';
import { unixSeconds } from '../../../kernel/clock.ts';
import { notFound } from '../../../kernel/errors.ts';
import { getItem } from '../../catalog/index.ts';
import { findFiles } from '../repo.ts';
import type { FileUse } from '../stored-files.ts';
import { DOCUMENT_PICTURE_WIDTH, signPicture } from '../take-picture.ts';
import { sameDoc } from './check-submission.ts';
import {
  deleteOldVersions,
  deleteVersions,
  findNewestVersion,
  findVersion,
  findVersionPictures,
  findVersions,
  insertVersion,
  updateVersion,
} from './draft-versions.repo.ts';

/** Saves within this time become one version: a writer goes back to what was, not to every pause in typing. */
const VERSION_MS = 5 * 60_000;
/** Versions that are retained of a draft. */
const VERSIONS_MOST = 30;

/** Keeps what a draft with a document is now as its newest version; drafts of other kinds have none. The caller holds the item. */
export async function keepDraftVersion(tx: TxCtx, kind: KindFacts, item_id: number, form: ItemForm): Promise<void> {
  const field = kind.fields?.find(({ type }) => type === 'document');
  const body = field && form.fields[field.key];
  if (!isDoc(body) || body.blocks.length === 0) return;
  const now = tx.app.clock.now();
  const { title, introduction } = form;
  const row = { title, introduction, body, words: countWords(docText(body)), pictures: docPictures(body), saved_at: now };
  const newest = await findNewestVersion(tx.db, item_id);
  if (newest && newest.title === title && newest.introduction === introduction && sameDoc(newest.body, body)) return;
  // a version begins with its first save and takes over what follows soon after
  if (newest && now.getTime() - newest.begun_at.getTime() < VERSION_MS) return updateVersion(tx.db, newest.id, row);
  await insertVersion(tx.db, { ...row, item_id, begun_at: now });
  await deleteOldVersions(tx.db, item_id, VERSIONS_MOST);
}

async function requireOwn(ctx: Ctx, kind: KindFacts, item_id: number): Promise<void> {
  const owner_id = requireUser(ctx);
  const item = await getItem(ctx, item_id);
  if (!item || item.publisher_id !== owner_id || item.kind !== kind.code) throw notFound(`${kind.noun}不存在`);
}

/** What the draft of an own item was, the newest first. @throws AppError 404 */
export async function draftVersions(ctx: Ctx, kind: KindFacts, item_id: number): Promise<DraftVersion[]> {
  await requireOwn(ctx, kind, item_id);
  const rows = await findVersions(ctx.db, item_id, VERSIONS_MOST);
  return rows.map(({ id, title, words, saved_at }) => ({ id, title, words, saved_at: unixSeconds(saved_at) }));
}

/** One of them with its text. @throws AppError 404 for one of another item */
export async function draftVersion(ctx: Ctx, kind: KindFacts, item_id: number, version_id: number): Promise<DraftVersionBody> {
  await requireOwn(ctx, kind, item_id);
  const row = await findVersion(ctx.db, item_id, version_id);
  if (!row) throw notFound('这个历史版本已不存在');
  const { id, title, words, saved_at, introduction, body } = row;
  const files = await findFiles(ctx.db, docPictures(body));
  const pictures = [...files.values()].map((file) => ({ file_id: file.id, src: signPicture(ctx, file, DOCUMENT_PICTURE_WIDTH).src }));
  return { id, title, words, saved_at: unixSeconds(saved_at), introduction, body, pictures };
}

/** The versions of an item go with it. */
export function dropDraftVersions(tx: TxCtx, item_id: number): Promise<void> {
  return deleteVersions(tx.db, item_id);
}

/** Pictures that only an older version names: going back to it needs them. */
export const versionPictures: FileUse = async (ctx, file_ids, item_ids) => new Set(await findVersionPictures(ctx.db, item_ids, file_ids));
