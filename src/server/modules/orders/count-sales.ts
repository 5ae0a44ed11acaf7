import { type Ctx, inTransaction } from '../../kernel/ctx.ts';
import { addToItemCounter } from '../catalog/index.ts';
import { markCounted } from './repo.ts';

/**
 * Adds paid orders to the sale counters of their items, each order once: the mark and the counters move in one transaction. Apart
 * from settling, because the counter is the one row that all buyers of an item would wait for.
 * @returns how many orders were counted
 */
export async function countSales(ctx: Ctx, batch = 500): Promise<number> {
  for (let counted = 0; ; ) {
    const taken = await inTransaction(ctx, async (tx) => {
      const sold = new Map<number, number>();
      const item_ids = await markCounted(tx.db, batch);
      for (const item_id of item_ids) sold.set(item_id, (sold.get(item_id) ?? 0) + 1);
      // in one order of ids, so that two counters cannot wait for each other
      for (const item_id of [...sold.keys()].sort((a, b) => a - b)) await addToItemCounter(tx, item_id, 'sale_num', sold.get(item_id) ?? 0);
      return item_ids.length;
    });
    counted += taken;
    if (taken < batch) return counted;
  }
}
