import { ApiError } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';

/** Ends the mail that the address of this page names, and says how that went. */
export async function leaveMail(search: string): Promise<{ done: boolean; text: string }> {
  const query = new URLSearchParams(search);
  try {
    // the page shows how it ended
    const { topic } = await gateway(
      'POST /user/message/unsubscribe',
      { u: query.get('u') ?? '', t: query.get('t') ?? '', s: query.get('s') ?? '' },
      { silent: true },
    );
    return { done: true, text: `已退订“${topic}”邮件，站内消息不受影响。` };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { done: false, text: error.msg };
  }
}
