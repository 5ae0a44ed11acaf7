import { ApiError } from '#client/api-error.ts';
import { postCsv, saveBlob } from '#client/fetch-csv.ts';
import { gateway } from '#client/gateway.ts';
import { toastSuccess } from '#client/toast.ts';
import { COUPON_CALLS } from '#contract/coupon.ts';
import { asked } from '#kit/console/asked.store.ts';
import { faultOf } from '#kit/console/second-person.ts';

/** Makes a batch of codes and saves its file, the only place that has them. Null: done, or it waits; else what is to be said about it. */
export async function saveBatch(batch: { title: string; [field: string]: unknown }): Promise<string | null> {
  asked.actions.end();
  try {
    saveBlob(await postCsv(COUPON_CALLS.batch, batch), `兑换码-${batch.title}.csv`);
    toastSuccess('兑换码已生成，请妥善保管文件');
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return faultOf(error);
  }
}

/** Gives one to each phone. The phones without an account (none while it waits), or what is to be said about a failure. */
export async function issueTo(input: { definition_id: number; mobiles: string[]; reason: string }): Promise<string[] | string> {
  try {
    const { given, unknown } = await gateway('POST /admin/coupon/issue', input, { silent: true });
    toastSuccess(`已发放 ${given} 张`);
    return unknown;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return faultOf(error) ?? [];
  }
}
