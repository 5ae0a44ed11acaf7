import type { ChatMessage } from '#contract/chat.ts';
import type { Pending } from './drafts.ts';

/** What stands below each other in a talk. */
export type Line =
  | { key: string; what: 'day'; text: string }
  | { key: string; what: 'fresh' }
  | { key: string; what: 'message'; message: ChatMessage }
  | { key: string; what: 'pending'; pending: Pending };

const DAY_MS = 86_400_000;
const SHANGHAI_MS = 8 * 3_600_000;
const dayOf = (time_s: number): number => Math.floor((time_s * 1000 + SHANGHAI_MS) / DAY_MS);

/** '今天', '昨天', '11月20日', '2025年11月20日'; days of Shanghai. */
export function dayText(time_s: number, now_ms: number): string {
  const ago = dayOf(now_ms / 1000) - dayOf(time_s);
  if (ago === 0) return '今天';
  if (ago === 1) return '昨天';
  const at = new Date(time_s * 1000 + SHANGHAI_MS);
  const day = `${at.getUTCMonth() + 1}月${at.getUTCDate()}日`;
  return at.getUTCFullYear() === new Date(now_ms + SHANGHAI_MS).getUTCFullYear() ? day : `${at.getUTCFullYear()}年${day}`;
}

/** Messages with a line before each new day and before the first that was unread when the talk was opened (`unread_from`; 0: none). */
export function talkLines(rows: readonly ChatMessage[], pending: readonly Pending[], unread_from: number, now_ms: number): Line[] {
  const lines: Line[] = [];
  let day = Number.NaN;
  for (const message of rows) {
    const on = dayOf(message.time);
    if (on !== day) lines.push({ key: `day-${on}`, what: 'day', text: dayText(message.time, now_ms) });
    day = on;
    if (message.seq === unread_from) lines.push({ key: 'fresh', what: 'fresh' });
    // told by the row of the message itself
    if (message.event?.state === 'recalled' || message.event?.state === 'removed') continue;
    lines.push({ key: `seq-${message.seq}`, what: 'message', message });
  }
  for (const one of pending) lines.push({ key: `new-${one.client_id}`, what: 'pending', pending: one });
  return lines;
}
