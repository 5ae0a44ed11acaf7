import type { KindFacts } from '#contract/kinds.ts';
import type { FileState, ItemForm, ItemStatus, OwnItem, PublishOptions } from '#contract/publish.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { editionOf } from '../../kernel/edition.ts';
import { notFound } from '../../kernel/errors.ts';
import { getItem, kindTerms } from '../catalog/index.ts';
import { publisherShare } from '../sales/index.ts';
import { getSetting } from '../settings/index.ts';
import { alikePictures } from './alike-pictures.ts';
import { formOfItem, meansTheSame } from './drafts/form-of-item.ts';
import { filmOf } from './open-film.ts';
import { type FileRow, findDraft, findFile, findFilePages, findFiles, findRenderings } from './repo.ts';
import { workReviewMode } from './settings.ts';
import { type OriginalFile, originalFile } from './stored-files.ts';
import { DOCUMENT_PICTURE_WIDTH, signPages, signPicture, THUMB_WIDTH } from './take-picture.ts';

/** What the publishing form needs to know of the site; the same for everybody. */
export async function publishOptions(ctx: Ctx, kind: KindFacts): Promise<PublishOptions> {
  const [terms, publisher_share_bp, review, conversion] = await Promise.all([
    kindTerms(ctx, kind),
    getSetting(ctx, publisherShare),
    getSetting(ctx, workReviewMode),
    ctx.app.providers.documents.conversion(),
  ]);
  return {
    categories: terms.categories,
    facets: terms.facets,
    hot_tags: terms.tags.map((tag) => tag.name).slice(0, 8),
    publisher_share_bp,
    pptx_supported: conversion.possible,
    held_for_review: review === 'hold',
  };
}

/** An own item of a kind with everything its form needs. @throws AppError 404 when it is not the caller's */
export async function getOwnItem(ctx: Ctx, kind: KindFacts, id: number): Promise<OwnItem> {
  const owner_id = requireUser(ctx);
  const item = await getItem(ctx, id);
  if (!item || item.publisher_id !== owner_id || item.kind !== kind.code) throw notFound(`${kind.noun}不存在`);
  const draft = await findDraft(ctx.db, id);
  const current = await formOfItem(ctx, item);
  const typed = draft?.form ?? current;
  // a time means nothing once the work was on the site
  const form = item.published_at === null ? typed : { ...typed, publish_at: null };
  return {
    id,
    status: item.status as ItemStatus,
    reject_reason: item.reject_reason,
    form,
    file: form.file_id === null ? null : await fileState(ctx, form.file_id).catch(() => null),
    cover: await coverOf(ctx, form),
    ...(await mediaOf(ctx, form, kind.fields?.some(({ type }) => type === 'document') ? DOCUMENT_PICTURE_WIDTH : THUMB_WIDTH)),
    saved_at: unixSeconds(draft?.saved_at ?? item.updated_at),
    edition: editionOf(draft?.saved_at),
    waiting: Boolean(draft?.submitted),
    was_published: item.published_at !== null,
    changed: Boolean(draft?.submitted) || !meansTheSame(form, current),
  };
}

/** An own original with the state of its pages; polled while they are being made. @throws AppError 404 */
export async function fileState(ctx: Ctx, file_id: number): Promise<FileState> {
  const file = await findFile(ctx.db, file_id);
  if (!file || file.owner_id !== requireUser(ctx)) throw notFound('文件不存在，请重新上传');
  const [pages, renderings] = await Promise.all([findFilePages(ctx.db, file_id), findRenderings(ctx.db, [file_id])]);
  // a file of another program is as it is: nothing is drawn of it
  const { status, page_count, failure } = renderings.get(file_id) ?? { status: 'done', page_count: 0, failure: '' };
  return {
    file: { id: file.id, name: file.name, size_bytes: file.size_bytes, type: file.type },
    render: { status, page_count, failure, done_pages: pages.length },
    pages: signPages(ctx, pages),
  };
}

async function mediaOf(ctx: Ctx, form: ItemForm, width: number): Promise<Pick<OwnItem, 'pictures' | 'video'>> {
  const found = await findFiles(ctx.db, [...form.pictures, ...(form.video_file_id === null ? [] : [form.video_file_id])]);
  const alike = await alikePictures(ctx, [...found.values()], form.pictures);
  const uploaded = ({ id, name, size_bytes, type }: FileRow) => ({ id, name, size_bytes, type });
  const video = form.video_file_id === null ? undefined : found.get(form.video_file_id);
  return {
    pictures: form.pictures.flatMap((id) => {
      const file = found.get(id);
      return file ? [{ file: uploaded(file), thumb: signPicture(ctx, file, width), alike: alike.get(id) ?? '' }] : [];
    }),
    video: video ? { ...uploaded(video), ...filmOf(ctx, video) } : null,
  };
}

async function coverOf(ctx: Ctx, form: ItemForm) {
  const cover = form.cover_file_id === null ? null : await findFile(ctx.db, form.cover_file_id);
  return cover && cover.width > 0 ? signPicture(ctx, cover, 640) : null;
}

/** An upload of the signed-in user. @throws AppError 404 for what is not theirs */
export async function ownOriginal(ctx: Ctx, file_id: number): Promise<OriginalFile> {
  const owner_id = requireUser(ctx);
  const [row, file] = [await findFile(ctx.db, file_id), await originalFile(ctx, file_id)];
  if (!file || row?.owner_id !== owner_id) throw notFound('文件不存在，请重新上传');
  return file;
}
