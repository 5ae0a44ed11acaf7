import type { HomeView } from '#contract/catalog.ts';
import type { ItemCard } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { allKinds, kindTerms, topItems } from '../modules/catalog/index.ts';
import { topPublishers } from '../modules/identity/index.ts';
import { hotWords } from './hot-words.ts';
import { releaserOf } from './item-public.ts';

/** Two rows of five; other kinds have one. */
const RAIL = 10;
const RAIL_OF_OTHERS = 5;
const PUBLISHERS = 8;

/** What is new and not shown above already; all that is new where that would leave half a row. */
function freshOf(newest: ItemCard[], shown: readonly ItemCard[]): ItemCard[] {
  const others = newest.filter(({ id }) => !shown.some((card) => card.id === id));
  return (others.length >= RAIL / 2 ? others : newest).slice(0, RAIL);
}

/** Everything of the home page that is the same for everybody. */
export async function homeView(ctx: Ctx): Promise<HomeView> {
  const others = allKinds().filter((kind) => kind.code !== KINDS.scheme.code);
  const [terms, recommended, newest, downloaded, publishers, words, rails] = await Promise.all([
    kindTerms(ctx, KINDS.scheme),
    topItems(ctx, KINDS.scheme, { sort: 'recommend' }, RAIL),
    topItems(ctx, KINDS.scheme, { sort: 'new' }, 2 * RAIL),
    topItems(ctx, KINDS.scheme, { sort: 'download' }, RAIL),
    topPublishers(ctx, PUBLISHERS),
    hotWords(ctx),
    Promise.all(others.map(async (kind) => ({ kind: kind.key, cards: await topItems(ctx, kind, {}, RAIL_OF_OTHERS) }))),
  ]);
  return {
    categories: terms.categories.map(({ children: _second, ...first }) => first),
    recommended,
    newest: freshOf(newest, recommended),
    downloaded,
    others: rails.filter(({ cards }) => cards.length > 0),
    publishers: publishers.map((user) => releaserOf(user.id, user)),
    hot_words: words.map(({ word }) => word),
  };
}
