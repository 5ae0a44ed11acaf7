import { CHAT_REACTION_TEXTS, type ChatMessage, type ChatReaction } from '#contract/chat.ts';
import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { AppError, conflict, notFound } from '../../kernel/errors.ts';
import { addRow } from './add-row.ts';
import { showMessages } from './own-conversations.ts';
import { findMessage, findOwn, lockConversation, setReaction } from './repo.ts';
import { isGone } from './rules.ts';
import { requireTaken } from './send-message.ts';

/**
 * Answers a message of the other side by a word of a few, another or none instead of the one before: a row of the same sequence that is nothing
 * to read. The same again adds none and answers the message. @throws AppError 404 for a conversation of others; code 1 for one's own message;
 * 403 where one of the two blocks the other; 409 for what is gone
 */
export async function reactTo(ctx: Ctx, { id, seq, reaction }: { id: number; seq: number; reaction: ChatReaction }): Promise<ChatMessage> {
  const user_id = requireUser(ctx);
  if (!(await findOwn(ctx.db, id, user_id))) throw notFound('会话不存在');
  return inTransaction(ctx, async (tx) => {
    const conversation = await lockConversation(tx.db, id);
    const message = conversation && (await findMessage(tx.db, id, seq));
    if (!message || message.type === 'event') throw notFound('消息不存在');
    if (message.sender_id === user_id) throw new AppError('只能回应对方的消息');
    if (isGone(message.state)) throw conflict('这条消息已经不在了');
    await requireTaken(tx, conversation, user_id);
    const same = (message.data['reaction'] ?? '') === reaction;
    if (!same) await setReaction(tx.db, id, seq, reaction);
    const body = reaction === '' ? '收回了回应' : `回应“${CHAT_REACTION_TEXTS[reaction]}”`;
    const data = { type: 'message_reacted', of: seq, reaction };
    const row = same ? message : await addRow(tx, conversation, { sender_id: user_id, type: 'event', body, data, client_id: null });
    return (await showMessages(tx, [row], user_id))[0] as ChatMessage;
  });
}
