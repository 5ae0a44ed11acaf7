import type { KindFacts } from '#contract/kinds.ts';
import type { ItemStatus } from '#contract/publish.ts';
import type { TxCtx } from '../../app/ctx.ts';
import { notFound } from '../../kernel/errors.ts';
import { ensureTermOnce, getItem, type Item, lockItem, moveLockedItem, termsById } from '../catalog/index.ts';

/**
 * Brings the item in line with a new state: its status, the term by which lists filter (null: none) and the time by which they order. Locks
 * it: the caller holds the post's row. @throws AppError 404
 */
export async function showState(
  tx: TxCtx,
  id: number,
  of: { kind: KindFacts; was: ItemStatus; status: ItemStatus; term: string | null; ends_at: Date | null },
): Promise<void> {
  const item = await lockItem(tx, id);
  if (!item) throw notFound('内容不存在');
  const before = await stateTermsOf(tx, item);
  const others = item.term_ids.filter((term_id) => !before.includes(term_id));
  const term = of.term === null ? [] : [await ensureTermOnce(tx, of.kind, { facet: 'state', parent_id: null, name: of.term })];
  const listed = of.status === 'published';
  // what reports or staff took off while it ran is not shown again because it moved on
  const taken_off = listed && of.was === 'published' && item.status === 'taken_down';
  await moveLockedItem(tx, item, taken_off ? 'taken_down' : of.status, {
    ...{ term_ids: [...others, ...term], ends_at: of.ends_at },
    ...(listed ? { published_at: item.published_at ?? tx.app.clock.now() } : {}),
  });
}

async function stateTermsOf(tx: TxCtx, item: Pick<Item, 'term_ids'> | null): Promise<number[]> {
  const used = await termsById(tx, item?.term_ids ?? []);
  return (item?.term_ids ?? []).filter((term_id) => used.get(term_id)?.facet === 'state');
}

/** The terms of an item whose form says this, made where they are missing: `when` is a day and counts by its month; that of the state stays. */
export async function formTerms(tx: TxCtx, item_id: number, kind: KindFacts, said: Record<string, string>): Promise<number[]> {
  const terms = await stateTermsOf(tx, await getItem(tx, item_id));
  for (const [facet, text] of Object.entries(said)) {
    if (text === '') continue;
    const [year = 0, month = 0] = facet === 'when' ? text.split('-').map(Number) : [];
    const named = facet === 'when' ? { name: `${year}年${month}月`, sort: year * 100 + month } : { name: text, sort: 0 };
    terms.push(await ensureTermOnce(tx, kind, { facet, parent_id: null, ...named }));
  }
  return terms;
}
