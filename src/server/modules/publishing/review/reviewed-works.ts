import { type KindFacts, pageUnit } from '#contract/kinds.ts';
import type { PrivatePage, ReviewRow } from '#contract/publish.ts';
import type { ReviewSubject } from '#contract/review.ts';
import { type ShownFields, shownFields } from '#contract/shown-fields.ts';
import { chapterLines, checkVtt } from '#contract/web-vtt.ts';
import { type Ctx, requireStaff } from '../../../app/ctx.ts';
import { unixSeconds } from '../../../kernel/clock.ts';
import { notFound } from '../../../kernel/errors.ts';
import { fenToYuan } from '../../../kernel/money.ts';
import {
  countItemsIn,
  getItem,
  type Item,
  itemDetails,
  itemMedia,
  itemPages,
  itemsById,
  itemsIn,
  kindOf,
  type OwnFieldsOf,
  termsById,
} from '../../catalog/index.ts';
import { publicUsers } from '../../identity/index.ts';
import { alikeNotes } from '../alike-pictures.ts';
import { soldVersion } from '../drafts/change-note.ts';
import { signFilm } from '../open-film.ts';
import { signPages, signPicture } from '../take-picture.ts';
import { changedPages, pagesText } from '../version-pages.ts';

const COVER_WIDTH = 640;

/** Works of any kind as staff see them, by id. */
export async function reviewedWorks(ctx: Ctx, ids: readonly number[]): Promise<Map<number, ReviewSubject>> {
  const items = [...(await itemsById(ctx, ids)).values()];
  const [rows, notes] = await Promise.all([rowsOf(ctx, items), alikeNotes(ctx, items)]);
  return new Map(
    rows.map(({ id, title, publisher, cover_src, updated_at: _at, ...work }) => {
      const subject = {
        title: title || '未命名',
        byline: publisher.nickname,
        cover_src,
        note: notes.get(id) ?? '',
        work,
        has_pages: work.pages > 0,
      };
      return [id, subject];
    }),
  );
}

/** All pages of a work, free or not. The caller knows that who asks may see them. */
export async function workPages(ctx: Ctx, id: number): Promise<PrivatePage[]> {
  const item = await getItem(ctx, id);
  if (!item) throw notFound('作品不存在');
  return signPages(ctx, await itemPages(ctx, id, 1, item.page_count));
}

/** Held works of every kind, the longest waiting first. @throws AppError 403 for anybody but reviewers */
export async function listHeld(ctx: Ctx, input: { page: number; limit: number }): Promise<{ list: ReviewRow[]; total: number }> {
  requireStaff(ctx, 'reviewer');
  const [items, total] = await Promise.all([
    itemsIn(ctx, { status: 'reviewing', offset: (input.page - 1) * input.limit, limit: input.limit }),
    countItemsIn(ctx, 'reviewing'),
  ]);
  return { list: await rowsOf(ctx, items), total };
}

/** All pages of a held work. @throws AppError 403 for anybody but reviewers, 404 when it is not held */
export async function heldPages(ctx: Ctx, id: number): Promise<PrivatePage[]> {
  requireStaff(ctx, 'reviewer');
  const item = await getItem(ctx, id);
  if (item?.status !== 'reviewing') throw notFound('这份作品不在审核队列中');
  return workPages(ctx, id);
}

async function rowsOf(ctx: Ctx, items: readonly Item[]): Promise<ReviewRow[]> {
  const term_ids = items.flatMap((item) => [item.category_id, item.category_sub_id, ...item.tag_ids]).filter((id) => id !== null);
  const [terms, users] = await Promise.all([
    termsById(ctx, term_ids),
    publicUsers(ctx, [...new Set(items.map((item) => item.publisher_id))]),
  ]);
  const name = (id: number | null) => (id === null ? '' : (terms.get(id)?.name ?? ''));
  return Promise.all(
    items.map(async (item) => {
      const user = users.get(item.publisher_id);
      const kind = kindOf(item.kind);
      const own = kind.fields ? await itemDetails<OwnFieldsOf>(ctx, item) : null;
      const film = kind.media?.video ? (await itemMedia(ctx, item.id)).find(({ type }) => type === 'video') : undefined;
      return {
        id: item.id,
        kind: kind.key,
        title: item.title,
        introduction: item.introduction,
        category: [name(item.category_id), name(item.category_sub_id)].filter(Boolean).join(' / '),
        tags: item.tag_ids.map(name).filter(Boolean),
        price: Number(fenToYuan(item.price_fen)),
        company_price: Number(fenToYuan(item.company_fen)),
        vip_only: item.vip_only,
        format: item.format,
        pages: item.page_count,
        unit: pageUnit(kind),
        free_pages: item.free_pages,
        fields: withCaptions(shownFields(kind, own?.fields ?? {}), film?.film?.captions),
        video_src: film ? signFilm(ctx, film.key) : '',
        cover_src: item.cover_key === '' ? '' : signPicture(ctx, coverBox(item), COVER_WIDTH).src,
        publisher: { id: item.publisher_id, nickname: user.nickname, headimgurl: user.headimgurl },
        updated_at: unixSeconds(item.updated_at),
        change: await changeOf(ctx, kind, item),
      };
    }),
  );
}

/** How what would be sold differs from what is sold; empty: it does not. */
async function changeOf(ctx: Ctx, kind: KindFacts, item: Item): Promise<string> {
  const sold = item.change_note === '' ? undefined : await soldVersion(ctx, item.id);
  const media = kind.gives === 'pictures' ? await itemMedia(ctx, item.id) : [];
  const picture_ids = media.filter(({ type }) => type === 'picture').map(({ file_id }) => file_id);
  const file_id = kind.gives === 'file' ? item.file_id : null;
  if (!sold || (sold.file_id === file_id && sold.picture_ids.join() === picture_ids.join())) return '';
  const pages = pagesText(await changedPages(ctx, sold, { file_id, picture_ids }), pageUnit(kind));
  return `${item.change_note}${pages && `（${pages}）`}`;
}

/** What is said in a film is read by reviewers like any other text. */
function withCaptions(shown: ShownFields, captions: string | undefined): ShownFields {
  if (!captions) return shown;
  const checked = checkVtt(captions);
  const text = checked.error === null ? chapterLines(checked.cues) : captions;
  return { ...shown, texts: [...shown.texts, { label: '字幕', text }] };
}

function coverBox(item: Item) {
  return { key: item.cover_key, width: item.cover_width, height: item.cover_height };
}
