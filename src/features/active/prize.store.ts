import { toastSuccess } from '#client/toast.ts';
import { createScreen } from '#kit/console/screen.store.ts';
import { fetchPrize, postRevealAddress, postShip } from './active.api.ts';

export type { StaffPrize } from './active.api.ts';
export type PrizeAddress = Awaited<ReturnType<typeof postRevealAddress>>;

/** The prize that the address names. `reveal` hands over where it goes, once. */
export function createPrizeScreen() {
  const id = () => Number(new URLSearchParams(location.search).get('id'));
  const screen = createScreen(() => fetchPrize(id()));
  return {
    $state: screen.$state,
    actions: {
      ...screen.actions,
      ship: (note: string) =>
        screen.actions.act(async () => {
          await postShip(id(), note);
          toastSuccess('已标记寄出');
        }),
      reveal: (reason: string, onAddress: (address: PrizeAddress) => void) =>
        screen.actions.act(async () => onAddress(await postRevealAddress(id(), reason))),
    },
  };
}
