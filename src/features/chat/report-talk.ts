import { ApiError } from '#client/api-error.ts';
import { toastSuccess } from '#client/toast.ts';
import { postReport } from './chat.api.ts';

/** Reports a message; returns what is wrong with it, or '' when it was sent. */
export async function reportTalk(id: number, seq: number, reason: string): Promise<string> {
  try {
    await postReport(id, seq, reason);
    toastSuccess('举报已提交');
    return '';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.msg;
  }
}
