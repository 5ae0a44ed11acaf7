import { gateway } from '#client/gateway.ts';
import { POINT_CALLS, type PointSums } from '#contract/points.ts';
import { SIGN_IN_CALLS, type SignedIn, type SignInMonth } from '#contract/signin.ts';
import { type ClaimedTask, TASK_TYPE, type TaskRow } from '#contract/task.ts';
import type { WalletStatement } from '#contract/wallet.ts';

/** Dialogs and lists show their failures themselves. */
const SILENT = { silent: true } as const;

export const fetchMonth = (mon: string) => gateway.get<SignInMonth>(SIGN_IN_CALLS.signin, { mon }, SILENT);
export const postSignIn = () => gateway.post<SignedIn>(SIGN_IN_CALLS.signin, {}, SILENT);
export const postMakeUp = (day: string) => gateway.post<{ continuity: number; cards: number }>(SIGN_IN_CALLS.makeup, { day }, SILENT);
export const fetchTasks = () => gateway.get<TaskRow[]>(SIGN_IN_CALLS.tasks, { type: TASK_TYPE }, SILENT);
export const postClaim = (id: number) => gateway.post<ClaimedTask>(SIGN_IN_CALLS.tasks, { id }, SILENT);
export const fetchSums = () => gateway.get<PointSums>(POINT_CALLS.sums, {}, SILENT);
export const fetchUserPoints = (user_id: number, before: number) =>
  gateway.get<{ points: number; cards: number; statement: WalletStatement }>(POINT_CALLS.staff, { user_id, before }, SILENT);
export const postPoints = (input: { user_id: number; points: string; reason: string; idempotency_key: string }) =>
  gateway.post<{ points: number }>(POINT_CALLS.give, input, SILENT);
