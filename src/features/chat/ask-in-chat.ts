import { ApiError } from '#client/api-error.ts';
import { LoginDismissed, requireSession } from '#client/session.ts';
import { toastError } from '#client/toast.ts';
import { chatPath } from '#contract/chat.ts';
import { type Asking, postOpen } from './chat.api.ts';

/** Goes to the talk about something with who offers it; login first where needed. `other_id`: whom the owner of it asks. */
export async function askInChat(asking: Asking): Promise<void> {
  try {
    await requireSession('登录后即可发消息');
    const { id } = await postOpen(asking);
    location.assign(chatPath(id));
  } catch (error) {
    if (error instanceof LoginDismissed) return;
    if (!(error instanceof ApiError)) throw error;
    toastError(error.msg);
  }
}
