import type { Picture } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';
import { pictureSrcset, pictureUrl, pictureWidths } from '#contract/picture.ts';
import { type RecapCard, type RecapPicture, type RecapScreen, recapHref } from '#contract/recap.ts';
import type { Ctx } from '../app/ctx.ts';
import { unixSeconds } from '../kernel/clock.ts';
import { getShownItem, itemCards, worksNaming } from '../modules/catalog/index.ts';
import { shownRecap, shownRecaps } from '../modules/salons/index.ts';
import { publicPart } from './item-public.ts';

const TALKS_SHOWN = 12;
const MORE_SHOWN = 3;
const EXCERPT = 80;

function pictureOf({ key, width, height }: RecapPicture): Picture {
  return { src: pictureUrl(key, pictureWidths(width).at(-1) as number), srcset: pictureSrcset(key, width), width, height };
}

function cardOf(row: Awaited<ReturnType<typeof shownRecaps>>[number]): RecapCard {
  const line = row.text.replace(/\s+/g, ' ').trim();
  const [first] = row.pictures;
  return {
    ...{ id: row.salon_id, title: row.title, city: row.city, attended: row.attended },
    starts_at: row.starts_at ? unixSeconds(row.starts_at) : 0,
    excerpt: [...line].length > EXCERPT ? `${[...line].slice(0, EXCERPT - 1).join('')}…` : line,
    cover: first ? pictureOf(first) : null,
    href: recapHref(row.salon_id),
  };
}

/** One page of recaps as cards, the newest first. */
export async function recapCards(ctx: Ctx, of: { without?: number | undefined; page: number; limit: number }): Promise<RecapCard[]> {
  return (await shownRecaps(ctx, of)).map(cardOf);
}

/** The recap of a salon as everybody sees it; `id` as it stands in the address. Null: there is none. */
export async function findRecapScreen(ctx: Ctx, id: string): Promise<RecapScreen | null> {
  if (!/^[1-9]\d{0,14}$/.test(id)) return null;
  const salon_id = Number(id);
  const row = await shownRecap(ctx, salon_id);
  if (!row) return null;
  const [named, more, film] = await Promise.all([
    worksNaming(ctx, { kinds: [KINDS.talk], field: 'salon_id', id: salon_id, offset: 0, limit: TALKS_SHOWN }),
    recapCards(ctx, { without: salon_id, page: 1, limit: MORE_SHOWN }),
    row.film === null ? null : filmOf(ctx, row.film),
  ]);
  return {
    ...{ id: salon_id, title: row.title, city: row.city, venue: row.venue, organiser: row.organiser, attended: row.attended },
    starts_at: row.starts_at ? unixSeconds(row.starts_at) : 0,
    ends_at: row.ends_at ? unixSeconds(row.ends_at) : 0,
    published_at: row.published_at ? unixSeconds(row.published_at) : 0,
    paragraphs: row.text.split(/\n+/).filter((line) => line.trim() !== ''),
    pictures: row.pictures.map((picture) => ({ ...pictureOf(picture), caption: picture.caption })),
    film,
    talks: await itemCards(ctx, named.ids),
    more,
  };
}

/** The film of a talk that is on the site; null: it is not there any more. */
async function filmOf(ctx: Ctx, id: number): Promise<RecapScreen['film']> {
  const shown = await getShownItem(ctx, id);
  if (shown?.item.kind !== KINDS.talk.code || shown.item.status !== 'published') return null;
  const part = await publicPart(ctx, shown);
  return part.video && { id, title: part.title, href: `${KINDS.talk.paths.detail}?id=${id}`, film: part.video };
}
