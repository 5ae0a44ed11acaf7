import type { Ctx } from '../../app/ctx.ts';
import { getSetting } from '../settings/index.ts';
import { cutWords } from './cut-words.ts';
import { indexItem } from './index-item.ts';
import { findAsking, isIndexed } from './repo.ts';
import { parseQuery, tsquery } from './rules.ts';
import { synonymsSetting } from './settings.ts';
import { synonymsOf } from './synonyms.ts';

/** Those of the keywords whose search finds this published item among its kind. An item that the index does not have yet is put there first. */
export async function keywordsFinding(ctx: Ctx, item_id: number, keywords: readonly string[]): Promise<Set<string>> {
  const synonyms = synonymsOf(await getSetting(ctx, synonymsSetting));
  const asked = [...new Set(keywords)].flatMap((keyword) => {
    const query = parseQuery(keyword, cutWords, synonyms);
    return query ? [{ keyword, query: tsquery(query) }] : [];
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
