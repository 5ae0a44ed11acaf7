import { ApiError } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { toastError, toastSuccess } from '#client/toast.ts';
import type { ChatSearch } from '#contract/chat.ts';

/** Messages of one's own that hold the words; none where the search failed, which is reported. */
export async function searchTalks(q: string): Promise<ChatSearch> {
  try {
    return await gateway('GET /user/chat/search', { q, p: 1 }, SILENT);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toastError(error.msg);
    return { list: [], more: false };
  }
}

/** Reports a message; returns what is wrong with it, or '' when it was sent. */
export async function reportTalk(id: number, seq: number, reason: string): Promise<string> {
  try {
    await gateway('POST /user/chat/report', { id, seq, reason }, SILENT);
    toastSuccess('举报已提交');
    return '';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.msg;
  }
}

/** Goes to the page of the conversation that needs no scripts; its address may be taken to another browser. */
export async function openPlain(id: number): Promise<void> {
  try {
    location.assign((await gateway('GET /user/chat/plainLink', { id })).url);
  } catch (error) {
    // the gateway caller has shown it
    if (!(error instanceof ApiError)) throw error;
  }
}
