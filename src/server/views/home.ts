import { FRESH_MOST, type HomeView } from '#contract/catalog.ts';
import type { ItemCard } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';
import type { Ctx } from '../app/ctx.ts';
import {
  allKinds,
  countNewWorks,
  getCollection,
  getShownItem,
  itemCards,
  itemsOf,
  kindTerms,
  listCollections,
  topItems,
} from '../modules/catalog/index.ts';
import { collectsSince } from '../modules/engagement/index.ts';
import { topPublishers } from '../modules/identity/index.ts';
import { comingSalons } from '../modules/salons/index.ts';
import { demandCards } from './demand-screen.ts';
import { releaserOf } from './item-public.ts';
import { hotWords } from './search.ts';

/** Two rows of six, and one; narrower screens show whole rows of fewer. */
const RECOMMENDED = 12;
const NEWEST = 6;
/** What is on an earlier rail already makes room for the next one. */
const SPARE = 3;
const PUBLISHERS = 8;
/** Collections that take turns. */
const COLLECTIONS = 12;
/** Works of the collection, and of the publisher, that are shown. */
const TOLD = 4;
const SALONS = 3;
const DEMANDS = 3;
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** Everything of the home page that is the same for everybody. */
export async function homeView(ctx: Ctx): Promise<HomeView> {
  const kind = KINDS.scheme;
  // a picture each: what has none is found in its own lists
  const others = allKinds().filter(({ code, media, formats }) => code !== kind.code && (media || formats.length > 0));
  const now = ctx.app.clock.now().getTime();
  const week = Math.floor(now / WEEK_MS);
  const [terms, liked, newest, publishers, words, best, collections, salons, demands, fresh] = await Promise.all([
    Promise.all([kind, ...others].map((one) => kindTerms(ctx, one))),
    topItems(ctx, kind, { sort: 'recommend' }, RECOMMENDED * SPARE),
    topItems(ctx, kind, { sort: 'new' }, (RECOMMENDED + NEWEST) * SPARE),
    topPublishers(ctx, PUBLISHERS),
    hotWords(ctx),
    Promise.all(others.map(async (one) => ({ kind: one.key, card: (await topItems(ctx, one, {}, 1))[0] }))),
    listCollections(ctx, kind, 1, COLLECTIONS),
    comingSalons(ctx, { city: '', limit: SALONS }),
    demandCards(ctx, { sort: 'new', page: 1, limit: DEMANDS }),
    countNewWorks(ctx, new Date(now - WEEK_MS), FRESH_MOST + 1),
  ]);
  const pick = await pickOf(ctx, liked, new Date(now - WEEK_MS));
  // 推荐 promises that people downloaded it; a young shop has no downloads yet
  const used = liked.filter(({ download_num }) => download_num > 0);
  const rails = distinctRails(
    { pick: pick ? [pick.card] : [], recommended: used.length >= RECOMMENDED ? used : liked, newest },
    RECOMMENDED,
  );
  const told = turn(collections.list, week);
  const faces = publishers.map((user) => releaserOf(user.id, user));
  const person = turn(faces, week);
  return {
    categories: (terms[0]?.categories ?? []).map(({ children: _second, ...first }) => first),
    figures: {
      works: terms.flatMap(({ categories }) => categories).reduce((sum, { item_num }) => sum + item_num, 0),
      fresh,
    },
    pick,
    recommended: rails.recommended,
    newest: rails.newest.slice(0, NEWEST),
    others: best.flatMap(({ kind: key, card }) => (card ? [{ kind: key, card }] : [])),
    collection: told ? { ...told, cards: (await getCollection(ctx, told.id, 1, TOLD))?.items.list ?? [] } : null,
    person: person ? { releaser: person, cards: await worksOf(ctx, person.uid) } : null,
    publishers: faces.filter((face) => face !== person),
    demands: demands.list,
    salons,
    hot_words: words.map(({ word }) => word),
  };
}

/**
 * Rails of one page, each cut to `size`: what stands on an earlier one is left out of the later ones, unless too little would be left, as in a
 * shop of few works. A rail that would be less than half full keeps what it had.
 */
export function distinctRails<K extends string, C extends { id: number }>(
  rails: Readonly<Record<K, readonly C[]>>,
  size: number,
): Record<K, C[]> {
  const shown = new Set<number>();
  const chosen = {} as Record<K, C[]>;
  for (const [name, cards] of Object.entries(rails) as Array<[K, readonly C[]]>) {
    const fresh = cards.filter(({ id }) => !shown.has(id));
    const rail = (fresh.length * 2 >= size ? fresh : cards).slice(0, size);
    chosen[name] = rail;
    for (const { id } of rail) shown.add(id);
  }
  return chosen;
}

/** Each week another one. */
const turn = <T>(list: readonly T[], week: number): T | undefined => list[week % list.length];

/** Of what is liked and has a cover, what most readers collected since then; where none was, what is liked most. */
async function pickOf(ctx: Ctx, liked: readonly ItemCard[], since: Date): Promise<HomeView['pick']> {
  const seen = liked.filter(({ cover }) => cover !== null);
  const { by_item } = await collectsSince(
    ctx,
    seen.map(({ id }) => ({ type: KINDS.scheme.types.collect, rid: id })),
    since,
  );
  const collected = (card: ItemCard) => by_item.get(card.id) ?? 0;
  const card = seen.toSorted((one, other) => collected(other) - collected(one))[0];
  const shown = card ? await getShownItem(ctx, card.id) : null;
  return card ? { card, introduction: shown?.item.introduction ?? '', collected: collected(card) } : null;
}

/** The newest works of a publisher that have a picture. */
async function worksOf(ctx: Ctx, publisher_id: number): Promise<ItemCard[]> {
  const works = await itemsOf(ctx, { publisher_id, statuses: ['published'], offset: 0, limit: TOLD * SPARE });
  const cards = await itemCards(
    ctx,
    works.map(({ id }) => id),
  );
  return cards.filter(({ cover }) => cover !== null).slice(0, TOLD);
}
