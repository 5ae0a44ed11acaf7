import { gateway } from '#client/gateway.ts';
import type { DoorAnswer, DoorDirection, DoorList, OfflineScan } from '#contract/door.ts';

const aside = { silent: true, background: true } as const;

export const doorApi = {
  list: (t: string): Promise<DoorList> => gateway('POST /salon/door/list', { t }, aside),
  scan: (t: string, scan: { code: string; nonce: string; direction: DoorDirection }): Promise<DoorAnswer> =>
    gateway('POST /salon/door/scan', { t, ...scan }, aside),
  order: async (t: string, wish: { ticket_id: number; nonce: string }): Promise<DoorAnswer[]> =>
    (await gateway('POST /salon/door/order', { t, ...wish }, aside)).list,
  sync: async (t: string, scans: readonly OfflineScan[]): Promise<DoorAnswer[]> =>
    (await gateway('POST /salon/door/sync', { t, scans }, aside)).list,
};
export type DoorApi = typeof doorApi;
