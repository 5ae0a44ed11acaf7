import { gateway } from '#client/gateway.ts';
import { toastSuccess } from '#client/toast.ts';
import type { CallData } from '#contract/gateway.ts';
import { createScreen } from '#kit/console/screen.store.ts';

/** A prize as staff see it. */
export type StaffPrize = CallData<'GET /admin/prize'>;
export type PrizeAddress = CallData<'POST /admin/prize/reveal'>;

/** The prize that the address names. `reveal` hands over where it goes, once. */
export function createPrizeScreen() {
  const id = () => Number(new URLSearchParams(location.search).get('id'));
  const screen = createScreen(() => gateway('GET /admin/prize', { id: id() }, { silent: true }));
  return {
    $state: screen.$state,
    actions: {
      ...screen.actions,
      ship: (note: string) =>
        screen.actions.act(async () => {
          await gateway('POST /admin/prize/ship', { id: id(), note }, { silent: true });
          toastSuccess('已标记寄出');
        }),
      reveal: (reason: string, onAddress: (address: PrizeAddress) => void) =>
        screen.actions.act(async () => onAddress(await gateway('POST /admin/prize/reveal', { id: id(), reason }, { silent: true }))),
    },
  };
}
