import { fetchCsv, fetchFile } from '#client/fetch-csv.ts';
import { gateway } from '#client/gateway.ts';
import { ASSISTANT_CALLS, type AssistantAsk } from '#contract/assistant.ts';
import type { ExportFormat } from '#contract/assistant-tools.ts';

/** The screen shows its errors in place. */
const SILENT = { silent: true } as const;
const OFFICE = 'application/vnd.openxmlformats-officedocument';

export const fetchStanding = () => gateway('GET /assistant/index/standing', {}, SILENT);
export const postAsk = (ask: AssistantAsk) => gateway('POST /assistant/index/ask', { ...ask, pay: ask.pay ? 1 : 0 }, SILENT);
export const postStop = (id: number) => gateway('POST /assistant/index/stop', { id });
export const putEdit = (id: number, text: string) => gateway('PUT /assistant/index/edit', { id, text }, SILENT);
export const putVote = (id: number, vote: -1 | 0 | 1, note: string) => gateway('PUT /assistant/index/vote', { id, vote, note });
export const fetchList = (q: string, after: string) => gateway('GET /assistant/index/conversations', { q, after }, SILENT);
export const fetchTalk = (id: number) => gateway('GET /assistant/index/conversation', { id }, SILENT);
export const putName = (id: number, title: string) => gateway('PUT /assistant/index/rename', { id, title }, SILENT);
export const deleteTalk = (id: number) => gateway('DELETE /assistant/index/remove', { id });
export const postRestore = (id: number) => gateway('POST /assistant/index/restore', { id });
export const fetchExport = (id: number, format: ExportFormat) =>
  fetchFile(`${ASSISTANT_CALLS.export}?id=${id}&format=${format}`, OFFICE, '导出失败，请稍后再试');
export const fetchCostsCsv = (range: number) => fetchCsv(`${ASSISTANT_CALLS.costs_csv}?range=${range}`);
export const fetchCosts = (range: number) => gateway('GET /admin/assistant/costs', { range }, SILENT);
