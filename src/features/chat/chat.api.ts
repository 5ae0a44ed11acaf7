import { gateway } from '#client/gateway.ts';
import {
  CHAT_CALLS,
  type ChatConversation,
  type ChatList,
  type ChatMessage,
  type ChatPage,
  type ChatPrice,
  type ChatSearch,
  type ChatSentType,
  type ChatSubjectKind,
} from '#contract/chat.ts';
import type { StreamPage } from '#contract/stream.ts';

/** The screen shows its errors in place. */
const SILENT = { silent: true } as const;
/** Nobody waits for it. */
const ASIDE = { silent: true, background: true } as const;

export interface Asking {
  kind: ChatSubjectKind;
  id: number;
  other_id?: number | undefined;
}

export const postOpen = ({ kind, id, other_id = 0 }: Asking) =>
  gateway.post<{ id: number }>(CHAT_CALLS.open, { kind, id, other_id }, SILENT);
export const fetchConversations = (after: string, q: string) => gateway.get<ChatList>(CHAT_CALLS.list, { after, q }, SILENT);
export const fetchConversation = (id: number) => gateway.get<ChatConversation>(CHAT_CALLS.conversation, { id }, SILENT);
export const fetchAfter = (id: number, after: number) => gateway.get<StreamPage<ChatMessage>>(CHAT_CALLS.messages, { id, after }, ASIDE);
export const fetchBefore = (id: number, before: number) => gateway.get<ChatPage>(CHAT_CALLS.before, { id, before }, SILENT);
export const fetchState = () => gateway.get<{ num: number; seq: number }>(CHAT_CALLS.num, {}, ASIDE);
export const fetchFound = (q: string, p: number) => gateway.get<ChatSearch>(CHAT_CALLS.search, { q, p }, SILENT);

export interface Sending {
  id: number;
  client_id: string;
  type: ChatSentType;
  text?: string;
  file_id?: number;
  item_id?: number;
  price?: ChatPrice | null;
  confirmed?: boolean;
}

export const postMessage = (sending: Sending) => gateway.post<ChatMessage>(CHAT_CALLS.send, { ...sending }, SILENT);
export const postSettle = (id: number, seq: number, act: 'accept' | 'decline' | 'withdraw') =>
  gateway.post<ChatMessage>(CHAT_CALLS.settle, { id, seq, act });
export const postRecall = (id: number, seq: number) => gateway.post<ChatMessage>(CHAT_CALLS.recall, { id, seq });
export const putRead = (id: number, seq: number) => gateway.put<null>(CHAT_CALLS.read, { id, seq }, ASIDE);
export const putMuted = (id: number, muted: boolean) => gateway.put<null>(CHAT_CALLS.mute, { id, muted: muted ? 1 : 0 });
export const putBlocked = (id: number, blocked: boolean) => gateway.put<null>(CHAT_CALLS.block, { id, blocked: blocked ? 1 : 0 });
export const fetchPlain = (id: number) => gateway.get<{ url: string }>(CHAT_CALLS.plain_link, { id });
export const postReport = (id: number, seq: number, reason: string) => gateway.post<null>(CHAT_CALLS.report, { id, seq, reason }, SILENT);
