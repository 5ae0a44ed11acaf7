import { ApiError } from '#client/api-error.ts';
import { toastError } from '#client/toast.ts';

/** Shares a conversation by a link, up to an answer (0: the newest); its program comes with the first press. */
export async function openShare(talk: { id: number; title: string }, answer_id: number): Promise<void> {
  try {
    const { shareDialog } = await import('./ShareTalk.tsx');
    await shareDialog(talk, answer_id);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toastError(error.msg);
  }
}
