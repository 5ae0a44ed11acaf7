import type { ChatMessage } from '#contract/chat.ts';
import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { addRow } from './add-row.ts';
import { findMessage, findOwn, lockConversation, setState } from './repo.ts';
import { type Act, actOn, STATE_TEXTS } from './rules.ts';
import { showMessages } from './show-messages.ts';

/**
 * Accepts or declines the other's price, withdraws one's own, or takes a message back: once, and as a row of the same sequence, which is
 * answered. @throws AppError 404 for a conversation of others; 409 where it may not be (any more)
 */
export async function actOnMessage(ctx: Ctx, { id, seq, act }: { id: number; seq: number; act: Act }): Promise<ChatMessage> {
  const user_id = requireUser(ctx);
  if (!(await findOwn(ctx.db, id, user_id))) throw notFound('会话不存在');
  return inTransaction(ctx, async (tx) => {
    const conversation = await lockConversation(tx.db, id);
    const message = conversation && (await findMessage(tx.db, id, seq));
    if (!message) throw notFound('消息不存在');
    const state = actOn(message, act, user_id, tx.app.clock.now());
    if (typeof state !== 'string') throw conflict(state.refused);
    await setState(tx.db, id, seq, state);
    const text = STATE_TEXTS[state as keyof typeof STATE_TEXTS];
    const data = { type: `message_${state}`, of: seq, state };
    const row = await addRow(tx, conversation, { sender_id: user_id, type: 'event', body: text, data, client_id: null });
    return (await showMessages(tx, [row], user_id))[0] as ChatMessage;
  });
}
