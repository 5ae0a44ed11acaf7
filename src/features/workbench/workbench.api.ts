import { gateway } from '#client/gateway.ts';
import { type CalendarFeed, type PlannerEntry, WORKBENCH_CALLS, type Workbench } from '#contract/workbench.ts';

/** The board shows its failures itself. */
const SILENT = { silent: true } as const;

export type EntryForm = Pick<PlannerEntry, 'id' | 'title' | 'note' | 'at' | 'link'> & { all_day: boolean };

export const fetchBoard = () => gateway.get<Workbench>(WORKBENCH_CALLS.board, {}, SILENT);
export const postEntry = (form: EntryForm) => gateway.post<PlannerEntry>(WORKBENCH_CALLS.entry, form, SILENT);
export const putDone = (id: number, done: boolean) => gateway.put<PlannerEntry>(WORKBENCH_CALLS.done, { id, done }, SILENT);
export const deleteEntry = (id: number) => gateway.del<null>(WORKBENCH_CALLS.entry, { id }, SILENT);
export const fetchFeed = () => gateway.get<CalendarFeed>(WORKBENCH_CALLS.feed, {}, SILENT);
export const postFeed = (on: boolean) => gateway.post<CalendarFeed>(WORKBENCH_CALLS.feed, { on }, SILENT);
