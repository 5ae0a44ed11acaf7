import type { KindFacts } from '#contract/kinds.ts';
import type { PickedItem } from '#contract/publish.ts';
import { type Ctx, requireUser } from '../app/ctx.ts';
import { getItem, type Item, itemCards, itemsOf, publicPicture } from '../modules/catalog/index.ts';
import { searchItems } from '../modules/search/index.ts';

const LIMIT = 12;
const OWN_LOOKED_AT = 200;

/** Items of a kind that the caller may name in a form: own ones of any status first, then published ones; by words, or the one of an id. */
export async function pickItems(ctx: Ctx, kind: KindFacts, wanted: { keyword: string } | { id: number }): Promise<PickedItem[]> {
  const publisher_id = requireUser(ctx);
  if ('id' in wanted) {
    const item = await getItem(ctx, wanted.id);
    const may = item?.kind === kind.code && (item.status === 'published' || item.publisher_id === publisher_id);
    return may ? [picked(item, item.publisher_id === publisher_id)] : [];
  }
  const words = wanted.keyword.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean);
  const statuses = ['published', 'reviewing', 'rendering', 'draft', 'rejected', 'taken_down'] as const;
  const mine = await itemsOf(ctx, { kinds: [kind], publisher_id, statuses: [...statuses], offset: 0, limit: OWN_LOOKED_AT });
  const own = mine.filter(({ title }) => title !== '' && words.every((word) => title.toLowerCase().includes(word))).slice(0, LIMIT);
  const answered = words.length === 0 ? null : await searchItems(ctx, kind, { keyword: wanted.keyword }, { limit: LIMIT });
  // what only stands in for the words is not what was named
  const found = answered?.search.answer === 'all' ? answered.page.list.map(({ id }) => id) : [];
  const known = new Set(own.map(({ id }) => id));
  const cards = await itemCards(
    ctx,
    found.filter((id) => !known.has(id)),
  );
  const others = cards.map(
    (card): PickedItem => ({ id: card.id, title: card.title, cover_src: card.cover?.src ?? '', own: card.user.id === publisher_id }),
  );
  return [...own.map((item) => picked(item, true)), ...others].slice(0, LIMIT);
}

/** The cover of what is not published has no public address. */
function picked(item: Item, own: boolean): PickedItem {
  const { id, title, status, cover_key, cover_width, cover_height } = item;
  const cover_src = status === 'published' && cover_key !== '' ? publicPicture(cover_key, cover_width, cover_height).src : '';
  return { id, title, cover_src, own };
}
