import { toastSuccess } from '#client/toast.ts';
import type { OwnListQuery } from '#kit/own-list/own-list.store.ts';
import { fetchPool, fetchWithdrawals, postCancel } from './wallet.api.ts';

const PER_PAGE = 10;

export const loadWithdrawals = ({ page }: OwnListQuery) => fetchWithdrawals(page, PER_PAGE);

export const loadPool = () => fetchPool();

/** @throws ApiError, which the gateway caller has shown */
export async function cancelWithdrawal(id: number): Promise<void> {
  await postCancel(id);
  toastSuccess('已撤回，金额退回收益');
}
