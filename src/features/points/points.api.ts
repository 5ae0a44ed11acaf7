import { gateway } from '#client/gateway.ts';
import { TASK_TYPE } from '#contract/task.ts';

/** Dialogs and lists show their failures themselves. */
const SILENT = { silent: true } as const;

export const fetchMonth = (mon: string) => gateway('GET /api/signin', { mon }, SILENT);
export const postSignIn = () => gateway('POST /api/signin', {}, SILENT);
export const postMakeUp = (day: string) => gateway('POST /api/signin/makeup', { day }, SILENT);
export const fetchTasks = () => gateway('GET /user/task/task', { type: TASK_TYPE }, SILENT);
export const postClaim = (id: number) => gateway('POST /user/task/task', { id }, SILENT);
export const fetchSums = () => gateway('GET /user/integral', {}, SILENT);
export const fetchUserPoints = (user_id: number, before: number) => gateway('GET /admin/points', { user_id, before }, SILENT);
export const postPoints = (input: { user_id: number; points: string; reason: string; idempotency_key: string }) =>
  gateway('POST /admin/points/give', input, SILENT);
