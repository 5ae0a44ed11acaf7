import { atEnd } from '../../app/at-end.ts';
import type { TxCtx } from '../../app/ctx.ts';
import { wakeStreams } from '../../db/notifications.ts';
import {
  type Conversation,
  insertAnswer,
  insertMessage,
  type MemberChange,
  type MessageRow,
  markChanged,
  moveConversation,
} from './repo.ts';
import { isQuiet, nextTurn } from './rules.ts';

/** What a user's stream follows. */
export const chatTopicOf = (user_id: number): string => `chat-user:${user_id}`;
/** What a stream of one conversation follows. */
export const talkTopicOf = (conversation_id: number): string => `chat:${conversation_id}`;

export const otherOf = (conversation: Pick<Conversation, 'low_id' | 'high_id'>, user_id: number): number =>
  conversation.low_id === user_id ? conversation.high_id : conversation.low_id;

export type NewRow = Pick<MessageRow, 'sender_id' | 'type' | 'body' | 'data' | 'client_id'>;

/**
 * Adds a row to a conversation that the caller has locked: the next number, both members' lists and marks, and both streams woken with
 * the commit. A message (no event) counts as an answer and as read by its sender.
 */
export async function addRow(tx: TxCtx, conversation: Conversation, row: NewRow): Promise<MessageRow> {
  const now = tx.app.clock.now();
  const { id, starter_id } = conversation;
  const seq = conversation.last_seq + 1;
  const added = await insertMessage(tx.db, { ...row, conversation_id: id, seq, now });
  let { waiting_id, waiting_at, answered_at } = conversation;
  const spoken = row.type !== 'event' && row.sender_id !== null;
  if (spoken) {
    const sender = row.sender_id as number;
    const turn = nextTurn(conversation, sender, otherOf(conversation, sender), now);
    if (turn.took_s !== null) await insertAnswer(tx.db, { user_id: sender, conversation_id: id, seq, seconds: turn.took_s, now });
    ({ waiting_id, waiting_at } = turn);
    if (sender !== starter_id) answered_at ??= now;
  }
  await moveConversation(tx.db, id, {
    seq,
    at: now,
    answered_at,
    waiting_id,
    waiting_at,
    by: row.sender_id,
    spoken,
    hides: isQuiet(row),
  });
  Object.assign(conversation, { last_seq: seq, waiting_id, waiting_at, answered_at });
  tellMembers(tx, conversation);
  return added;
}

/** Notifies both members, or one of them, that the conversation changed, at the end of the transaction. The caller has locked it. */
export function tellMembers(
  tx: TxCtx,
  { id, low_id, high_id }: Pick<Conversation, 'id' | 'low_id' | 'high_id'>,
  user_ids: readonly number[] = [low_id, high_id],
): void {
  tellChanges(
    tx,
    user_ids.map((user_id) => ({ conversation_id: id, user_id })),
  );
}

const tellChanges = atEnd<MemberChange>('chat_marks', async (tx, changes) => {
  await markChanged(tx.db, changes);
  const topics = changes.flatMap(({ conversation_id, user_id }) => [talkTopicOf(conversation_id), chatTopicOf(user_id)]);
  await wakeStreams(tx.db, [...new Set(topics)]);
});
