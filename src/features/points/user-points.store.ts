import { atom } from 'nanostores';
import { stepTo } from '#client/address.ts';
import { ApiError } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { toastSuccess } from '#client/toast.ts';
import type { CallData } from '#contract/gateway.ts';
import type { PointSums } from '#contract/outputs/points.ts';
import { createScreen } from '#kit/console/screen.store.ts';

/** What the reader has; null until it is known, and when it cannot be had: the statement below says why. */
export function createSums() {
  const $state = atom<PointSums | null>(null);
  const load = async () => {
    try {
      $state.set(await gateway('GET /user/integral', {}, SILENT));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  };
  return { $state, actions: { load } };
}

export type UserPoints = CallData<'GET /admin/points'> & { user_id: number; before: number };

/** Points of the user that the address names; 0: none yet. */
export function createUserPoints() {
  const query = () => new URLSearchParams(location.search);
  const whole = (name: string) => Math.max(0, Math.trunc(Number(query().get(name))) || 0);
  const none = { points: 0, cards: 0, statement: { list: [], next: 0, sum_in: 0, sum_out: 0, total: 0 } };
  const screen = createScreen(
    async (): Promise<UserPoints> => {
      const [user_id, before] = [whole('id'), whole('before')];
      return { ...(user_id > 0 ? await gateway('GET /admin/points', { user_id, before }, SILENT) : none), user_id, before };
    },
    { by_address: true },
  );
  const go = (id: number, before = 0) => {
    stepTo({ id, before: before > 0 ? before : '' });
    return screen.actions.load();
  };
  return {
    $state: screen.$state,
    actions: {
      ...screen.actions,
      go,
      /** To the user who is shown: the address may name the next one already. */
      give: (user_id: number, points: string, reason: string, idempotency_key: string) =>
        screen.actions.act(async () => {
          const { points: now } = await gateway('POST /admin/points/give', { user_id, points, reason, idempotency_key }, SILENT);
          toastSuccess(`已完成，现有 ${now} 积分`);
        }),
    },
  };
}
