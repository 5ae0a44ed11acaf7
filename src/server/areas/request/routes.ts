import { z } from 'zod';
import {
  REQUEST_BUDGET_MAX,
  REQUEST_BUDGETS,
  REQUEST_CALLS,
  REQUEST_DAYS,
  REQUEST_MAX,
  REQUEST_SORTS,
  type RequestBudget,
  type RequestFilter,
  type RequestSort,
} from '#contract/request.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import { choiceField, flagField, idField, limitField, noInput, pageField, plainNumber, textField, wholeNumber } from '../../http/fields.ts';
import {
  ownRequestsOutput,
  requestDetailOutput,
  requestFieldOutput,
  requestListOutput,
  requestViewOutput,
} from '../../http/outputs/request.ts';
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

const TAG = 'request';
const auth = 'user';
const place = wholeNumber('地区无效', 0, 9_999);
const keys = <K extends string>(of: Readonly<Record<K, unknown>>) => Object.keys(of) as [K, ...K[]];
const cursor = textField('位置', 120);

/** What everybody may read. */
const open: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: REQUEST_CALLS.list,
    summary: '接单大厅：可以接的求单；按领域、地区、预算、关键词筛选，after、before 为上次回答给出的位置',
    tag: TAG,
    auth: 'none',
    input: z.object({
      keyword: textField('关键词', 60).optional(),
      field: textField('领域', 20).optional(),
      province: place.optional(),
      city: place.optional(),
      budget: z.enum(keys<RequestBudget>(REQUEST_BUDGETS), { error: '预算范围无效' }).optional(),
      sort: z.enum(keys<RequestSort>(REQUEST_SORTS), { error: '排序无效' }).optional(),
      after: cursor.optional(),
      before: cursor.optional(),
    }),
    output: requestListOutput,
    handle: (ctx, input) => requestList(ctx, chosen(input)),
  }),
  endpoint({
    method: 'GET',
    path: REQUEST_CALLS.news,
    summary: '大厅里这个编号之后有多少新求单，最多数到 100',
    tag: TAG,
    auth: 'none',
    limit: { points: 60, window_s: 60 },
    input: z.object({ after: wholeNumber('编号无效', 0, Number.MAX_SAFE_INTEGER) }),
    output: z.strictObject({ num: z.int(), newest: z.int() }),
    handle: (ctx, { after }) => requestNews(ctx, after),
  }),
  endpoint({
    method: 'GET',
    path: REQUEST_CALLS.fields,
    summary: '接单大厅的领域',
    tag: TAG,
    auth: 'none',
    input: noInput,
    output: z.strictObject({ list: z.array(requestFieldOutput) }),
    handle: async (ctx) => ({ list: await requestFields(ctx) }),
  }),
  endpoint({
    method: 'GET',
    path: REQUEST_CALLS.detail,
    summary: '一个求单；自己还在审核中的也能看到',
    tag: TAG,
    auth: 'optional',
    input: z.object({ id: idField }),
    owned_ids: ['id'],
    output: requestDetailOutput,
    handle: (ctx, { id }) => requestDetail(ctx, id),
  }),
];

type Given = { [K in keyof RequestFilter]?: RequestFilter[K] | undefined };
/** Without what was not given, or means nothing. */
const chosen = (given: Given): RequestFilter =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== '' && value !== 0));

