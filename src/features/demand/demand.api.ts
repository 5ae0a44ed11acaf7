import { ASIDE, gateway, SILENT } from '#client/gateway.ts';
import type { AssistantTurn } from '#contract/assistant.ts';
import type {
  DemandAct,
  DemandForm,
  DemandStep,
  DemandTab,
  OwnDemand,
  OwnDemandList,
  OwnDemandState,
  SavedDemand,
} from '#contract/demand.ts';
import type { CallInput } from '#contract/gateway.ts';
import type { SaveWish } from '#kit/saving-form.ts';

export interface DemandWish extends SaveWish<DemandForm> {
  /** Absent: as it is stored. */
  step?: DemandStep;
  action: 'draft' | 'submit';
}

/** `leaving`: the call goes on after the page is left; browsers bound such a body at 64 KB. */
export function saveDemand({ id, form, ...more }: DemandWish, leaving = false): Promise<SavedDemand> {
  const body = { ...form, ...more };
  const options = leaving ? { ...ASIDE, keepalive: true } : ASIDE;
  return id === null ? gateway('POST /demand/demand', body, options) : gateway('PUT /demand/demand', { ...body, id }, options);
}

export function fetchDemand(id: number): Promise<OwnDemand> {
  return gateway('GET /demand/demand', { id }, SILENT);
}

/** An answer of the assistant that becomes a demand. */
export function fetchAnswer(id: number): Promise<AssistantTurn> {
  return gateway('GET /assistant/index/answer', { id }, SILENT);
}

export function fetchMine(tab: DemandTab, page: number): Promise<OwnDemandList> {
  return gateway('GET /demand/demand/mine', { tab, page, limit: 10 }, SILENT);
}

export function fetchStanding(id: number): Promise<OwnDemandState> {
  return gateway('GET /demand/demand/state', { id }, SILENT);
}

export function actOnDemand(id: number, act: DemandAct, why: string): Promise<SavedDemand> {
  return gateway('PUT /demand/demand/act', { id, act, why });
}

export function dropDraft(id: number): Promise<{ id: number }> {
  return gateway('DELETE /demand/demand/draft', { id });
}

export const fetchFitting = (id: number) => gateway('GET /demand/offer/fitting', { id }, SILENT);
export const invite = (id: number, user_id: number) => gateway('POST /demand/offer/invite', { id, user_id }, SILENT);
export const fetchBudgets = (input: CallInput<'GET /demand/offer/budgets'>) => gateway('GET /demand/offer/budgets', input, ASIDE);

export function fetchFileLink(id: number, file_id: number): Promise<{ url: string; name: string }> {
  return gateway('GET /demand/index/file', { id, file_id });
}

export interface LabelRecord {
  id: number;
  name: string;
  label: string;
  type: number;
  shown: boolean;
  sort: number;
}

export function fetchLabel(id: number): Promise<LabelRecord> {
  return gateway('GET /admin/demandLabel', { id }, SILENT);
}

export function postLabel(values: CallInput<'POST /admin/demandLabel'>): Promise<{ id: number }> {
  return gateway('POST /admin/demandLabel', values, SILENT);
}
