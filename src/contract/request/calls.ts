import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { choiceField, flagField, idField, limitField, pageField, plainNumber, textField, wholeNumber } from '#contract/input-fields.ts';
import {
  ownRequestsOutput,
  requestDetailOutput,
  requestFieldOutput,
  requestListOutput,
  requestViewOutput,
} from '#contract/outputs/request.ts';
import {
  REQUEST_BUDGET_MAX,
  REQUEST_BUDGETS,
  REQUEST_DAYS,
  REQUEST_MAX,
  REQUEST_SORTS,
  type RequestBudget,
  type RequestSort,
} from '#contract/request.ts';

const call = callsOf('request');
const place = wholeNumber('地区无效', 0, 9_999);
const keys = <K extends string>(of: Readonly<Record<K, unknown>>) => Object.keys(of) as [K, ...K[]];
const cursor = textField('位置', 120);

export const requestCalls = {
  list: call('GET', '/receive/request/list', {
    summary: '接单大厅：可以接的求单；按领域、地区、预算、关键词筛选，after、before 为上次回答给出的位置',
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
  }),
  news: call('GET', '/receive/request/news', {
    summary: '大厅里这个编号之后有多少新求单，最多数到 100',
    auth: 'none',
    limit: { points: 60, window_s: 60 },
    input: z.object({ after: wholeNumber('编号无效', 0, Number.MAX_SAFE_INTEGER) }),
    output: z.strictObject({ num: z.int(), newest: z.int() }),
  }),
  fields: call('GET', '/receive/request/fields', {
    summary: '接单大厅的领域',
    auth: 'none',
    output: z.strictObject({ list: z.array(requestFieldOutput) }),
  }),
  detail: call('GET', '/receive/request/detail', {
    summary: '一个求单；自己还在审核中的也能看到',
    auth: 'optional',
    owned: { id: 'request' },
    input: z.object({ id: idField }),
    output: requestDetailOutput,
  }),
  add: call('POST', '/receive/request/add', {
    summary: '发布求单；须已通过个人认证，不能写联系方式，同一 key 只发布一次；budget 为元，0 为面议',
    limit: { points: 30, window_s: 3_600 },
    owned: { pictures: 'picture' },
    input: z.object({
      title: textField('标题', REQUEST_MAX.title, 1),
      detail: textField('说明', REQUEST_MAX.detail).default(''),
      field: textField('领域', 20, 1),
      /** Yuan; 0: open. */
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
    output: requestDetailOutput,
  }),
  view: call('GET', '/receive/request/view', {
    summary: '我与一个求单：能否接单、我的接单；发布者另有接单人与状态记录',
    owned: { id: 'request' },
    input: z.object({ id: idField }),
    output: requestViewOutput,
  }),
  mine: call('GET', '/receive/request/mine', {
    summary: '我发布的（asked）或我接的（answered）求单，最新的在前',
    input: z.object({ tab: z.enum(['asked', 'answered'], { error: '类型无效' }).default('asked'), page: pageField, limit: limitField(10) }),
    output: ownRequestsOutput,
  }),
  answer: call('POST', '/receive/request/answer', {
    summary: '接单：以第一条消息开始与发布者的会话；消息含联系方式时须带 confirmed 再提交',
    limit: { points: 60, window_s: 3_600 },
    owned: { id: 'request' },
    input: z.object({ id: idField, text: textField('消息', REQUEST_MAX.answer, 1), confirmed: flagField.default(false) }),
    output: z.strictObject({ conversation_id: z.int() }),
  }),
  withdraw: call('POST', '/receive/request/withdraw', {
    summary: '撤回自己的接单；选定之前可以撤回，发布者收到通知，当天的接单次数不退回，求单开放期间可以重新接单',
    limit: { points: 60, window_s: 3_600 },
    owned: { id: 'request' },
    input: z.object({ id: idField }),
    output: z.null(),
  }),
  settle: call('POST', '/receive/request/settle', {
    summary: '选定一位接单人，其余的收到通知；只能选定一次',
    owned: { id: 'request' },
    open: { planner_id: 'shown' },
    input: z.object({ id: idField, planner_id: idField }),
    output: z.null(),
  }),
  close: call('POST', '/receive/request/close', {
    summary: '关闭自己的求单',
    owned: { id: 'request' },
    input: z.object({ id: idField, reason: textField('原因', REQUEST_MAX.reason, 1) }),
    output: z.null(),
  }),
  extend: call('POST', '/receive/request/extend', {
    summary: '从现在起再开放几天；已过期的重新开放',
    owned: { id: 'request' },
    input: z.object({ id: idField, days: choiceField('请选择多久截止', REQUEST_DAYS).default(7) }),
    output: z.null(),
  }),
  rate: call('POST', '/receive/request/rate', {
    summary: '选定之后双方互评；双方都评过或 14 天后公开',
    owned: { id: 'request' },
    input: z.object({ id: idField, stars: wholeNumber('请选择 1 至 5 星', 1, 5), text: textField('评价', 300).default('') }),
    output: z.strictObject({ shown: z.literal([0, 1]) }),
  }),
  report: call('POST', '/receive/request/report', {
    summary: '举报一个求单',
    limit: { points: 20, window_s: 3_600 },
    owned: { id: 'request' },
    input: z.object({ id: idField, reason: textField('原因', REQUEST_MAX.reason, 1) }),
    output: z.null(),
  }),
};
