import { gateway } from '#client/gateway.ts';
import { CAMPAIGN_CALLS, type CampaignForm } from '#contract/campaign.ts';
import { DRAW_CALLS, type PublishedRound, type RoundForm } from '#contract/draw.ts';
import { UNION_CALLS, type UnionForm } from '#contract/union.ts';

/** Screens show their failures themselves. */
const SILENT = { silent: true } as const;

export const fetchCampaign = (id: number) => gateway.get<CampaignForm>(CAMPAIGN_CALLS.form, { id }, SILENT);
export const postCampaign = (form: object) => gateway.post<{ id: number }>(CAMPAIGN_CALLS.form, form, SILENT);
export const fetchRound = (id: number) => gateway.get<{ round: PublishedRound | null; form: RoundForm }>(DRAW_CALLS.form, { id }, SILENT);
export const postRound = (form: object) => gateway.post<{ id: number }>(DRAW_CALLS.form, form, SILENT);
export const postCloseRound = (id: number, reason: string) => gateway.post<null>(DRAW_CALLS.close, { id, reason }, SILENT);
export const fetchUnion = (id: number) => gateway.get<UnionForm>(UNION_CALLS.form, { id }, SILENT);
export const postUnion = (form: object) => gateway.post<{ id: number }>(UNION_CALLS.form, form, SILENT);

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

export const fetchPrize = (id: number) => gateway.get<StaffPrize>(DRAW_CALLS.prize, { id }, SILENT);
export const postRevealAddress = (id: number, reason: string) =>
  gateway.post<{ receiver: string; address: string; tel: string }>(DRAW_CALLS.reveal, { id, reason }, SILENT);
export const postShip = (id: number, note: string) => gateway.post<null>(DRAW_CALLS.ship, { id, note }, SILENT);
