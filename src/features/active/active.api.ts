import { gateway } from '#client/gateway.ts';
import type { CallInput } from '#contract/gateway.ts';

/** Screens show their failures themselves. */
const SILENT = { silent: true } as const;

export const fetchCampaign = (id: number) => gateway('GET /admin/campaign', { id }, SILENT);
export const postCampaign = (form: CallInput<'POST /admin/campaign'>) => gateway('POST /admin/campaign', form, SILENT);
export const fetchRound = (id: number) => gateway('GET /admin/round', { id }, SILENT);
export const postRound = (form: CallInput<'POST /admin/round'>) => gateway('POST /admin/round', form, SILENT);
export const postCloseRound = (id: number, reason: string) => gateway('POST /admin/round/close', { id, reason }, SILENT);
export const fetchUnion = (id: number) => gateway('GET /admin/union', { id }, SILENT);
export const postUnion = (form: CallInput<'POST /admin/union'>) => gateway('POST /admin/union', form, SILENT);

/** A prize as staff see it. */
export interface StaffPrize {
  id: number;
  round_id: number;
  number: number;
  user_id: number;
  title: string;
  type: number;
  state: string;
  state_text: string;
  shipped_note: string;
  due_time: number;
  created_at: number;
}

export const fetchPrize = (id: number) => gateway('GET /admin/prize', { id }, SILENT);
export const postRevealAddress = (id: number, reason: string) => gateway('POST /admin/prize/reveal', { id, reason }, SILENT);
export const postShip = (id: number, note: string) => gateway('POST /admin/prize/ship', { id, note }, SILENT);
