import { ApiError } from '#client/api-error.ts';
import { toastSuccess } from '#client/toast.ts';
import { postCode } from './coupon.api.ts';

/** Exchanges a code. Null: done; else what is to be said about it. */
export async function exchangeCode(code: string): Promise<string | null> {
  try {
    const got = await postCode(code);
    toastSuccess(`兑换成功：${got.title}`);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.msg;
  }
}
