import { ASIDE, gateway } from '#client/gateway.ts';
import type { DoorAnswer, DoorDirection, DoorList, OfflineScan } from '#contract/door.ts';

export const doorApi = {
  list: (t: string): Promise<DoorList> => gateway('POST /salon/door/list', { t }, ASIDE),
  scan: (t: string, scan: { code: string; nonce: string; direction: DoorDirection }): Promise<DoorAnswer> =>
    gateway('POST /salon/door/scan', { t, ...scan }, ASIDE),
  order: async (t: string, wish: { ticket_id: number; nonce: string }): Promise<DoorAnswer[]> =>
    (await gateway('POST /salon/door/order', { t, ...wish }, ASIDE)).list,
  sync: async (t: string, scans: readonly OfflineScan[]): Promise<DoorAnswer[]> =>
    (await gateway('POST /salon/door/sync', { t, scans }, ASIDE)).list,
};
export type DoorApi = typeof doorApi;
