import type { KindTerms } from '#contract/catalog.ts';
import type { Term } from '#contract/item.ts';
import type { KindFacts, TermFacet } from '#contract/kinds.ts';
import type { Ctx } from '../../../kernel/ctx.ts';
import { findHotTags, findTerms, findTermsById, type TermRow } from './repo.ts';

const HOT_TAGS = 20;

/** What lists of a kind can be filtered by: categories as a two-level tree, its own facets and the most used tags, with counts. */
export async function kindTerms(ctx: Ctx, kind: KindFacts): Promise<KindTerms> {
  const [rows, tags] = await Promise.all([findTerms(ctx.db, kind.code), findHotTags(ctx.db, kind.code, HOT_TAGS)]);
  const of = (facet: string) => rows.filter((row) => row.facet === facet);
  const categories = of('category');
  return {
    categories: categories
      .filter((row) => row.parent_id === null)
      .map((row) => ({ ...termOf(row), children: categories.filter((child) => child.parent_id === row.id).map(termOf) })),
    facets: Object.fromEntries(ownFacets(kind).map(({ key }) => [key, of(key).map(termOf)])),
    tags: tags.map(termOf),
  };
}

/** Terms by id with the facet they belong to; unknown ids are absent. */
export async function termsById(ctx: Ctx, ids: readonly number[]): Promise<Map<number, Term & { facet: string }>> {
  const rows = await findTermsById(ctx.db, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, { ...termOf(row), facet: row.facet }]));
}

/** The facets of a kind beside category and tag, which all have. */
export function ownFacets(kind: KindFacts): readonly TermFacet[] {
  return kind.facets.filter(({ key }) => key !== 'category' && key !== 'tag');
}

function termOf({ id, name, icon, item_num }: TermRow): Term {
  return { id, name, icon, item_num };
}
