import { gateway } from '#client/gateway.ts';
import {
  type OwnRequests,
  REQUEST_CALLS,
  type RequestDetail,
  type RequestField,
  type RequestInput,
  type RequestView,
} from '#contract/request.ts';

/** Screens show their failures themselves. */
const SILENT = { silent: true } as const;
const PER_PAGE = 10;

export const fetchView = (id: number) => gateway.get<RequestView>(REQUEST_CALLS.view, { id }, SILENT);
export const fetchDetail = (id: number) => gateway.get<RequestDetail>(REQUEST_CALLS.detail, { id }, SILENT);
export const fetchFields = async () => (await gateway.get<{ list: RequestField[] }>(REQUEST_CALLS.fields, {}, SILENT)).list;
export const fetchMine = (tab: string, page: number) =>
  gateway.get<OwnRequests>(REQUEST_CALLS.mine, { tab, page, limit: PER_PAGE }, SILENT);
export const postRequest = (input: RequestInput) => gateway.post<RequestDetail>(REQUEST_CALLS.add, input, SILENT);
export const postAnswer = (id: number, text: string, confirmed: boolean) =>
  gateway.post<{ conversation_id: number }>(REQUEST_CALLS.answer, { id, text, confirmed }, SILENT);
export const postWithdraw = (id: number) => gateway.post<null>(REQUEST_CALLS.withdraw, { id }, SILENT);
export const postSettle = (id: number, planner_id: number) => gateway.post<null>(REQUEST_CALLS.settle, { id, planner_id }, SILENT);
export const postClose = (id: number, reason: string) => gateway.post<null>(REQUEST_CALLS.close, { id, reason }, SILENT);
export const postExtend = (id: number, days: number) => gateway.post<null>(REQUEST_CALLS.extend, { id, days }, SILENT);
export const postRating = (id: number, stars: number, text: string) =>
  gateway.post<{ shown: 0 | 1 }>(REQUEST_CALLS.rate, { id, stars, text }, SILENT);
export const postReport = (id: number, reason: string) => gateway.post<null>(REQUEST_CALLS.report, { id, reason }, SILENT);
