import type { NoticeTopic } from '#contract/notice.ts';
import { type Ctx, createCtx, inTransaction, type TxCtx } from '../../app/ctx.ts';
import { batchedWrite } from '../../db/batched.ts';
import { wakeStreams } from '../../db/notices.ts';
import { DELIVER_JOB, planDeliveries } from './plan-deliveries.ts';
import { insertEachNotice, insertNotices, type NewNotice } from './repo.ts';

/** One message, the same to all who get it. */
export interface Notice {
  topic: NoticeTopic;
  /** The same key is the same message to a user, however often it is sent. */
  key: string;
  title: string;
  content?: string;
  /** Path on this site; absent: leads nowhere. */
  href?: string;
  /** The item that it is about. */
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

/** A message to one user. */
export type OwnNotice = Notice & { user_id: number };

/**
 * Sends users a message of their own each, by one statement. Otherwise as `sendNotices`: who has it already gets nothing, the marks of those
 * to whom it is new stay locked until the commit, and repeating it is harmless.
 */
export async function sendEachNotice(tx: TxCtx, messages: readonly OwnNotice[]): Promise<void> {
  const rows = messages.map(({ content = '', href = '', item_id = null, ...rest }): NewNotice => ({ ...rest, content, href, item_id }));
  const sent = await insertEachNotice(tx.db, rows, tx.app.clock.now());
  if (sent.length === 0) return;
  let due = false;
  for (const topic of new Set(messages.map((one) => one.topic))) {
    const mine = sent.filter((one) => one.topic === topic);
    if (mine.length > 0 && (await planDeliveries(tx, topic, mine))) due = true;
  }
  if (due) await tx.app.jobs.send(DELIVER_JOB, {}, { singleton_key: 'due' }, tx.db);
  await wakeStreams(tx.db, [...new Set(sent.map(({ user_id }) => topicOf(user_id)))]);
}

const together = batchedWrite(async (_db, asked: ReadonlyArray<{ ctx: Ctx; message: OwnNotice }>): Promise<null[]> => {
  const [first] = asked;
  if (!first) return [];
  const ctx = asked.length === 1 ? first.ctx : createCtx(first.ctx.app, { kind: 'job', name: 'notices.send' }, 'notices.send');
  await inTransaction(ctx, (tx) => {
    return sendEachNotice(
      tx,
      asked.map(({ message }) => message),
    );
  });
  return asked.map(() => null);
});

/** Sends one user a message; those that are sent at the same moment share a transaction. Not for use inside one: `sendEachNotice`. */
export async function sendOwnNotice(ctx: Ctx, message: OwnNotice): Promise<void> {
  await together(ctx.app.db, { ctx, message });
}
