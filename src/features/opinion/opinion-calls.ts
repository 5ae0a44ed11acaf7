import { ApiError } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import type { CallInput } from '#contract/gateway.ts';
import type { OwnListQuery } from '#kit/own-list/own-list.store.ts';

export const loadOpinions = (id: number, stars: number, before: number) => gateway('GET /opinion/list', { id, stars, before }, SILENT);
export const loadOwnOpinion = (id: number) => gateway('GET /opinion/own', { id }, SILENT);
export const saveOpinion = (input: CallInput<'POST /opinion/save'>) => gateway('POST /opinion/save', input, SILENT);
export const dropOpinion = (id: number) => gateway('DELETE /opinion/remove', { id }, SILENT);
/** Null: sent; else what is wrong. */
export const sendReport = (id: number, reason: string) => wrongOf(gateway('POST /opinion/report', { id, reason }, SILENT));
export const sendAnswer = (id: number, text: string) => wrongOf(gateway('POST /opinion/answer', { id, text }, SILENT));
export const RECEIVED_TABS = ['all', 'waiting'] as const;
export const loadReceived = ({ tab, page }: OwnListQuery) =>
  gateway('GET /opinion/received', { waiting: tab === 'waiting' ? 1 : 0, page, limit: 10 }, SILENT);

async function wrongOf(sent: Promise<unknown>): Promise<string | null> {
  try {
    await sent;
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.fields['text'] ?? error.fields['reason'] ?? error.msg;
  }
}
