import type { KindTerms } from '#contract/catalog.ts';
import type { Term } from '#contract/item.ts';
import type { Ctx } from '../../../kernel/ctx.ts';
import { KIND_SCHEME } from '../kinds/kind.ts';
import { findHotTags, findTerms, findTermsById, type TermRow } from './repo.ts';

const HOT_TAGS = 20;

/** What lists can be filtered by: categories as a two-level tree, industries, activities and the most used tags, with counts. */
export async function kindTerms(ctx: Ctx): Promise<KindTerms> {
  const [rows, tags] = await Promise.all([findTerms(ctx.db, KIND_SCHEME), findHotTags(ctx.db, KIND_SCHEME, HOT_TAGS)]);
  const of = (facet: string) => rows.filter((row) => row.facet === facet);
  const categories = of('category');
  return {
    categories: categories
      .filter((row) => row.parent_id === null)
      .map((row) => ({ ...termOf(row), children: categories.filter((child) => child.parent_id === row.id).map(termOf) })),
    industries: of('industry').map(termOf),
    activities: of('activity').map(termOf),
    tags: tags.map(termOf),
  };
}

/** Terms by id with the facet they belong to; unknown ids are absent. */
export async function termsById(ctx: Ctx, ids: readonly number[]): Promise<Map<number, Term & { facet: string }>> {
  const rows = await findTermsById(ctx.db, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, { ...termOf(row), facet: row.facet }]));
}

function termOf({ id, name, icon, item_num }: TermRow): Term {
  return { id, name, icon, item_num };
}
