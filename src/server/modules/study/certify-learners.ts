import { type Ctx, inTransaction } from '../../app/ctx.ts';
import { certify } from './finish-lesson.ts';
import { findFinishers } from './learning.repo.ts';

/** Sent with `{ item_id }` when a course has fewer lessons than before. */
export const CERTIFY_JOB = 'study.certify';
const BATCH = 200;

/** Issues the certificates of those who have done every lesson that is left, and who have none. Again does nothing. */
export async function certifyLearners(ctx: Ctx, item_id: number, stopping?: AbortSignal): Promise<number> {
  let issued = 0;
  for (let after = 0; ; ) {
    stopping?.throwIfAborted();
    const ids = await findFinishers(ctx.db, item_id, after, BATCH);
    for (const user_id of ids) if ((await inTransaction(ctx, (tx) => certify(tx, user_id, item_id))) !== '') issued++;
    if (ids.length < BATCH) return issued;
    after = ids.at(-1) ?? after;
  }
}
