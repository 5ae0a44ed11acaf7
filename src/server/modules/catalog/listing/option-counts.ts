import { LIST_REACH, type OptionCounts } from '#contract/catalog.ts';
import type { ItemFilter, PriceFilter } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';
import { AppMemory } from '../../../app/app-memory.ts';
import { type Ctx, lastingDb } from '../../../app/ctx.ts';
import { codeOfFormat, facetsOf, PRICE_FACET } from '../rules.ts';
import { ownFacets } from '../terms/kind-terms.ts';
import { countCodes, findWay, type ListFilter } from './repo.ts';

/** A list page is fresh for a minute; so are the numbers beside its choices. */
const KEPT_MS = 60_000;
const KEPT_MOST = 2_000;
const counted = new AppMemory<string, Promise<Map<number, number> | null>>({ max: KEPT_MOST, ttl_ms: KEPT_MS });

/**
 * How many works each choice of a list would show, with everything else that is chosen. A row of choices is counted without what is chosen
 * in it. Exact where at most LIST_REACH works pass; beyond it the row is left out, so that no list reads more than that for its numbers.
 */
export async function optionCounts(
  ctx: Ctx,
  kind: KindFacts,
  { keyword: _words, sort: _order, page: _page, ...filter }: ItemFilter,
): Promise<OptionCounts> {
  const without = ({ cid, cid2, ...others }: ListFilter, row: string): ListFilter => {
    if (row === 'cid') return others;
    if (row === 'cid2') return { ...others, ...(cid ? { cid } : {}) };
    const both = { ...others, ...(cid ? { cid } : {}), ...(cid2 ? { cid2 } : {}) };
    if (row === 'price' || row === 'format') return Object.fromEntries(Object.entries(both).filter(([key]) => key !== row));
    return { ...both, terms: Object.fromEntries(Object.entries(both.terms ?? {}).filter(([key]) => key !== row)) };
  };
  const rows = ['cid', 'cid2', 'price', 'format', ...ownFacets(kind).map(({ key }) => key)];
  const found = await Promise.all(rows.map((row) => codesOf(ctx, kind, without(filter, row))));
  const named = (row: string, codes: Map<number, number>): Record<string, number> => {
    const of = (names: ReadonlyArray<[name: string, code: number]>) =>
      Object.fromEntries(names.map(([name, code]) => [name, codes.get(code) ?? 0]));
    if (row === 'price') return of(Object.entries(PRICE_FACET) as Array<[Exclude<PriceFilter, 'all'>, number]>);
    if (row === 'format') return of(kind.formats.map((format) => [format, codeOfFormat(format)]));
    return Object.fromEntries([...codes].filter(([code]) => code > 0));
  };
  return Object.fromEntries(rows.flatMap((row, at) => (found[at] ? [[row, named(row, found[at])]] : [])));
}

/** How many of the works that pass carry each code; null: too many pass. */
function codesOf(ctx: Ctx, kind: KindFacts, filter: ListFilter): Promise<Map<number, number> | null> {
  const key = `${kind.code}/${facetsOf(filter)
    .toSorted((a, b) => a - b)
    .join()}`;
  const lasting = { app: ctx.app, db: lastingDb(ctx) };
  return counted.share(ctx.app, key, async () => countCodes(lasting.db, kind.code, await findWay(lasting, kind.code, filter), LIST_REACH));
}

/** Clears the cached numbers of this process. For measuring and tests. */
export function forgetOptionCounts(ctx: Pick<Ctx, 'app'>): void {
  counted.clear(ctx.app);
}
