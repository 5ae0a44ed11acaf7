import { DRAFTS_KEY } from '#client/forget-texts.ts';

/** What somebody wrote in a conversation and did not send, on this browser; gone when they sign out (client/session.ts). */
export const draftKey = (user_id: number, conversation_id: number): string => `${DRAFTS_KEY}${user_id}:${conversation_id}`;
