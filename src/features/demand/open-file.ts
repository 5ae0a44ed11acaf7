import { ApiError } from '#client/api-error.ts';
import { LoginDismissed, requireSession } from '#client/session.ts';
import { fetchFileLink } from './demand.api.ts';

/** Downloads an attachment, after a login where it is needed. What is refused the gateway has said. */
export async function openFile(id: number, file_id: number): Promise<void> {
  try {
    await requireSession('登录后即可下载附件');
    const { url } = await fetchFileLink(id, file_id);
    location.assign(url);
  } catch (error) {
    if (!(error instanceof ApiError) && !(error instanceof LoginDismissed)) throw error;
  }
}
