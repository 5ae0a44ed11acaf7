import { ApiError } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { LoginDismissed, requireSession } from '#client/session.ts';
import { toastError } from '#client/toast.ts';
import { type ChatSubjectKind, chatPath } from '#contract/chat.ts';

/** What a talk is about; `other_id`: whom the owner of it asks. */
export interface Asking {
  kind: ChatSubjectKind;
  id: number;
  other_id?: number | undefined;
}

/** @throws ApiError with the message for the user */
export const openTalk = ({ kind, id, other_id = 0 }: Asking) => gateway('POST /user/chat/open', { kind, id, other_id }, SILENT);

/** Goes to the talk about something with who offers it; login first where needed. */
export async function askInChat(asking: Asking): Promise<void> {
  try {
    await requireSession('登录后即可发消息');
    const { id } = await openTalk(asking);
    location.assign(chatPath(id));
  } catch (error) {
    if (error instanceof LoginDismissed) return;
    if (!(error instanceof ApiError)) throw error;
    toastError(error.msg);
  }
}
