import type { HomeView } from '#contract/catalog.ts';
import { KINDS } from '#contract/kinds.ts';
import type { Ctx } from '../app/ctx.ts';
import { allKinds, kindTerms, listCollections, topItems } from '../modules/catalog/index.ts';
import { topPublishers } from '../modules/identity/index.ts';
import { comingSalons } from '../modules/salons/index.ts';
import { distinctRails } from './distinct-rails.ts';
import { hotWords } from './hot-words.ts';
import { releaserOf } from './item-public.ts';

/** Two rows of five; other kinds have one. */
const RAIL = 10;
const RAIL_OF_OTHERS = 5;
const PUBLISHERS = 8;
const COLLECTIONS = 3;
const SALONS = 3;
/** What is on an earlier rail already makes room for the next one. */
const SPARE = 3;

/** Everything of the home page that is the same for everybody. */
export async function homeView(ctx: Ctx): Promise<HomeView> {
  // a rail is of pictures: what has none is found in its own lists
  const others = allKinds().filter((kind) => kind.code !== KINDS.scheme.code && (kind.media || kind.formats.length > 0));
  const [terms, liked, newest, downloaded, publishers, words, rails, collections, salons] = await Promise.all([
    kindTerms(ctx, KINDS.scheme),
    topItems(ctx, KINDS.scheme, { sort: 'recommend' }, RAIL * SPARE),
    topItems(ctx, KINDS.scheme, { sort: 'new' }, RAIL * SPARE),
    topItems(ctx, KINDS.scheme, { sort: 'download' }, RAIL * SPARE),
    topPublishers(ctx, PUBLISHERS),
    hotWords(ctx),
    Promise.all(others.map(async (kind) => ({ kind: kind.key, cards: await topItems(ctx, kind, {}, RAIL_OF_OTHERS) }))),
    listCollections(ctx, KINDS.scheme, 1, COLLECTIONS),
    comingSalons(ctx, { city: '', limit: SALONS }),
  ]);
  // 推荐 promises that people downloaded it; in a young shop nobody did yet
  const used = liked.filter(({ download_num }) => download_num > 0);
  const recommended = used.length >= RAIL ? used : liked;
  return {
    categories: terms.categories.map(({ children: _second, ...first }) => first),
    ...distinctRails({ recommended, newest, downloaded }, RAIL),
    others: rails.filter(({ cards }) => cards.length > 0),
    collections: collections.list,
    salons,
    publishers: publishers.map((user) => releaserOf(user.id, user)),
    hot_words: words.map(({ word }) => word),
  };
}
