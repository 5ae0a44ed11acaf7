import { fetchCsv, fetchFile } from '#client/fetch-csv.ts';
import { gateway } from '#client/gateway.ts';
import {
  ASSISTANT_CALLS,
  type AssistantAsk,
  type AssistantConversations,
  type AssistantCosts,
  type AssistantStanding,
  type AssistantTalk,
  type AssistantTurn,
} from '#contract/assistant.ts';
import type { ExportFormat } from '#contract/assistant-tools.ts';

/** The screen shows its errors in place. */
const SILENT = { silent: true } as const;
const OFFICE = 'application/vnd.openxmlformats-officedocument';

export const fetchStanding = () => gateway.get<AssistantStanding>(ASSISTANT_CALLS.standing, {}, SILENT);
export const postAsk = (ask: AssistantAsk) => gateway.post<AssistantTurn>(ASSISTANT_CALLS.ask, { ...ask, pay: ask.pay ? 1 : 0 }, SILENT);
export const postStop = (id: number) => gateway.post<AssistantTurn>(ASSISTANT_CALLS.stop, { id });
export const putEdit = (id: number, text: string) => gateway.put<AssistantTurn>(ASSISTANT_CALLS.edit, { id, text }, SILENT);
export const putVote = (id: number, vote: -1 | 0 | 1, note: string) => gateway.put<AssistantTurn>(ASSISTANT_CALLS.vote, { id, vote, note });
export const fetchList = (q: string, after: string) =>
  gateway.get<AssistantConversations>(ASSISTANT_CALLS.conversations, { q, after }, SILENT);
export const fetchTalk = (id: number) => gateway.get<AssistantTalk>(ASSISTANT_CALLS.conversation, { id }, SILENT);
export const putName = (id: number, title: string) => gateway.put<null>(ASSISTANT_CALLS.rename, { id, title }, SILENT);
export const deleteTalk = (id: number) => gateway.del<null>(ASSISTANT_CALLS.remove, { id });
export const postRestore = (id: number) => gateway.post<null>(ASSISTANT_CALLS.restore, { id });
export const fetchExport = (id: number, format: ExportFormat) =>
  fetchFile(`${ASSISTANT_CALLS.export}?id=${id}&format=${format}`, OFFICE, '导出失败，请稍后再试');
export const fetchCostsCsv = (range: number) => fetchCsv(`${ASSISTANT_CALLS.costs_csv}?range=${range}`);
export const fetchCosts = (range: number) => gateway.get<AssistantCosts>(ASSISTANT_CALLS.costs, { range }, SILENT);
