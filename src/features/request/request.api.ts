import { gateway } from '#client/gateway.ts';
import type { RequestInput } from '#contract/request.ts';

/** Screens show their failures themselves. */
const SILENT = { silent: true } as const;
const PER_PAGE = 10;

export const fetchView = (id: number) => gateway('GET /receive/request/view', { id }, SILENT);
export const fetchDetail = (id: number) => gateway('GET /receive/request/detail', { id }, SILENT);
export const fetchFields = async () => (await gateway('GET /receive/request/fields', {}, SILENT)).list;
export const fetchMine = (tab: 'asked' | 'answered', page: number) =>
  gateway('GET /receive/request/mine', { tab, page, limit: PER_PAGE }, SILENT);
export const postRequest = (input: RequestInput) => gateway('POST /receive/request/add', input, SILENT);
export const postAnswer = (id: number, text: string, confirmed: boolean) =>
  gateway('POST /receive/request/answer', { id, text, confirmed }, SILENT);
export const postWithdraw = (id: number) => gateway('POST /receive/request/withdraw', { id }, SILENT);
export const postSettle = (id: number, planner_id: number) => gateway('POST /receive/request/settle', { id, planner_id }, SILENT);
export const postClose = (id: number, reason: string) => gateway('POST /receive/request/close', { id, reason }, SILENT);
export const postExtend = (id: number, days: number) => gateway('POST /receive/request/extend', { id, days }, SILENT);
export const postRating = (id: number, stars: number, text: string) => gateway('POST /receive/request/rate', { id, stars, text }, SILENT);
export const postReport = (id: number, reason: string) => gateway('POST /receive/request/report', { id, reason }, SILENT);
