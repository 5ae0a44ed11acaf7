import { ApiError } from '#client/api-error.ts';
import { postUnsubscribe } from './notice.api.ts';

/** Ends the mail that the address of this page names, and says how that went. */
export async function leaveMail(search: string): Promise<{ done: boolean; text: string }> {
  const query = new URLSearchParams(search);
  try {
    const { topic } = await postUnsubscribe({ u: query.get('u') ?? '', t: query.get('t') ?? '', s: query.get('s') ?? '' });
    return { done: true, text: `已退订“${topic}”邮件，站内消息不受影响。` };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { done: false, text: error.msg };
  }
}
