import type { TxCtx } from '../../app/ctx.ts';
import { emit } from '../../outbox/outbox.ts';

declare module '../../outbox/outbox.ts' {
  interface OutboxEvents {
    /** Lessons, reviews or questions of a course are others than its page says. */
    'study.changed': { item_id: number };
    /** Somebody has the certificate of a course. */
    'study.finished': { item_id: number; user_id: number };
  }
}

/** Pages of the course are made again after the commit. */
export async function announceCourse(tx: TxCtx, item_id: number): Promise<void> {
  await emit(tx, 'study.changed', { item_id });
}
