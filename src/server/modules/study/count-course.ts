import type { TxCtx } from '../../app/ctx.ts';
import { upsertCounts } from './counts.repo.ts';

/** Counts again what cards say of a course: after every change of its lessons, reviews or learners. Locks its row of counts. */
export async function countCourse(tx: TxCtx, item_id: number): Promise<void> {
  await upsertCounts(tx.db, item_id);
}
