import { type FieldValues, hiddenKeys, publicFields } from '#contract/fields.ts';
import type { PublicUser } from '#contract/identity.ts';
import type { Film, ItemCard, ItemPublic, Picture, ReleaserCard } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';
import { opinionMean } from '#contract/opinion.ts';
import type { Ctx } from '../app/ctx.ts';
import { unixSeconds } from '../kernel/clock.ts';
import { sha256 } from '../kernel/ids.ts';
import { pricesOf } from '../modules/access/index.ts';
import {
  chosenFacets,
  itemCards,
  itemDetails,
  itemMedia,
  kindOf,
  type OwnFieldsOf,
  publicPicture,
  type ShownItem,
} from '../modules/catalog/index.ts';
import { publicUsers } from '../modules/identity/index.ts';
import type { DraftShown } from '../modules/publishing/index.ts';
import { previewTexts } from './preview-text.ts';

/** A page of A4 lying on its side, until a page says otherwise. */
const USUAL_RATIO = Math.SQRT2;

/** Whether everybody may see it, and as this kind. */
export function isPublicItem(kind: KindFacts, shown: ShownItem | null): shown is ShownItem {
  return shown?.item.status === 'published' && shown.item.kind === kind.code;
}

/** Where something else is shown than what stands in the catalogue: a draft. */
type Instead = Omit<DraftShown, 'shown'>;

/** The same DTO of an item in any status, for those who may see it: the caller has decided. */
export async function publicPart(ctx: Ctx, { item, pages, terms }: ShownItem, instead?: Instead): Promise<ItemPublic> {
  const picture: typeof publicPicture = (key, width, height, more = {}) => {
    if (!instead) return publicPicture(key, width, height, more);
    // the blurred picture and the focus are the same for both
    const { src: _src, srcset: _srcset, ...same } = publicPicture(key, width, height, more);
    return { ...same, ...instead.picture(key, width, height) };
  };
  const free_pages = Math.min(item.free_pages, item.page_count);
  const user = (await publicUsers(ctx, [item.publisher_id])).get(item.publisher_id);
  const named = (term_id: number | null) => {
    const term = term_id === null ? undefined : terms.get(term_id);
    return term ? { id: term.id, name: term.name } : null;
  };
  const kind = kindOf(item.kind);
  const own = item.term_ids.flatMap((id) => terms.get(id) ?? []);
  const shape = pages[0];
  const { member_fen } = pricesOf(kind, item);
  const values = instead?.fields ?? (await fieldsOf(ctx, kind, item));
  const cover = item.cover_key === '' ? null : picture(item.cover_key, item.cover_width, item.cover_height, { focus: item.cover_focus });
  return {
    id: item.id,
    kind: kind.key,
    title: item.title,
    introduction: item.introduction,
    format: item.format,
    size: Math.round(item.file_size_bytes / 1024 / 102.4) / 10,
    pages: item.page_count,
    free_pages,
    imgs: pages
      .filter((page) => page.page_no <= free_pages)
      .map(({ page_no, key, width, height, placeholder }) => ({ page_no, picture: picture(key, width, height, { placeholder }) })),
    page_ratio: shape ? shape.width / shape.height : USUAL_RATIO,
    scheme_json: previewTexts(item.page_texts.slice(0, free_pages)),
    tagsList: item.tag_ids.flatMap((tag_id) => named(tag_id) ?? []),
    price: item.price_fen / 100,
    org_price: item.org_price_fen / 100,
    member_price: member_fen === null ? null : member_fen / 100,
    member_discount: kind.sale?.member_discount ?? 10,
    vip_only: item.vip_only,
    category_id: named(item.category_id),
    category_id_sub: named(item.category_sub_id),
    terms: chosenFacets(kind).flatMap(({ key, param, label }) => {
      const term = own.find((one) => one.facet === key);
      return term ? [{ key, param, label, id: term.id, name: term.name }] : [];
    }),
    fields: publicFields(kind, values),
    fields_signed_in: hiddenKeys(kind, values),
    named: await namedItems(ctx, kind, values),
    video: kind.media?.video ? withPoster(instead ? instead.film : await filmOf(ctx, item), cover) : null,
    cover,
    view_num: item.view_num,
    collect_num: item.collect_num,
    like_num: item.like_num,
    download_num: item.download_num,
    rating: item.rating_score > 0 ? { num: item.rating_num, mean: opinionMean(item.rating_score) } : null,
    published_at: unixSeconds(item.published_at ?? item.created_at),
    updated_at: unixSeconds(item.updated_at),
    releaser: releaserOf(item.publisher_id, user),
  };
}

/** The values of the kind's own fields, those for signed-in readers among them. */
export async function fieldsOf(ctx: Ctx, kind: KindFacts, item: ShownItem['item']): Promise<FieldValues> {
  return kind.fields ? ((await itemDetails<OwnFieldsOf>(ctx, item))?.fields ?? {}) : {};
}

/** Cards of the items that public fields name, by the field; what is not published is left out. */
async function namedItems(ctx: Ctx, { fields = [] }: KindFacts, values: FieldValues): Promise<Record<string, ItemCard>> {
  const ids = new Map(
    fields.flatMap((field) => {
      const id = values[field.key];
      return field.type === 'item' && !field.signed_in && typeof id === 'number' ? [[field.key, id] as const] : [];
    }),
  );
  if (ids.size === 0) return {};
  const cards = new Map((await itemCards(ctx, [...ids.values()])).map((card) => [card.id, card]));
  return Object.fromEntries(
    [...ids].flatMap(([key, id]) => {
      const card = cards.get(id);
      return card ? [[key, card]] : [];
    }),
  );
}

async function filmOf(ctx: Ctx, item: ShownItem['item']): Promise<Omit<Film, 'poster'> | null> {
  const row = (await itemMedia(ctx, item.id)).find(({ type }) => type === 'video');
  if (!row?.film) return null;
  const { type, width, height, duration_ms, captions } = row.film;
  return {
    ...{ src: `/video/${row.key}`, type, width, height, duration_s: Math.ceil(duration_ms / 1000) },
    captions: captions ? `/video/${row.key}.vtt?v=${sha256(captions).slice(0, 8)}` : '',
  };
}

function withPoster(film: Omit<Film, 'poster'> | null, cover: Picture | null): Film | null {
  return film && { ...film, poster: cover?.srcset.split(', ').at(-1)?.split(' ')[0] ?? '' };
}

/** The card of a publisher. */
export function releaserOf(uid: number, user: PublicUser): ReleaserCard {
  return {
    uid,
    nickname: user.nickname,
    headimgurl: user.headimgurl,
    city: user.city,
    show_job: user.show_job,
    works: user.works_num,
    follow_num: user.fans_num,
    view: user.view_num,
  };
}
