import { ApiError } from '#client/api-error.ts';
import { refreshUser } from '#client/refresh-user.ts';
import { postCancel, postReceive, postReturn } from './mall.api.ts';

export type RedemptionAct = 'cancel' | 'receive' | 'return';

/** Does it; null when it is done, else what is to be said. */
export async function actOnRedemption(act: RedemptionAct, id: number, reason: string): Promise<string | null> {
  try {
    if (act === 'cancel') await postCancel(id);
    else if (act === 'receive') await postReceive(id);
    else await postReturn(id, reason);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.msg;
  }
  await refreshUser();
  return null;
}
