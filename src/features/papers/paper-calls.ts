import { gateway, SILENT } from '#client/gateway.ts';
import type { AssistantAsk } from '#contract/assistant.ts';
import { type PaperKind, paperPath } from '#contract/paper.ts';
import type { OwnListQuery } from '#kit/own-list/own-list.store.ts';

/** What screens of documents ask of the server. What is not silent the gateway caller says itself. */

export const ORDER_NAMES = [
  ['saved', '最近修改'],
  ['made', '最近建立'],
  ['title', '名称'],
] as const;
type Order = (typeof ORDER_NAMES)[number][0];

export const loadPapers = ({ tab, q, filters, page }: OwnListQuery) => {
  const [kind, order] = [filters['kind'] as PaperKind | '', filters['order'] as Order];
  return gateway('GET /paper/mine', { gone: tab === 'gone' ? 1 : 0, q, kind, order, page, limit: 20 }, SILENT);
};
export const beginPaper = async (kind: PaperKind): Promise<void> =>
  location.assign(paperPath((await gateway('POST /paper/make', { kind })).id));
export const removePaper = (id: number) => gateway('DELETE /paper/remove', { id });
export const restorePaper = (id: number) => gateway('POST /paper/restore', { id });
export const renamePaper = (id: number, title: string) => gateway('PUT /paper/rename', { id, title });
export const loadVersions = async (id: number) => (await gateway('GET /paper/versions', { id }, SILENT)).list;
export const loadVersion = (id: number, no: number) => gateway('GET /paper/version', { id, no }, SILENT);
export const askPaper = (id: number, { key, question, pay }: Pick<AssistantAsk, 'key' | 'question' | 'pay'>) =>
  gateway('POST /paper/ask', { id, key, sentence: question, pay: pay ? 1 : 0 }, SILENT);
export const loadTemplate = () => gateway('GET /paper/template', {}, SILENT);
export const saveTemplate = (template: { name: string; colour: string; footer: string; logo_id?: number }) =>
  gateway('PUT /paper/template', template, SILENT);
