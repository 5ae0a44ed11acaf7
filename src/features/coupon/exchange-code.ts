import { ApiError } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import { toastSuccess } from '#client/toast.ts';
import { MONEY_TEXTS } from '#contract/money-texts.ts';

/** Exchanges a code. Null: done; else what is to be said about it. */
export async function exchangeCode(code: string): Promise<string | null> {
  try {
    const got = await gateway('POST /api/coupon/index', { code }, { silent: true });
    toastSuccess(`${MONEY_TEXTS.redeemed}：${got.title}`);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.msg;
  }
}
