import { DRAFTS_KEY } from '#client/forget-texts.ts';
import { readJson, writeText } from '#client/storage.ts';
import type { ChatPrice, ChatQuote, ChatSentType } from '#contract/chat.ts';

/** Something of one's own that is not in the sequence yet. */
export interface Pending {
  client_id: string;
  type: ChatSentType;
  text: string;
  file_id: number;
  item_id: number;
  resume_id?: number;
  /** Of a voice message: how loud it is. */
  wave?: string;
  price: ChatPrice | null;
  /** The message that it answers. */
  quote: ChatQuote | null;
  /** What stands in its place until it is there: the name of a file, the title of a work. */
  label: string;
  /**
   * uploading: its bytes are on their way; waiting: for the line, it goes by itself; asks: the server warns of contact details; failed: it may
   * be sent again.
   */
  state: 'uploading' | 'waiting' | 'sending' | 'asks' | 'failed';
  /** Why it is not there. */
  why: string;
  /** Sent again it would fail again. */
  final: boolean;
}

/** What somebody wrote in a conversation and did not send, on this browser; gone when they sign out (client/session.ts). */
export const draftKey = (user_id: number, conversation_id: number): string => `${DRAFTS_KEY}${user_id}:${conversation_id}`;

/** The message that what is written answers, as `draftKey`. */
export const quoteKey = (user_id: number, conversation_id: number): string => `${draftKey(user_id, conversation_id)}:quote`;

/** What it was before the page was left; null: none, or of another release. */
export function storedQuote(user_id: number, conversation_id: number): ChatQuote | null {
  const stored = readJson(quoteKey(user_id, conversation_id)) as ChatQuote | null;
  return typeof stored?.seq === 'number' && typeof stored.text === 'string' ? stored : null;
}

const UNSENT = ':unsent';
const keyOf = (user_id: number, conversation_id: number): string => `${draftKey(user_id, conversation_id)}${UNSENT}`;

/** What was sent and no answer has come for: it waits for the line, also in the next page. */
export function unsentOf(user_id: number, conversation_id: number): Pending[] {
  const stored = readJson(keyOf(user_id, conversation_id));
  if (!Array.isArray(stored)) return [];
  return stored.filter((one: Partial<Pending>) => typeof one?.client_id === 'string' && typeof one.text === 'string') as Pending[];
}

export function storeUnsent(user_id: number, conversation_id: number, list: readonly Pending[]): void {
  writeText(keyOf(user_id, conversation_id), list.length === 0 ? null : JSON.stringify(list));
}

/** Conversations in which something waits for the line. */
export function conversationsWithUnsent(user_id: number): number[] {
  const from = `${DRAFTS_KEY}${user_id}:`;
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(from) && key.endsWith(UNSENT))
      .map((key) => Number(key.slice(from.length, -UNSENT.length)))
      .filter((id) => id > 0 && unsentOf(user_id, id).some(({ state }) => state === 'waiting' || state === 'sending'));
  } catch {
    return [];
  }
}
