import { gateway } from '#client/gateway.ts';
import type { ChatPrice, ChatSentType, ChatSubjectKind } from '#contract/chat.ts';

/** The screen shows its errors in place. */
const SILENT = { silent: true } as const;
/** Nobody waits for it. */
const ASIDE = { silent: true, background: true } as const;

export interface Asking {
  kind: ChatSubjectKind;
  id: number;
  other_id?: number | undefined;
}

export const postOpen = ({ kind, id, other_id = 0 }: Asking) => gateway('POST /user/chat/open', { kind, id, other_id }, SILENT);
export const fetchConversations = (after: string, q: string) => gateway('GET /user/chat/list', { after, q }, SILENT);
export const fetchConversation = (id: number) => gateway('GET /user/chat/conversation', { id }, SILENT);
export const fetchAfter = (id: number, after: number) => gateway('GET /user/chat/messages', { id, after }, ASIDE);
export const fetchBefore = (id: number, before: number) => gateway('GET /user/chat/before', { id, before }, SILENT);
export const fetchState = () => gateway('GET /user/chat/num', {}, ASIDE);
export const fetchFound = (q: string, p: number) => gateway('GET /user/chat/search', { q, p }, SILENT);

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

export const postMessage = (sending: Sending) => gateway('POST /user/chat/send', { ...sending }, SILENT);
export const postSettle = (id: number, seq: number, act: 'accept' | 'decline' | 'withdraw') =>
  gateway('POST /user/chat/settle', { id, seq, act });
export const postRecall = (id: number, seq: number) => gateway('POST /user/chat/recall', { id, seq });
export const putRead = (id: number, seq: number) => gateway('PUT /user/chat/read', { id, seq }, ASIDE);
export const putMuted = (id: number, muted: boolean) => gateway('PUT /user/chat/mute', { id, muted: muted ? 1 : 0 });
export const putBlocked = (id: number, blocked: boolean) => gateway('PUT /user/chat/block', { id, blocked: blocked ? 1 : 0 });
export const fetchPlain = (id: number) => gateway('GET /user/chat/plainLink', { id });
export const postReport = (id: number, seq: number, reason: string) => gateway('POST /user/chat/report', { id, seq, reason }, SILENT);
