import type { NoticeTopic } from '#contract/notice.ts';
import { type Ctx, inTransaction } from '../../app/ctx.ts';
import { wakeStreams } from '../../db/notices.ts';
import { DELIVER_JOB, planDeliveries } from './plan-deliveries.ts';
import { insertNotices } from './repo.ts';

/** One message, the same to all who get it. */
export interface Notice {
  topic: NoticeTopic;
  /** The same key is the same message to a user, however often it is sent. */
  key: string;
  title: string;
  content?: string;
  /** Path on this site; absent: leads nowhere. */
  href?: string;
  /** The item that it tells of. */
  item_id?: number;
}

/** What a user's stream follows. */
export const topicOf = (user_id: number): string => `notice:${user_id}`;

/**
 * Sends a message to these users; who has it already gets nothing. By which ways besides the site follows from what each wants. Locks the
 * marks of those to whom it is new until the commit, in the order of their ids. Returns to how many it is new. Repeating it is harmless.
 */
export async function sendNotices(ctx: Ctx, user_ids: readonly number[], notice: Notice): Promise<number> {
  if (user_ids.length === 0) return 0;
  const { content = '', href = '', item_id = null } = notice;
  return inTransaction(ctx, async (tx) => {
    const sent = await insertNotices(tx.db, user_ids, { ...notice, content, href, item_id, at: tx.app.clock.now() });
    if (sent.length === 0) return 0;
    if (await planDeliveries(tx, notice.topic, sent)) await tx.app.jobs.send(DELIVER_JOB, {}, { singleton_key: 'due' }, tx.db);
    await wakeStreams(
      tx.db,
      sent.map(({ user_id }) => topicOf(user_id)),
    );
    return sent.length;
  });
}
