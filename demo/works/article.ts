import { type ArticleDoc, type Block, isEmbedKind } from '#contract/article.ts';
import { KINDS } from '#contract/kinds.ts';
import { EMPTY_FORM } from '#contract/publish.ts';
import { DEMO_ARTICLES, type DemoArticle, type DemoBlock } from '../world/articles.ts';
import { MORE_ARTICLES } from '../world/more-articles.ts';
import { type DemoKind, type DemoWork, isFirst, named } from './demo-work.ts';

/** The articles of the demo. */
export const articleWorks: DemoKind = { kind: KINDS.article, works: [...DEMO_ARTICLES, ...MORE_ARTICLES].map(workOf) };

function workOf(article: DemoArticle, index: number): DemoWork {
  const names = article.blocks.find((block) => 'work' in block);
  return {
    key: `article-${index}`,
    kind: KINDS.article,
    title: article.title,
    publisher: article.publisher,
    days_ago: article.days_ago,
    fame: article.fame,
    first: isFirst(index, [0, 1, 7]),
    ...(names && 'work' in names ? { names: names.work } : {}),
    drawing: (seed) => ({
      photographs: article.subjects.map((subject, at) => ({ subject, mood: article.mood, seed: seed * 500 + index * 10 + at })),
    }),
    form(terms) {
      const top = terms.categories.find(({ name }) => name === article.category[0]);
      return {
        ...EMPTY_FORM,
        title: article.title,
        introduction: article.summary,
        category_id: top?.id ?? null,
        category_id_sub: named(top?.children, article.category[1]),
        tags: [...article.tags],
        price_type: 'free',
      };
    },
    body: (pictures, made) => docOf(article, pictures, made),
  };
}

/** Its blocks with the numbers of its pictures and of the works that stand. */
function docOf({ blocks }: DemoArticle, pictures: readonly number[], made: Readonly<Record<string, number>>): ArticleDoc {
  return { blocks: blocks.flatMap((block) => blockOf(block, pictures, made) ?? []) };
}

function blockOf(block: DemoBlock, pictures: readonly number[], made: Readonly<Record<string, number>>): Block | null {
  if ('picture' in block) {
    const file_id = pictures[block.picture];
    return file_id === undefined ? null : { type: 'picture', file_id, caption: block.caption, alt: block.caption };
  }
  if ('work' in block) {
    const kind = block.work.split('-')[0] ?? '';
    const id = made[block.work];
    return id === undefined || !isEmbedKind(kind) ? null : { type: 'work', kind, id };
  }
  return block;
}
