import type { ChatSubjectKind } from '#contract/chat.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { assert } from '../../kernel/assert.ts';
import { AppError, forbidden, invalid, notFound } from '../../kernel/errors.ts';
import { addRow } from './add-row.ts';
import { findOpened, lockConversation, type MessageRow, upsertConversation } from './repo.ts';
import { chatSubject } from './subjects.ts';

export interface Opening {
  subject: { kind: ChatSubjectKind; id: number };
  starter_id: number;
  other_id: number;
}

/**
 * The conversation of the two about the subject; made when there is none, the same however often and from whichever side. It is in no list before
 * its first row. Whether the two may talk is the caller's question.
 */
export async function openConversation(tx: TxCtx, { subject, starter_id, other_id }: Opening): Promise<{ id: number }> {
  assert(starter_id !== other_id, 'nobody talks to themselves');
  const of = { kind: subject.kind, subject_id: subject.id, starter_id, other_id };
  return { id: await upsertConversation(tx.db, { ...of, now: tx.app.clock.now() }) };
}

/** The conversation that the two have about the subject; null: they never opened one. */
export async function openedBetween(ctx: Ctx, { subject, starter_id, other_id }: Opening): Promise<{ id: number } | null> {
  const id = await findOpened(ctx.db, { kind: subject.kind, subject_id: subject.id, user_id: starter_id, other_id });
  return id === null ? null : { id };
}

/**
 * Adds an event (offer made, agreed, withdrawn, closed) to a conversation. `by`: the actor, null for the site; `data.text` follows the actor's name,
 * `data.card` (a ChatCard) stands below it. Locks the conversation until the commit. @throws AppError 404
 */
export async function postEvent(
  tx: TxCtx,
  { conversation_id, type, data, by }: { conversation_id: number; type: string; data: Record<string, unknown>; by: number | null },
): Promise<MessageRow> {
  const conversation = await lockConversation(tx.db, conversation_id);
  if (!conversation) throw notFound('会话不存在');
  const row = { sender_id: by, body: String(data['text'] ?? ''), data: { ...data, type }, client_id: null };
  return addRow(tx, conversation, { ...row, type: 'event' });
}

/**
 * Opens the reader's talk about a subject: with its owner, or, for the owner, with `other_id`, who must have talked about it before or be
 * somebody its area lets the owner ask. @throws AppError code 2; 404 for what is not there or shown no more; code 1 for oneself; 403
 */
export async function askAbout(
  ctx: Ctx,
  { kind, id, other_id = 0 }: { kind: ChatSubjectKind; id: number; other_id?: number },
): Promise<{ id: number }> {
  const user_id = requireUser(ctx);
  const subject = chatSubject(kind);
  const facts = (await subject?.load(ctx, [id]))?.get(id);
  if (!subject || !facts) throw notFound();
  const owns = facts.owner_id === user_id;
  const other = owns ? other_id : facts.owner_id;
  if (owns && other_id === 0) throw new AppError('这是您自己发布的内容');
  if (other === user_id) throw invalid({ other_id: '不能和自己对话' });
  if (!owns && other_id !== 0 && other_id !== other) throw forbidden();
  return inTransaction(ctx, async (tx) => {
    const known = await findOpened(tx.db, { kind, subject_id: id, user_id, other_id: other });
    if (known !== null) return { id: known };
    if (owns && !(await subject.mayAsk?.(tx, id, other))) throw forbidden('对方还没有联系过您');
    if (!owns && !facts.open) throw notFound();
    return openConversation(tx, { subject: { kind, id }, starter_id: user_id, other_id: other });
  });
}
