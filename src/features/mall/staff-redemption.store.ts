import { atom } from 'nanostores';
import { type Failure, failureOf } from '#client/api-error.ts';
import { fetchCsv, saveBlob } from '#client/fetch-csv.ts';
import { gateway } from '#client/gateway.ts';
import { toastSuccess } from '#client/toast.ts';
import type { CallData } from '#contract/gateway.ts';
import { MALL_CALLS } from '#contract/mall.ts';
import { createScreen } from '#kit/console/screen.store.ts';

export type Parcel = CallData<'POST /admin/redemption/reveal'>;

/** The redemption that the address names, on the desk. */
export function createStaffRedemption() {
  const id = () => Number(new URLSearchParams(location.search).get('id'));
  const screen = createScreen(() => gateway('GET /admin/redemption', { id: id() }, { silent: true }));
  const done = (text: string, work: () => Promise<unknown>) =>
    screen.actions.act(async () => {
      await work();
      toastSuccess(text);
    });
  return {
    $state: screen.$state,
    actions: {
      ...screen.actions,
      reveal: (reason: string, onParcel: (parcel: Parcel) => void) =>
        screen.actions.act(async () => onParcel(await gateway('POST /admin/redemption/reveal', { id: id(), reason }, { silent: true }))),
      /** `correct`: what was said of a parcel on its way was wrong. */
      ship: (carrier: string, tracking_no: string, correct: boolean) =>
        done(correct ? '已更正，用户会收到消息' : '已标记寄出', () =>
          gateway('POST /admin/redemption/ship', { id: id(), carrier, tracking_no, correct }, { silent: true }),
        ),
      cancel: (reason: string) =>
        done('已取消，积分已退回', () => gateway('POST /admin/redemption/cancel', { id: id(), reason }, { silent: true })),
      decide: (accept: boolean, restock: boolean, answer: string) =>
        done(accept ? '已退货，积分已退回' : '已答复', () =>
          gateway('POST /admin/redemption/return', { id: id(), accept, restock, answer }, { silent: true }),
        ),
    },
  };
}

export interface ShipFileState {
  busy: boolean;
  /** Null: nothing was imported yet. */
  report: CallData<'POST /admin/redemption/import'> | null;
  failure: Failure | null;
}

/** Files of what waits to be sent: out with addresses, in with tracking numbers. */
export function createShipFile() {
  const $state = atom<ShipFileState>({ busy: false, report: null, failure: null });
  const act = async (work: () => Promise<ShipFileState['report']>) => {
    $state.set({ ...$state.get(), busy: true, failure: null });
    try {
      $state.set({ busy: false, report: await work(), failure: null });
    } catch (error) {
      $state.set({ ...$state.get(), busy: false, failure: failureOf(error) });
    }
  };
  return {
    $state,
    actions: {
      save: () =>
        act(async () => {
          saveBlob(await fetchCsv(MALL_CALLS.export), '待寄出.csv');
          return $state.get().report;
        }),
      read: (file: File) => act(async () => gateway('POST /admin/redemption/import', { text: await file.text() }, { silent: true })),
    },
  };
}
