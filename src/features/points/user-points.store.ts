import { stepTo } from '#client/address.ts';
import { toastSuccess } from '#client/toast.ts';
import { createScreen } from '#kit/console/screen.store.ts';
import { fetchUserPoints, postPoints } from './points.api.ts';

export type UserPoints = Awaited<ReturnType<typeof fetchUserPoints>> & { user_id: number; before: number };

/** Points of the user that the address names; 0: nobody yet. */
export function createUserPoints() {
  const query = () => new URLSearchParams(location.search);
  const whole = (name: string) => Math.max(0, Math.trunc(Number(query().get(name))) || 0);
  const none = { points: 0, cards: 0, statement: { list: [], next: 0, sum_in: 0, sum_out: 0, total: 0 } };
  const screen = createScreen(
    async (): Promise<UserPoints> => {
      const [user_id, before] = [whole('id'), whole('before')];
      return { ...(user_id > 0 ? await fetchUserPoints(user_id, before) : none), user_id, before };
    },
    { by_address: true },
  );
  const go = (change: { id?: number; before?: number }) => {
    const next = { id: change.id ?? whole('id'), before: change.before ?? 0 };
    stepTo({ id: next.id, before: next.before > 0 ? next.before : '' });
    return screen.actions.load();
  };
  return {
    $state: screen.$state,
    actions: {
      ...screen.actions,
      go,
      give: (points: string, reason: string, idempotency_key: string) =>
        screen.actions.act(async () => {
          const { points: now } = await postPoints({ user_id: whole('id'), points, reason, idempotency_key });
          toastSuccess(`已完成，现有 ${now} 积分`);
        }),
    },
  };
}