/** What askers and planners do. */
const own: Endpoint[] = [
  endpoint({
    method: 'POST',
    path: REQUEST_CALLS.add,
    summary: '发布求单；须已通过个人认证，不能写联系方式，同一 key 只发布一次；budget 为元，0 为面议',
    tag: TAG,
    auth,
    limit: { points: 30, window_s: 3_600 },
    input: z.object({
      title: textField('标题', REQUEST_MAX.title, 1),
      detail: textField('说明', REQUEST_MAX.detail).default(''),
      field: textField('领域', 20, 1),
      budget: z
        .preprocess(
          plainNumber,
          z.number({ error: '预算应为数字' }).min(0, '预算应为数字').max(REQUEST_BUDGET_MAX, `预算最多 ${REQUEST_BUDGET_MAX} 元`),
        )
        .default(0),
      event_day: textField('日期', 10).default(''),
      province: place.default(0),
      city: place.default(0),
      pictures: z.array(idField, { error: '图片无效' }).max(REQUEST_MAX.pictures, `最多 ${REQUEST_MAX.pictures} 张图片`).default([]),
      days: choiceField('请选择多久截止', REQUEST_DAYS).default(7),
      key: textField('请求编号', 80, 8),
    }),
    owned_ids: ['pictures'],
    output: requestDetailOutput,
    handle: (ctx, input) => askRequest(ctx, input),
  }),
  endpoint({
    method: 'GET',
    path: REQUEST_CALLS.view,
    summary: '我与一个求单：能否接单、我的接单；发布者另有接单人与状态记录',
    tag: TAG,
    auth,
    input: z.object({ id: idField }),
    owned_ids: ['id'],
    output: requestViewOutput,
    handle: (ctx, { id }) => requestView(ctx, id),
  }),
  endpoint({
    method: 'GET',
    path: REQUEST_CALLS.mine,
    summary: '我发布的（asked）或我接的（answered）求单，最新的在前',
    tag: TAG,
    auth,
    input: z.object({ tab: z.enum(['asked', 'answered'], { error: '类型无效' }).default('asked'), page: pageField, limit: limitField(10) }),
    output: ownRequestsOutput,
    handle: (ctx, input) => ownRequests(ctx, input),
  }),
  endpoint({
    method: 'POST',
    path: REQUEST_CALLS.answer,
    summary: '接单：以第一条消息开始与发布者的会话；消息含联系方式时须带 confirmed 再提交',
    tag: TAG,
    auth,
    limit: { points: 60, window_s: 3_600 },
    input: z.object({ id: idField, text: textField('消息', REQUEST_MAX.answer, 1), confirmed: flagField.default(false) }),
    output: z.strictObject({ conversation_id: z.int() }),
    handle: (ctx, input) => answerRequest(ctx, input),
  }),
  endpoint({
    method: 'POST',
    path: REQUEST_CALLS.withdraw,
    summary: '撤回自己的接单；选定之前可以撤回，发布者收到通知，当天的接单次数不退回，求单开放期间可以重新接单',
    tag: TAG,
    auth,
    limit: { points: 60, window_s: 3_600 },
    input: z.object({ id: idField }),
    owned_ids: ['id'],
    output: z.null(),
    handle: async (ctx, { id }, c) => {
      await withdrawAnswer(ctx, id);
      return said(c, '已撤回接单', null);
    },
  }),
  endpoint({
    method: 'POST',
    path: REQUEST_CALLS.settle,
    summary: '选定一位接单人，其余的收到通知；只能选定一次',
    tag: TAG,
    auth,
    input: z.object({ id: idField, planner_id: idField }),
    owned_ids: ['id'],
    output: z.null(),
    handle: async (ctx, { id, planner_id }, c) => {
      await settleRequest(ctx, id, planner_id);
      return said(c, '已选定接单人', null);
    },
  }),
  endpoint({
    method: 'POST',
    path: REQUEST_CALLS.close,
    summary: '关闭自己的求单',
    tag: TAG,
    auth,
    input: z.object({ id: idField, reason: textField('原因', REQUEST_MAX.reason, 1) }),
    owned_ids: ['id'],
    output: z.null(),
    handle: async (ctx, { id, reason }, c) => {
      await closeRequest(ctx, id, reason);
      return said(c, '求单已关闭', null);
    },
  }),
  endpoint({
    method: 'POST',
    path: REQUEST_CALLS.extend,
    summary: '从现在起再开放几天；已过期的重新开放',
    tag: TAG,
    auth,
    input: z.object({ id: idField, days: choiceField('请选择多久截止', REQUEST_DAYS).default(7) }),
    owned_ids: ['id'],
    output: z.null(),
    handle: async (ctx, { id, days }, c) => {
      await extendRequest(ctx, id, days);
      return said(c, `已延长 ${days} 天`, null);
    },
  }),
  endpoint({
    method: 'POST',
    path: REQUEST_CALLS.rate,
    summary: '选定之后双方互评；双方都评过或 14 天后公开',
    tag: TAG,
    auth,
    input: z.object({ id: idField, stars: wholeNumber('请选择 1 至 5 星', 1, 5), text: textField('评价', 300).default('') }),
    owned_ids: ['id'],
    output: z.strictObject({ shown: z.literal([0, 1]) }),
    handle: (ctx, input) => rateRequest(ctx, input),
  }),
  endpoint({
    method: 'POST',
    path: REQUEST_CALLS.report,
    summary: '举报一个求单',
    tag: TAG,
    auth,
    limit: { points: 20, window_s: 3_600 },
    input: z.object({ id: idField, reason: textField('原因', REQUEST_MAX.reason, 1) }),
    output: z.null(),
    handle: async (ctx, { id, reason }, c) => {
      await reportRequest(ctx, id, reason);
      return said(c, '感谢您的举报，我们会尽快处理', null);
    },
  }),
];

export const requestEndpoints: readonly Endpoint[] = [...open, ...own];
