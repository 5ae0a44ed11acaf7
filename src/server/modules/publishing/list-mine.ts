import type { KindFacts } from '#contract/kinds.ts';
import {
  type FileState,
  type ItemForm,
  type ItemStatus,
  type OwnItem,
  PUBLISH_TABS,
  type PublishedList,
  type PublishedRow,
  type PublishOptions,
  type PublishTab,
  soldFiles,
} from '#contract/publish.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { editionOf } from '../../kernel/edition.ts';
import { notFound } from '../../kernel/errors.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { allKinds, countItemsOf, getItem, type Item, itemsOf, kindOf, kindTerms } from '../catalog/index.ts';
import { poolShare } from '../pool/index.ts';
import { publisherShare, salesOf } from '../sales/index.ts';
import { getSetting } from '../settings/index.ts';
import { alikePictures } from './alike-pictures.ts';
import { soldNow } from './drafts/change-note.ts';
import { findCovers, findPagesOf } from './drafts/draft-versions.repo.ts';
import { formOfItem, meansTheSame } from './drafts/form-of-item.ts';
import { filmOf } from './open-film.ts';
import {
  type DraftRow,
  type FileRow,
  findDraft,
  findDrafts,
  findFile,
  findFilePages,
  findFiles,
  findRenderings,
  type RenderingRow,
} from './repo.ts';
import { isOpen } from './rules.ts';
import { workReviewMode } from './settings.ts';
import { type OriginalFile, originalFile } from './stored-files.ts';
import { DOCUMENT_PICTURE_WIDTH, signPages, signPicture, THUMB_WIDTH } from './take-picture.ts';

/** What the publishing form needs to know of the site; the same for everybody. */
export async function publishOptions(ctx: Ctx, kind: KindFacts): Promise<PublishOptions> {
  const [terms, publisher_share_bp, pool_share_bp, review, conversion] = await Promise.all([
    kindTerms(ctx, kind),
    getSetting(ctx, publisherShare),
    getSetting(ctx, poolShare),
    getSetting(ctx, workReviewMode),
    ctx.app.providers.documents.conversion(),
  ]);
  return {
    categories: terms.categories,
    facets: terms.facets,
    hot_tags: terms.tags.map((tag) => tag.name).slice(0, 8),
    ...{ publisher_share_bp, pool_share_bp },
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
  const shown = item.published_at === null ? typed : { ...typed, publish_at: null };
  const sold = await soldNow(ctx, id);
  // what was said of a version stays with that version
  const form = { ...shown, change_note: isSame(soldFiles(kind, typed), sold) ? '' : (typed.change_note ?? '') };
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
    sold,
  };
}

const isSame = (a: readonly number[], b: readonly number[]) => a.join() === b.join();

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

/** Own items of one tab, of one kind or all, newest first, with the state of what renders and the number of rows a tab. */
export async function listMine(
  ctx: Ctx,
  input: { kind?: KindFacts; tab: PublishTab; page: number; limit: number },
): Promise<PublishedList> {
  const publisher_id = requireUser(ctx);
  const { statuses } = PUBLISH_TABS[input.tab];
  // what ends by itself has a list of its own
  const kinds = input.kind ? [input.kind] : allKinds().filter(({ ends }) => !ends);
  const offset = (input.page - 1) * input.limit;
  const [items, by_status] = await Promise.all([
    itemsOf(ctx, { kinds, publisher_id, statuses, offset, limit: input.limit }),
    countItemsOf(ctx, publisher_id, kinds),
  ]);
  const ids = items.map((item) => item.id);
  const [drafts, sales] = await Promise.all([findDrafts(ctx.db, ids), salesOf(ctx, publisher_id, ids)]);
  const file_ids = [...drafts.values()].flatMap((draft) => fileOf(draft) ?? []);
  const renderings = await findRenderings(ctx.db, file_ids);
  const covers = await draftCovers(ctx, items, drafts);
  const count = (tab: PublishTab) => PUBLISH_TABS[tab].statuses.reduce((sum, status) => sum + (by_status.get(status) ?? 0), 0);
  const counts = Object.fromEntries(Object.keys(PUBLISH_TABS).map((tab) => [tab, count(tab as PublishTab)]));
  return {
    list: items.map((item) =>
      rowOf(ctx, item, { draft: drafts.get(item.id), renderings, cover: covers.get(item.id), sales: sales.get(item.id) }),
    ),
    total: count(input.tab),
    page: input.page,
    limit: input.limit,
    counts: counts as Record<PublishTab, number>,
  };
}

/** The file whose pages are reported: what was submitted before what is being typed. */
function fileOf(draft: DraftRow | undefined): number | null {
  return draft?.submitted?.file_id ?? draft?.file_id ?? null;
}

/** What an item without a cover would get as one, by item: the chosen page once it is drawn, or the uploaded picture. */
async function draftCovers(ctx: Ctx, items: readonly Item[], drafts: Map<number, DraftRow>): Promise<Map<number, PictureBox>> {
  const bare = items.flatMap((item) => (item.cover_key === '' ? (drafts.get(item.id) ?? []) : []));
  const pages = await findPagesOf(
    ctx.db,
    bare.flatMap(({ form }) => (form.file_id === null ? [] : { file_id: form.file_id, page_no: form.cover_page ?? 1 })),
  );
  const uploads = await findCovers(
    ctx.db,
    bare.flatMap(({ form }) => form.cover_file_id ?? []),
  );
  const chosen = ({ form }: DraftRow) => uploads.get(form.cover_file_id ?? 0) ?? pages.get(form.file_id ?? 0);
  return new Map(bare.flatMap((draft) => (chosen(draft) ? [[draft.item_id, chosen(draft) as PictureBox]] : [])));
}

interface RowParts {
  draft: DraftRow | undefined;
  renderings: Map<number, RenderingRow>;
  cover: PictureBox | undefined;
  sales: { sale_num: number; earning_fen: number } | undefined;
}

function rowOf(ctx: Ctx, item: Item, { draft, renderings, cover, sales }: RowParts): PublishedRow {
  const box = item.cover_key === '' ? cover : { key: item.cover_key, width: item.cover_width, height: item.cover_height };
  const file_id = fileOf(draft);
  const rendering = file_id ? renderings.get(file_id) : undefined;
  const shows = rendering && (isOpen(rendering.status) || rendering.status === 'failed');
  const seconds = (at: Date | null) => (at ? unixSeconds(at) : 0);
  return {
    id: item.id,
    kind: kindOf(item.kind).key,
    title: item.title,
    cover_src: box ? signPicture(ctx, box, 320).src : '',
    status: item.status as ItemStatus,
    reject_reason: item.status === 'failed' ? (rendering?.failure ?? '') : item.reject_reason,
    render: shows
      ? { status: rendering.status, done_pages: rendering.done_pages, page_count: rendering.page_count, failure: rendering.failure }
      : null,
    price: Number(fenToYuan(item.price_fen)),
    vip_only: item.vip_only,
    pages: item.page_count,
    format: item.format,
    sale_num: sales?.sale_num ?? 0,
    download_num: item.download_num,
    view_num: item.view_num,
    earnings: Number(fenToYuan(sales?.earning_fen ?? 0)),
    created_at: seconds(item.created_at),
    published_at: seconds(item.published_at),
    publish_at: seconds(item.publish_at),
    updated_at: seconds(item.updated_at),
  };
}

type PictureBox = Parameters<typeof signPicture>[1];
