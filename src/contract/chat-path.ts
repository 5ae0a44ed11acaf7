import type { ChatSubjectKind } from './chat.ts';

/** Where a talk about something is opened, or gone on with. Nothing else stands here, so that pages carry nothing else. */
export const askPath = (kind: ChatSubjectKind, id: number): string => `/receiveOrder/chat?ask=${kind}&of=${id}`;

/** Kinds of items whose talks go by a name of their own. */
const NAMED = ['demand', 'job'] as const;

/** What a talk about an item of the kind is about. */
export const chatSubjectOf = (kind_key: string): ChatSubjectKind => NAMED.find((name) => name === kind_key) ?? 'item';
