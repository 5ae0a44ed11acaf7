import { chatPath } from '#contract/chat.ts';
import { type App, type Ctx, createCtx, inTransaction, type TxCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { publicUsers } from '../identity/index.ts';
import { readNoticeOf, sendNotices } from '../notices/index.ts';
import { getSetting } from '../settings/index.ts';
import { chatFiles } from './chat-files.ts';
import { findUnreadOf, type OwnRow } from './repo.ts';
import { tellUnreadAfter } from './settings.ts';
import { subjectFacts } from './subjects.ts';

export const TELL_JOB = 'chat.tell-unread';

export interface Telling {
  conversation_id: number;
  user_id: number;
}

const MINUTE_S = 60;
/** One key for repeated notifications, until the reader has read on. */
const keyOf = ({ id, read_seq }: Pick<OwnRow, 'id' | 'read_seq'>): string => `chat:${id}:${read_seq}`;

/** Looks later whether the message that stands now was read; one look at a time waits for a reader and conversation. */
export async function planTelling(tx: TxCtx, { conversation_id, user_id }: Telling): Promise<void> {
  const after_s = (await getSetting(tx, tellUnreadAfter)) * MINUTE_S;
  if (after_s > 0) await lookAgain(tx, { conversation_id, user_id }, after_s);
}

const lookAgain = (tx: TxCtx, telling: Telling, delay_s: number): Promise<void> =>
  tx.app.jobs.send(TELL_JOB, telling, { delay_s, singleton_key: `${telling.conversation_id}:${telling.user_id}` }, tx.db);

/**
 * Notifies a member of messages that have waited long enough, by the ways they chose: once, until they have read on. What was said stays in the
 * conversation. Muted conversations send nothing. Idempotent.
 */
export async function tellUnread(ctx: Ctx, telling: Telling): Promise<void> {
  const after_s = (await getSetting(ctx, tellUnreadAfter)) * MINUTE_S;
  const found = await findUnreadOf(ctx.db, telling.conversation_id, telling.user_id);
  if (after_s === 0 || !found || found.muted || found.num === 0 || !found.since) return;
  const waited_s = Math.floor((ctx.app.clock.now().getTime() - found.since.getTime()) / 1_000);
  if (waited_s < after_s) return inTransaction(ctx, (tx) => lookAgain(tx, telling, after_s - waited_s));
  const { title } = (await subjectFacts(ctx, [found]))(found.subject_kind, found.subject_id);
  const name = (await publicUsers(ctx, [found.other_id])).get(found.other_id).nickname;
  await sendNotices(ctx, [telling.user_id], {
    topic: 'chat',
    key: keyOf({ id: telling.conversation_id, read_seq: found.read_seq }),
    title: `${name} 给您发了 ${found.num} 条消息`,
    content: `关于“${title}”，打开会话即可查看和回复。`,
    href: chatPath(telling.conversation_id),
  });
}

/**
 * The reader has come: the notice of these messages is marked as read too. `before`: the conversation as they had it.
 */
export function readTelling(ctx: Ctx, before: OwnRow): Promise<void> {
  return readNoticeOf(ctx, before.user_id, keyOf(before));
}

/** Files that no message references, and notifications of unread messages. */
export function chatJobs(app: App): JobDefinition[] {
  const as = (name: string) => createCtx(app, { kind: 'job', name }, name);
  return [
    chatFiles.job(app),
    {
      name: TELL_JOB,
      async run(payload) {
        await tellUnread(as(TELL_JOB), payload as Telling);
      },
    },
  ];
}
