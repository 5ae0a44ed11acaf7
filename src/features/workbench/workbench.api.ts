import { gateway } from '#client/gateway.ts';
import type { PlannerEntry } from '#contract/workbench.ts';

/** The board shows its failures itself. */
const SILENT = { silent: true } as const;

export type EntryForm = Pick<PlannerEntry, 'id' | 'title' | 'note' | 'at' | 'link'> & { all_day: boolean };

export const fetchBoard = () => gateway('GET /user/workbench', {}, SILENT);
export const postEntry = (form: EntryForm) => gateway('POST /user/workbench/entry', form, SILENT);
export const putDone = (id: number, done: boolean) => gateway('PUT /user/workbench/done', { id, done }, SILENT);
export const deleteEntry = (id: number) => gateway('DELETE /user/workbench/entry', { id }, SILENT);
export const fetchFeed = () => gateway('GET /user/workbench/feed', {}, SILENT);
export const postFeed = (on: boolean) => gateway('POST /user/workbench/feed', { on }, SILENT);
