import { type Ctx, inTransaction } from '../../app/ctx.ts';
import { markCounted } from './repo.ts';
import { subjectOf } from './subjects.ts';

/**
 * Adds paid orders to the sale counters, each once: mark and counters change in one transaction. Not part of settling, because all buyers of one
 * item would wait for its counter row.
 * @returns how many orders were counted
 */
export async function countSales(ctx: Ctx, batch = 500): Promise<number> {
  for (let counted = 0; ; ) {
    const taken = await inTransaction(ctx, async (tx) => {
      const sold = new Map<string, Map<number, number>>();
      const marked = await markCounted(tx.db, batch);
      for (const { subject, subject_id } of marked) {
        const numbers = sold.get(subject) ?? new Map<number, number>();
        sold.set(subject, numbers.set(subject_id, (numbers.get(subject_id) ?? 0) + 1));
      }
      // in a fixed order of names and ids, so that concurrent runs cannot deadlock
      for (const [subject, numbers] of [...sold].sort(([a], [b]) => (a < b ? -1 : 1))) {
        await subjectOf({ subject }).count?.(tx, new Map([...numbers].sort(([a], [b]) => a - b)));
      }
      return marked.length;
    });
    counted += taken;
    if (taken < batch) return counted;
  }
}
