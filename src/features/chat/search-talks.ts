import { ApiError } from '#client/api-error.ts';
import { toastError } from '#client/toast.ts';
import type { ChatSearch } from '#contract/chat.ts';
import { fetchFound } from './chat.api.ts';

/** Messages of one's own that hold the words; none where the search failed, which is told. */
export async function searchTalks(q: string): Promise<ChatSearch> {
  try {
    return await fetchFound(q, 1);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toastError(error.msg);
    return { list: [], more: false };
  }
}
