import { requestCalls } from '#contract/request/calls.ts';
import type { RequestFilter } from '#contract/request.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { said } from '../../http/said.ts';
import {
  answerRequest,
  askRequest,
  closeRequest,
  extendRequest,
  ownRequests,
  rateRequest,
  reportRequest,
  requestDetail,
  requestFields,
  requestList,
  requestNews,
  requestView,
  settleRequest,
  withdrawAnswer,
} from '../../modules/requests/index.ts';

/** What everybody may read. */
const open: Endpoint[] = [
  serve(requestCalls.list, (ctx, input) => requestList(ctx, chosen(input))),
  serve(requestCalls.news, (ctx, { after }) => requestNews(ctx, after)),
  serve(requestCalls.fields, async (ctx) => ({ list: await requestFields(ctx) })),
  serve(requestCalls.detail, (ctx, { id }) => requestDetail(ctx, id)),
];

type Given = { [K in keyof RequestFilter]?: RequestFilter[K] | undefined };
/** Without what was not given, or means nothing. */
const chosen = (given: Given): RequestFilter =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== '' && value !== 0));

/** What askers and planners do. */
const own: Endpoint[] = [
  serve(requestCalls.add, (ctx, input) => askRequest(ctx, input)),
  serve(requestCalls.view, (ctx, { id }) => requestView(ctx, id)),
  serve(requestCalls.mine, (ctx, input) => ownRequests(ctx, input)),
  serve(requestCalls.answer, (ctx, input) => answerRequest(ctx, input)),
  serve(requestCalls.withdraw, async (ctx, { id }, c) => {
    await withdrawAnswer(ctx, id);
    return said(c, '已撤回接单', null);
  }),
  serve(requestCalls.settle, async (ctx, { id, planner_id }, c) => {
    await settleRequest(ctx, id, planner_id);
    return said(c, '已选定接单人', null);
  }),
  serve(requestCalls.close, async (ctx, { id, reason }, c) => {
    await closeRequest(ctx, id, reason);
    return said(c, '求单已关闭', null);
  }),
  serve(requestCalls.extend, async (ctx, { id, days }, c) => {
    await extendRequest(ctx, id, days);
    return said(c, `已延长 ${days} 天`, null);
  }),
  serve(requestCalls.rate, (ctx, input) => rateRequest(ctx, input)),
  serve(requestCalls.report, async (ctx, { id, reason }, c) => {
    await reportRequest(ctx, id, reason);
    return said(c, '感谢您的举报，我们会尽快处理', null);
  }),
];

export const requestEndpoints: readonly Endpoint[] = [...open, ...own];
