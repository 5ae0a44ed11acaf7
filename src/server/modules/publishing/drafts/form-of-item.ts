import { tidyFields } from '#contract/fields.ts';
import { EMPTY_FORM, type ItemForm } from '#contract/publish.ts';
import type { Ctx } from '../../../app/ctx.ts';
import { unixSeconds } from '../../../kernel/clock.ts';
import { fenToYuan } from '../../../kernel/money.ts';
import {
  chosenFacets,
  type Item,
  itemDetails,
  itemMedia,
  kindOf,
  type MediaRow,
  type OwnFieldsOf,
  termsById,
} from '../../catalog/index.ts';
import { findFile } from '../repo.ts';
import { priceOf } from '../rules.ts';
import { pageCoverKey } from '../stored-files.ts';
import { inOrder } from './check-submission.ts';
import { findFileByKey } from './draft-versions.repo.ts';

/** The form that an item would come of as it is now: what an edit begins with, and what discarding a change goes back to. */
export async function formOfItem(ctx: Ctx, item: Item): Promise<ItemForm> {
  const kind = kindOf(item.kind);
  const media = kind.media ? await itemMedia(ctx, item.id) : [];
  const film = media.find(({ type }) => type === 'video');
  const terms = await termsById(ctx, [...item.tag_ids, ...item.term_ids]);
  return {
    ...EMPTY_FORM,
    title: item.title,
    introduction: item.introduction,
    category_id: item.category_id,
    category_id_sub: item.category_sub_id,
    tags: item.tag_ids.flatMap((id) => terms.get(id)?.name ?? []),
    terms: Object.fromEntries(
      chosenFacets(kind).flatMap(({ key }) => item.term_ids.filter((id) => terms.get(id)?.facet === key).map((id) => [key, id])),
    ),
    price_type: item.vip_only ? 'vip' : item.price_fen === 0 ? 'free' : 'paid',
    price: item.price_fen === 0 ? '' : fenToYuan(item.price_fen),
    company_price: item.company_fen === 0 ? '' : fenToYuan(item.company_fen),
    exclusive: item.exclusive,
    // where all pictures are public, their number was not a choice
    free_pages: kind.media && !kind.media.locked ? EMPTY_FORM.free_pages : item.free_pages,
    cover_focus: focusOf(item.cover_focus),
    file_id: item.file_id,
    pictures: media.filter(({ type }) => type === 'picture').map(({ file_id }) => file_id),
    publish_at: item.publish_at && item.published_at === null ? unixSeconds(item.publish_at) : null,
    video_file_id: film?.file_id ?? null,
    video_captions: film?.film?.captions ?? '',
    fields: kind.fields ? tidyFields(kind, (await itemDetails<OwnFieldsOf>(ctx, item))?.fields ?? {}) : {},
    ...(await coverChoice(ctx, item, media)),
  };
}

function focusOf(text: string): ItemForm['cover_focus'] {
  const [x, y] = text.split(' ').map(Number);
  return x === undefined || y === undefined || text === '' ? null : { x, y };
}

/** Which page or upload became the cover: keys of page covers follow from page and file. */
async function coverChoice(ctx: Ctx, item: Item, media: readonly MediaRow[]): Promise<Pick<ItemForm, 'cover_page' | 'cover_file_id'>> {
  const uploaded = item.cover_key === '' ? null : await findFileByKey(ctx.db, item.cover_key);
  if (uploaded) return { cover_page: null, cover_file_id: uploaded.id };
  const secret = ctx.app.config.secrets.upload;
  const picture = media.findIndex((one) => one.type === 'picture' && pageCoverKey(secret, one, 1) === item.cover_key);
  if (picture !== -1) return { cover_page: picture + 1, cover_file_id: null };
  const original = item.file_id === null || media.length > 0 ? null : await findFile(ctx.db, item.file_id);
  for (let page = 1; original && page <= item.page_count; page++) {
    if (pageCoverKey(secret, original, page) === item.cover_key) return { cover_page: page, cover_file_id: null };
  }
  return { cover_page: 1, cover_file_id: null };
}

/** Whether submitting the one would change nothing of an item that came of the other. */
export function meansTheSame(a: ItemForm, b: ItemForm): boolean {
  return JSON.stringify(meaning(a)) === JSON.stringify(meaning(b));
}

function meaning(form: ItemForm) {
  const { title, introduction, category_id, category_id_sub, tags, terms, free_pages, cover_page, cover_file_id, file_id } = form;
  const { pictures, video_file_id, video_captions, fields, cover_focus, publish_at } = form;
  return {
    ...{ title, introduction, category_id, category_id_sub, free_pages, cover_file_id, file_id },
    cover_page: cover_file_id === null ? cover_page : null,
    tags: tags.toSorted(),
    terms: Object.values(terms).toSorted(),
    ...priceOf(form),
    ...{ pictures, video_file_id, video_captions, cover_focus: cover_focus ?? null, publish_at: publish_at ?? null },
    fields: inOrder(fields),
  };
}
