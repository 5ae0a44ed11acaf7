import {
  type ArticleDoc,
  countWords,
  docContents,
  docPictures,
  docText,
  docWorks,
  EMPTY_DOC,
  isDoc,
  readingMinutes,
} from '#contract/article.ts';
import type { CommentList } from '#contract/comment.ts';
import type { ItemCard, ItemPublic } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';
import type { Heading } from '#contract/outputs/article.ts';
import { paths } from '#contract/paths.ts';
import type { Ctx } from '../app/ctx.ts';
import { itemCards, nextItem } from '../modules/catalog/index.ts';
import { commentsOf } from '../modules/comments/index.ts';
import { docHtml } from './article-html.ts';
import { type ItemScreen, itemScreenAt } from './item-screen.ts';

const KIND = KINDS.article;

/** The text of an article as readers get it. */
export interface ArticleBody {
  /** HTML of our own making: every text in it is escaped. */
  content: string;
  contents: Heading[];
  words: number;
  minutes: number;
}

/** Everything the page of an article shows. */
export interface ArticleScreen extends ItemScreen {
  body: ArticleBody;
  /** The works that it embeds, those that are off the site as well: it says so, until they are back. */
  works: ReadonlyArray<{ id: number }>;
  /** The one that was published before it; null: it is the first. */
  next: ItemCard | null;
  comments: CommentList;
}

export function docOf({ fields }: Pick<ItemPublic, 'fields'>): ArticleDoc {
  const { body } = fields;
  return isDoc(body) ? body : EMPTY_DOC;
}

/** What an article says, with the works that it embeds. `origin`: where its addresses are to begin, for what leaves the site. */
async function bodyOf(
  ctx: Ctx,
  item: Pick<ItemPublic, 'fields' | 'imgs'>,
  origin = '',
): Promise<{ body: ArticleBody; works: ArticleScreen['works'] }> {
  const doc = docOf(item);
  const embedded = docWorks(doc);
  const cards = await itemCards(
    ctx,
    embedded.map(({ id }) => id),
  );
  const works = new Map(cards.map((card) => [card.id, card]));
  // its pictures stand with the item in the order of the text
  const pictures = new Map(
    docPictures(doc).flatMap((file_id, i) => {
      const image = item.imgs.find(({ page_no }) => page_no === i + 1);
      return image ? [[file_id, image.picture] as const] : [];
    }),
  );
  const content = docHtml(doc, { pictures, works, origin });
  return { body: { content, contents: docContents(doc), words: countWords(docText(doc)), minutes: readingMinutes(doc) }, works: embedded };
}

/** The HTML of an article for feeds. */
export async function articleFeedHtml(ctx: Ctx, item: Pick<ItemPublic, 'fields' | 'imgs'>): Promise<string> {
  return (await bodyOf(ctx, item, ctx.app.config.site_url)).body.content;
}

/** What the detail call of an article says beyond what all do. */
export async function articleFields(ctx: Ctx, part: ItemPublic): Promise<ArticleBody> {
  return (await bodyOf(ctx, part)).body;
}

/** The article of an address as it stands there, or the draft that its ticket opens; null: there is none. */
export async function articleScreenAt(ctx: Ctx, url: URL): Promise<ArticleScreen | null> {
  const screen = await itemScreenAt(ctx, KIND, url);
  if (!screen) return null;
  const { item } = screen;
  const [{ body, works }, next, comments] = await Promise.all([
    bodyOf(ctx, item),
    nextItem(ctx, KIND, { id: item.id, published_at: item.published_at }),
    commentsOf(ctx, { kind: KIND.key, id: item.id, author_id: item.releaser.uid }),
  ]);
  return { ...screen, body, works, next, comments };
}

const isoTime = (at_s: number): string => new Date(at_s * 1000).toISOString();

/** schema.org data of an article. `site_url` has no trailing slash. */
export function articleJsonLd({ item, body, comments }: ArticleScreen, site_url: string): object {
  const url = site_url + paths.detail(KINDS.article, item.id);
  const image = item.cover ?? item.imgs[0]?.picture;
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: item.title,
    description: item.introduction || [...docText(docOf(item))].slice(0, 120).join(''),
    url,
    mainEntityOfPage: url,
    ...(image ? { image: [site_url + image.src] } : {}),
    datePublished: isoTime(item.published_at),
    dateModified: isoTime(Math.max(item.updated_at, item.published_at)),
    author: { '@type': 'Person', name: item.releaser.nickname, url: site_url + paths.publisher(item.releaser.uid) },
    publisher: { '@type': 'Organization', name: '策猫', url: `${site_url}/` },
    ...(item.category_id ? { articleSection: item.category_id.name } : {}),
    ...(item.tagsList.length > 0 ? { keywords: item.tagsList.map(({ name }) => name).join(',') } : {}),
    wordCount: body.words,
    commentCount: comments.total,
    inLanguage: 'zh-CN',
  };
}
