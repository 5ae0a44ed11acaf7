import type { ItemListView } from '#contract/catalog.ts';
import type { ItemCard } from '#contract/item.ts';
import { detailPath, KINDS, type KindFacts, type KindKey } from '#contract/kinds.ts';
import type { PickedItem } from '#contract/publish.ts';
import type { PublisherView } from '#contract/publisher.ts';
import { type Ctx, requireUser } from '../app/ctx.ts';
import { allKinds, getItem, getShownItem, type Item, itemCards, itemsOf, publicPicture } from '../modules/catalog/index.ts';
import { searchItems } from '../modules/search/index.ts';
import { articleFeedHtml } from './article-screen.ts';
import { itemListView } from './item-list.ts';
import { isPublicItem, publicPart } from './item-public.ts';
import { publisherView } from './publisher-page.ts';

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

/** What a feed is of: a kind, one tag of it, or a publisher. */
export interface FeedAsked {
  kind: string | null;
  tag: number;
  uid: number;
}

export interface Feed {
  title: string;
  description: string;
  site: string;
  /** `content`: of articles their whole text, as HTML of our own making. */
  items: Array<{ title: string; link: string; pubDate: Date; description: string; categories: string[]; content?: string }>;
  /** What it was made of: the list of a kind, or the page of a publisher. */
  shown: { kind: KindFacts; list: ItemListView } | { publisher: PublisherView };
}

/** The newest works of a kind, of a tag within it, or of a publisher; null: there is nothing of that name. */
export async function feedOf(ctx: Ctx, asked: FeedAsked): Promise<Feed | null> {
  if (asked.uid > 0) {
    const view = await publisherView(ctx, asked.uid, 1);
    if (!view) return null;
    const { nickname } = view.releaser;
    return feed(ctx, { title: nickname, description: `${nickname}在策猫发布的新作品`, shown: { publisher: view } }, view.works.list);
  }
  const kind = allKinds().find(({ key }) => key === asked.kind);
  if (!kind) return null;
  const view = await itemListView(ctx, kind, { sort: 'new', ...(asked.tag > 0 ? { tag: asked.tag } : {}) });
  if (asked.tag > 0 && !view.tag) return null;
  const title = view.tag ? `#${view.tag.name} · ${kind.noun}` : kind.noun;
  return feed(ctx, { title, description: `策猫最新上架的${title}`, shown: { kind, list: view } }, view.result.list);
}

async function feed(ctx: Ctx, { title, ...rest }: Pick<Feed, 'title' | 'description' | 'shown'>, list: readonly ItemCard[]): Promise<Feed> {
  const texts = await articleTexts(
    ctx,
    list.filter(({ kind }) => kind === KINDS.article.key).map(({ id }) => id),
  );
  return {
    ...rest,
    title: `${title} - 策猫`,
    site: ctx.app.config.site_url,
    items: list.map((card) => {
      const kind: KindFacts = KINDS[card.kind as KindKey];
      const text = texts.get(card.id);
      return {
        title: card.title,
        link: detailPath(kind, card.id),
        pubDate: new Date(card.published_at * 1000),
        ...(text ? { content: text.content } : {}),
        description:
          text?.summary ||
          [kind.noun, card.user.nickname, card.pages > 0 ? `${card.pages} ${card.unit}` : '', card.format.toUpperCase()]
            .filter((part) => part !== '')
            .join(' · '),
        categories: card.category_name === '' ? [] : [card.category_name],
      };
    }),
  };
}

/** Summary and whole text of articles, by id. */
async function articleTexts(ctx: Ctx, ids: readonly number[]): Promise<Map<number, { summary: string; content: string }>> {
  const texts = new Map<number, { summary: string; content: string }>();
  for (const id of ids) {
    const shown = await getShownItem(ctx, id);
    if (!isPublicItem(KINDS.article, shown)) continue;
    const part = await publicPart(ctx, shown);
    texts.set(id, { summary: part.introduction, content: await articleFeedHtml(ctx, part) });
  }
  return texts;
}
