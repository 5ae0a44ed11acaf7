import { type ArticleFace, readingMinutes } from '#contract/article.ts';
import type { ItemListView } from '#contract/catalog.ts';
import type { ItemFilter } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';
import type { Ctx } from '../app/ctx.ts';
import { itemsById } from '../modules/catalog/index.ts';
import { commentTotals } from '../modules/comments/index.ts';
import { docOf } from './article-screen.ts';
import { itemListView } from './item-list.ts';
import { fieldsOf } from './item-public.ts';

const KIND = KINDS.article;
const SUMMARY_MAX = 120;

export interface ArticleListView {
  view: ItemListView;
  /** By id. */
  faces: ReadonlyMap<number, ArticleFace>;
}

/** A page of the list of articles, with what each line says. */
export async function articleListView(ctx: Ctx, filter: ItemFilter): Promise<ArticleListView> {
  const view = await itemListView(ctx, KIND, filter);
  const ids = view.result.list.map(({ id }) => id);
  const [items, comments] = await Promise.all([itemsById(ctx, ids), commentTotals(ctx, KIND.key, ids)]);
  const faces = await Promise.all(
    [...items.values()].map(async (item): Promise<[number, ArticleFace]> => {
      const minutes = readingMinutes(docOf({ fields: await fieldsOf(ctx, KIND, item) }));
      const signs = [...item.introduction.replace(/\s+/g, ' ')];
      const summary = signs.length > SUMMARY_MAX ? `${signs.slice(0, SUMMARY_MAX).join('')}…` : signs.join('');
      return [item.id, { summary, minutes, comments: comments.get(item.id) ?? 0 }];
    }),
  );
  return { view, faces: new Map(faces) };
}
