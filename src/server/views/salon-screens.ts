import type { ItemListView } from '#contract/catalog.ts';
import type { ItemCard, ItemFilter, ReleaserCard } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';
import { ONLINE_CITY, type SalonCard, type SalonPublic } from '#contract/salon.ts';
import { isCity } from '#contract/salon-form.ts';
import type { Ctx } from '../app/ctx.ts';
import { shanghaiDay } from '../kernel/clock.ts';
import { getSaleItem, recommendItems } from '../modules/catalog/index.ts';
import { publicUsers } from '../modules/identity/index.ts';
import { comingSalons, pastSalons, publicSalon, salonCards } from '../modules/salons/index.ts';
import { itemListView } from './item-list.ts';
import { releaserOf } from './item-public.ts';
import { type ItemScreen, itemScreen } from './item-screen.ts';

const KIND = KINDS.salon;
const COMING = 9;
const PAST = 6;
const SIMILAR = 3;

/** /salon: the next ones, of a city when it is named, and past ones. */
export interface SalonHomeView {
  /** '' is all. */
  city: string;
  coming: SalonCard[];
  past: SalonCard[];
  /** Cities with coming salons, those with the most first. */
  cities: Array<{ name: string; num: number }>;
}

export async function salonHomeView(ctx: Ctx, asked: string): Promise<SalonHomeView> {
  const city = isCity(asked) || asked === ONLINE_CITY ? asked : '';
  const all = await comingSalons(ctx, { city: '', limit: 100 });
  const nums = new Map<string, number>();
  for (const one of all) nums.set(one.city, (nums.get(one.city) ?? 0) + 1);
  const coming = city === '' ? all.slice(0, COMING) : await comingSalons(ctx, { city, limit: COMING });
  const cities = [...nums].map(([name, num]) => ({ name, num })).toSorted((a, b) => b.num - a.num);
  return { city, coming, past: await pastSalons(ctx, PAST), cities };
}

/** /salon/list: the engine's list with cards of salons. Months that are over are offered no more. */
export async function salonListView(ctx: Ctx, asked: ItemFilter): Promise<{ list: ItemListView; cards: SalonCard[] }> {
  const list = await itemListView(ctx, KIND, { ...asked, sort: asked.sort ?? 'new' });
  const { sort, ...filter } = list.filter;
  const [year = 0, month = 0] = shanghaiDay(ctx.app.clock.now()).split('-').map(Number);
  const coming = (list.terms.facets['when'] ?? []).filter(({ name, id }) => {
    const [, y = '0', m = '0'] = /^(\d{4})年(\d{1,2})月$/.exec(name) ?? [];
    return Number(y) * 12 + Number(m) >= year * 12 + month || id === asked.terms?.['when'];
  });
  return {
    list: {
      ...list,
      filter: { ...filter, ...(sort === 'new' ? {} : { sort }) },
      terms: { ...list.terms, facets: { ...list.terms.facets, when: coming } },
    },
    cards: await cardsOf(ctx, list.result.list),
  };
}

const cardsOf = (ctx: Ctx, items: readonly ItemCard[]) =>
  salonCards(
    ctx,
    items.map(({ id }) => id),
  );

export interface SalonScreen {
  salon: SalonPublic;
  owner: ReleaserCard;
  about: string;
  /** Its page by the engine; null: it was cancelled and no list shows it. */
  screen: ItemScreen | null;
  cards: SalonCard[];
}

/** The page of a salon that was published once, by the `id` of an address; null: there is none. */
export async function salonScreenAt(ctx: Ctx, url: URL): Promise<SalonScreen | null> {
  const asked = url.searchParams.get('id') ?? '';
  if (!/^[1-9]\d{0,14}$/.test(asked)) return null;
  const id = Number(asked);
  const [salon, item] = await Promise.all([publicSalon(ctx, id), getSaleItem(ctx, id)]);
  if (!salon || !item) return null;
  const listed = salon.state === 'open' || salon.state === 'over';
  const [users, screen] = await Promise.all([publicUsers(ctx, [item.publisher_id]), listed ? itemScreen(ctx, KIND, id) : null]);
  // the item is hidden before its salon is updated: a report took it down a moment ago
  if (listed && !screen) return null;
  const near = screen?.recommended ?? (await recommendItems(ctx, KIND, { id, limit: SIMILAR }));
  return {
    salon,
    owner: releaserOf(item.publisher_id, users.get(item.publisher_id)),
    about: screen?.item.introduction ?? '',
    screen,
    cards: (await cardsOf(ctx, near)).slice(0, SIMILAR),
  };
}
