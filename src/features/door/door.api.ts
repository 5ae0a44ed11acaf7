import { gateway } from '#client/gateway.ts';
import { DOOR_CALLS, type DoorAnswer, type DoorDirection, type DoorList, type OfflineScan } from '#contract/door.ts';

const aside = { silent: true, background: true } as const;

export const doorApi = {
  list: (t: string): Promise<DoorList> => gateway.post(DOOR_CALLS.list, { t }, aside),
  scan: (t: string, scan: { code: string; nonce: string; direction: DoorDirection }): Promise<DoorAnswer> =>
    gateway.post(DOOR_CALLS.scan, { t, ...scan }, aside),
  order: async (t: string, wish: { ticket_id: number; nonce: string }): Promise<DoorAnswer[]> =>
    (await gateway.post<{ list: DoorAnswer[] }>(DOOR_CALLS.order, { t, ...wish }, aside)).list,
  sync: async (t: string, scans: readonly OfflineScan[]): Promise<DoorAnswer[]> =>
    (await gateway.post<{ list: DoorAnswer[] }>(DOOR_CALLS.sync, { t, scans }, aside)).list,
};
export type DoorApi = typeof doorApi;
