import type { ChatState } from '#contract/chat.ts';
import { CHAT_RECALL_S } from '#contract/chat.ts';

/** Who has to answer after a message of `sender`, and since when. `took_s`: how long the sender let the other wait; null: there was no wait. */
export function nextTurn(
  before: { waiting_id: number | null; waiting_at: Date | null },
  sender: number,
  other: number,
  now: Date,
): { waiting_id: number; waiting_at: Date; took_s: number | null } {
  const waited = before.waiting_id === sender && before.waiting_at !== null;
  const took_s = waited ? Math.max(0, Math.round((now.getTime() - (before.waiting_at as Date).getTime()) / 1000)) : null;
  // the clock runs from the first message without an answer
  if (before.waiting_id === other && before.waiting_at) return { waiting_id: other, waiting_at: before.waiting_at, took_s };
  return { waiting_id: other, waiting_at: now, took_s };
}

export type Act = 'accept' | 'decline' | 'withdraw' | 'recall';

/** What an act of this person makes of a message; a text says why it may not be. */
export function actOn(
  message: { type: string; state: ChatState; sender_id: number | null; created_at: Date },
  act: Act,
  by: number,
  now: Date,
): ChatState | { refused: string } {
  if (message.state !== '') return { refused: '这条消息的状态已经变了' };
  const mine = message.sender_id === by;
  switch (act) {
    case 'recall':
      if (!mine) return { refused: '只能撤回自己的消息' };
      if (message.type === 'event') return { refused: '这条消息不能撤回' };
      return now.getTime() - message.created_at.getTime() > CHAT_RECALL_S * 1000
        ? { refused: `发出超过 ${CHAT_RECALL_S / 60} 分钟的消息不能撤回` }
        : 'recalled';
    case 'withdraw':
      if (message.type !== 'price' || !mine) return { refused: '只能收回自己的报价' };
      return 'withdrawn';
    default:
      if (message.type !== 'price') return { refused: '这条消息不是报价' };
      if (mine) return { refused: '报价由对方决定' };
      return act === 'accept' ? 'accepted' : 'declined';
  }
}

/** What is said of a state that an act brought about, after the name of who acted. */
export const STATE_TEXTS: Readonly<Record<Exclude<ChatState, ''>, string>> = {
  accepted: '接受了报价',
  declined: '谢绝了报价',
  withdrawn: '收回了报价',
  recalled: '撤回了一条消息',
  removed: '一条消息已被管理员移除',
};

export const isGone = (state: ChatState): boolean => state === 'recalled' || state === 'removed';

/** Events that are nothing to read: a message is no longer there, or has a reaction. */
export const QUIET: readonly string[] = ['message_recalled', 'message_removed', 'message_reacted'];

export const isQuiet = ({ type, data }: { type: string; data: Readonly<Record<string, unknown>> }): boolean =>
  type === 'event' && QUIET.includes(String(data['type']));
