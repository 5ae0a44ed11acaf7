import type { KindTerms } from '#contract/catalog.ts';
import type { ItemFilter, Term } from '#contract/item.ts';
import type { KindFacts, TermFacet } from '#contract/kinds.ts';
import { type Ctx, lastingDb, type TxCtx } from '../../../app/ctx.ts';
import { topIds } from '../listing/list-items.ts';
import { commonTags } from '../listing/repo.ts';
import { ensureTerm } from './ensure-terms.ts';
import { findHotTags, findTagIds, findTermNames, findTerms, findTermsById, keepTerms, type TermRow } from './repo.ts';

const HOT_TAGS = 20;

/** What lists of a kind can be filtered by: categories as a two-level tree, its own facets and the most used tags, with counts. */
export async function kindTerms(ctx: Ctx, kind: KindFacts): Promise<KindTerms> {
  const [filters, tags] = await Promise.all([kindFilters(ctx, kind), hotTags(ctx, kind)]);
  return { ...filters, tags };
}

/** The same without tags. */
export async function kindFilters(ctx: Ctx, kind: KindFacts): Promise<Omit<KindTerms, 'tags'>> {
  const rows = await findTerms(ctx.db, kind.code);
  const of = (facet: string) => rows.filter((row) => row.facet === facet);
  const categories = of('category');
  return {
    categories: categories
      .filter((row) => row.parent_id === null)
      .map((row) => ({ ...termOf(row), children: categories.filter((child) => child.parent_id === row.id).map(termOf) })),
    facets: Object.fromEntries(ownFacets(kind).map(({ key }) => [key, of(key).map(termOf)])),
  };
}

/** Names of categories, terms and used tags of all kinds, of two characters to twelve, the most used first. */
export function termNames(ctx: Ctx, limit: number): Promise<Array<{ name: string; facet: string }>> {
  return findTermNames(lastingDb(ctx), { least: 2, most: 12, limit });
}

/** The most used tags of a kind. */
export async function hotTags(ctx: Ctx, kind: KindFacts): Promise<Term[]> {
  return (await findHotTags(ctx.db, kind.code, HOT_TAGS)).map(termOf);
}

/** Terms by id with the facet they belong to; unknown ids are absent. */
export async function termsById(ctx: Ctx, ids: readonly number[]): Promise<Map<number, Term & { facet: string }>> {
  const rows = await findTermsById(ctx.db, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, { ...termOf(row), facet: row.facet }]));
}

/** Those of the terms that still exist, locked against removal until the transaction ends. */
export function termsKept(tx: TxCtx, ids: readonly number[]): Promise<Set<number>> {
  return keepTerms(tx.db, [...new Set(ids)]);
}

/** The tag of this name; null: unknown for this kind. Full-width and half-width are one. */
export async function tagNamed(ctx: Ctx, kind: KindFacts, name: string): Promise<Term | null> {
  const clean = name.normalize('NFKC').trim();
  const id = (await findTagIds(ctx.db, kind.code, [clean])).get(clean);
  return id === undefined ? null : ((await termsById(ctx, [id])).get(id) ?? null);
}

/** Ids of those of the names that are tags of this kind, in their order. */
export async function tagsNamed(ctx: Ctx, kind: KindFacts, names: readonly string[]): Promise<number[]> {
  const ids = await findTagIds(ctx.db, kind.code, names);
  return names.flatMap((name) => ids.get(name) ?? []);
}

const TAGS_FROM = 100;

/** The commonest tags of items that are known by their ids, or else of the best-liked that pass the filter. */
export async function tagsAmong(ctx: Ctx, kind: KindFacts, of: { ids: number[] } | { filter: ItemFilter }): Promise<Term[]> {
  const ids = 'ids' in of ? of.ids : await topIds(ctx, kind, of.filter, TAGS_FROM);
  return ids.length === 0 ? [] : (await commonTags(ctx.db, ids, HOT_TAGS)).map(termOf);
}

/** The facets of a kind beside category and tag, which all have. */
export function ownFacets(kind: KindFacts): readonly TermFacet[] {
  return kind.facets.filter(({ key }) => key !== 'category' && key !== 'tag');
}

/** Those of them that a publisher chooses, one each. */
export function chosenFacets(kind: KindFacts): readonly TermFacet[] {
  return ownFacets(kind).filter(({ derived }) => !derived);
}

function termOf({ id, name, icon, item_num }: TermRow): Term {
  return { id, name, icon, item_num };
}

/** Ids of the terms that a work carries because of what it is; missing ones are made. */
export async function derivedTermIds(
  tx: TxCtx,
  kind: KindFacts,
  named: ReadonlyArray<readonly [facet: string, name: string]>,
): Promise<number[]> {
  if (named.length === 0) return [];
  const known = await findTerms(tx.db, kind.code);
  const ids: number[] = [];
  for (const [facet, name] of named) {
    const term = known.find((one) => one.facet === facet && one.name === name);
    ids.push(term?.id ?? (await ensureTerm(tx, kind, { facet, parent_id: null, name, sort: 99 })));
  }
  return ids;
}
