import type { NoticeTopic } from '#contract/notice.ts';
import { atEnd } from '../../app/at-end.ts';
import { type Ctx, createCtx, inTransaction, isTx, type TxCtx } from '../../app/ctx.ts';
import { batchedWrite } from '../../db/batched.ts';
import { wakeStreams } from '../../db/notifications.ts';
import { DELIVER_JOB, planDeliveries } from './deliver-notices.ts';
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
 * Sends a message to these users; who has it already gets nothing. By which ways besides the site follows from what each wants. Repeating
 * it is harmless. Inside a transaction it goes with all others at its end (`sendEachNotice`); else it returns to how many it is new.
 */
export function sendNotices(tx: TxCtx, user_ids: readonly number[], notice: Notice): Promise<undefined>;
export function sendNotices(ctx: Ctx, user_ids: readonly number[], notice: Notice): Promise<number>;
export async function sendNotices(ctx: Ctx, user_ids: readonly number[], notice: Notice): Promise<number | undefined> {
  const messages = user_ids.map((user_id): OwnNotice => ({ ...notice, user_id }));
  if (isTx(ctx)) {
    sendEachNotice(ctx, messages);
    return;
  }
  if (messages.length === 0) return 0;
  const { content = '', href = '', item_id = null } = notice;
  return inTransaction(ctx, async (tx) => {
    const sent = await insertNotices(tx.db, user_ids, { ...notice, content, href, item_id, at: tx.app.clock.now() });
    await planAndWake(tx, [{ topic: notice.topic, sent }]);
    return sent.length;
  });
}

/** A message to one user. */
export type OwnNotice = Notice & { user_id: number };

/**
 * Sends users a message of their own each: all of a transaction by one statement at its end, because the marks that number everybody's
 * messages stay locked until the commit, in the order of their users. Otherwise as `sendNotices`.
 */
export const sendEachNotice = atEnd<OwnNotice>('notice_marks', async (tx, messages) => {
  const rows = messages.map(({ content = '', href = '', item_id = null, ...rest }): NewNotice => ({ ...rest, content, href, item_id }));
  const sent = await insertEachNotice(tx.db, rows, tx.app.clock.now());
  const topics = [...new Set(messages.map(({ topic }) => topic))];
  await planAndWake(
    tx,
    topics.map((topic) => ({ topic, sent: sent.filter((one) => one.topic === topic) })),
  );
});

async function planAndWake(
  tx: TxCtx,
  topics: ReadonlyArray<{ topic: NoticeTopic; sent: ReadonlyArray<{ id: number; user_id: number }> }>,
): Promise<void> {
  let due = false;
  for (const { topic, sent } of topics) if (sent.length > 0 && (await planDeliveries(tx, topic, sent))) due = true;
  if (due) await tx.app.jobs.send(DELIVER_JOB, {}, { singleton_key: 'due' }, tx.db);
  const users = new Set(topics.flatMap(({ sent }) => sent.map(({ user_id }) => user_id)));
  if (users.size > 0) await wakeStreams(tx.db, [...users].map(topicOf));
}

const together = batchedWrite(async (_db, asked: ReadonlyArray<{ ctx: Ctx; message: OwnNotice }>): Promise<null[]> => {
  const [first] = asked;
  if (!first) return [];
  const ctx = asked.length === 1 ? first.ctx : createCtx(first.ctx.app, { kind: 'job', name: 'notices.send' }, 'notices.send');
  await inTransaction(ctx, async (tx) =>
    sendEachNotice(
      tx,
      asked.map(({ message }) => message),
    ),
  );
  return asked.map(() => null);
});

/** Sends one user a message; those that are sent at the same moment share a transaction. Not for use inside one: `sendNotices`. */
export async function sendOwnNotice(ctx: Ctx, message: OwnNotice): Promise<void> {
  await together(ctx.app.db, { ctx, message });
}
