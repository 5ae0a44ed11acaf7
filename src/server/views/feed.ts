import type { ItemListView } from '#contract/catalog.ts';
import type { ItemCard } from '#contract/item.ts';
import { detailPath, KINDS, type KindFacts, type KindKey } from '#contract/kinds.ts';
import type { PublisherView } from '#contract/publisher.ts';
import type { Ctx } from '../app/ctx.ts';
import { allKinds, getShownItem } from '../modules/catalog/index.ts';
import { articleFeedHtml } from './article-screen.ts';
import { itemListView } from './item-list.ts';
import { isPublicItem, publicPart } from './item-public.ts';
import { publisherView } from './publisher-page.ts';

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
