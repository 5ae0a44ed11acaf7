import { fetchCsv } from '#client/fetch-csv.ts';
import { gateway } from '#client/gateway.ts';
import { VISIT_CALLS, type VisitRange, type VisitTable } from '#contract/visits.ts';

export interface VisitQuery {
  range: VisitRange;
  kind: string;
  channel: string;
}

// the screen says itself what failed
const SILENT = { silent: true } as const;

export const fetchVisits = (query: VisitQuery) => gateway('GET /admin/visits', { ...query }, SILENT);
export const fetchVisitsCsv = ({ range, kind, channel }: VisitQuery, table: VisitTable) =>
  fetchCsv(`${VISIT_CALLS.csv}?${new URLSearchParams({ range: String(range), kind, channel, table })}`);
export const postVisitsAgain = () => gateway('POST /admin/visits/again', {}, SILENT);
