import type { Ctx } from '../../app/ctx.ts';
import { indexItem } from './index-item.ts';
import { planSearch } from './plan-search.ts';
import { findAsking, isIndexed } from './repo.ts';
import { facetTerm, quoted, tsquery } from './rules.ts';

/** Those of the keywords whose search finds this published item among its kind. An item that the index does not have yet is put there first. */
export async function keywordsFinding(ctx: Ctx, item_id: number, keywords: readonly string[]): Promise<Set<string>> {
  const plans = await Promise.all([...new Set(keywords)].map(async (keyword) => ({ keyword, plan: await planSearch(ctx, keyword) })));
  const asked = plans.flatMap(({ keyword, plan: { query, narrow, facets } }) => {
    // a notice is sent for what holds everything that was written: what only ranks in a list, too
    const whole = narrow ?? query;
    return whole ? [{ keyword, query: [tsquery(whole), ...facets.map((code) => quoted(facetTerm(code)))].join(' & ') }] : [];
  });
  if (asked.length === 0) return new Set();
  if (!(await isIndexed(ctx.db, item_id))) await indexItem(ctx, item_id);
  const found = await findAsking(
    ctx.db,
    item_id,
    asked.map(({ query }) => query),
  );
  return new Set(found.flatMap((at) => asked[at]?.keyword ?? []));
}
