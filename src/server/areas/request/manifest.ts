import { requestCalls } from '#contract/request/calls.ts';
import { budgetText, REQUEST_STATES, type RequestFilter, requestPath } from '#contract/request.ts';
import { pageTags } from '../../http/cache-tags.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { said } from '../../http/said.ts';
import { actsOf, BY_DAY, BY_TIME, choiceFilter, type StaffList, stateFilter } from '../../modules/console/index.ts';
import { publicUsers } from '../../modules/identity/index.ts';
import { paged } from '../../modules/privacy/index.ts';
import {
  answerRequest,
  askRequest,
  closeByStaff,
  closeRequest,
  extendRequest,
  forgetRequests,
  openByStaff,
  ownRequests,
  type RequestLine,
  rateRequest,
  reportRequest,
  requestAnswersDaily,
  requestChatSubject,
  requestDetail,
  requestFields,
  requestFieldsSetting,
  requestJobs,
  requestList,
  requestNews,
  requestOpenMost,
  requestPlanners,
  requestReportRows,
  requestReview,
  requestReviewMode,
  requestSource,
  requestView,
  requestWorkbench,
  settleRequest,
  withdrawAnswer,
} from '../../modules/requests/index.ts';
import type { Manifest } from '../manifest.ts';

const VERB = 'request.judge';
const act = actsOf(VERB);

/** Requests of the receive-order hall. */
export const requestStaffList: StaffList = {
  key: 'requests',
  title: '求单',
  verb: VERB,
  source: requestSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'title', title: '标题' },
    { key: 'field', title: '领域' },
    { key: 'asker', title: '发布者' },
    { key: 'budget', title: '预算' },
    { key: 'planners', title: '接单' },
    { key: 'reports', title: '举报', kind: 'number' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'created_at', title: '发布时间', kind: 'time' },
    { key: 'closes_at', title: '截止时间', kind: 'time', hidden: true },
  ],
  filters: [
    stateFilter(REQUEST_STATES, { review: 'waiting', closed: 'over', expired: 'over' }),
    choiceFilter('reported', '举报', { yes: '有举报' }),
    { key: 'asker', title: '发布者', kind: 'person' },
    ...BY_DAY,
  ],
  orders: BY_TIME,
  search: '编号或标题里的词',
  found: { title: 'title', beside: ['id', 'asker', 'state'] },
  actions: [
    act('open', '通过审核', '等待审核的求单出现在大厅。', (tx, id, reason) => openByStaff(tx, Number(id), reason)),
    act('close', '关闭', '不再接受接单，原因会告诉发布者，接单人收到通知。', (tx, id, reason) => closeByStaff(tx, Number(id), reason)),
  ],
  async show(ctx, rows) {
    const lines = rows as readonly RequestLine[];
    const people = await publicUsers(
      ctx,
      lines.map(({ asker_id }) => asker_id),
    );
    const fields = new Map((await requestFields(ctx)).map(({ key, name }) => [key, name]));
    return lines.map(({ id, title, field, asker_id, budget_fen, planners_num, planners_max, reports, state, created_at, closes_at }) => ({
      id: String(id),
      href: requestPath(id),
      cells: {
        ...{ id, title, reports, created_at, closes_at, state: REQUEST_STATES[state] },
        field: fields.get(field) ?? '其他',
        asker: people.get(asker_id).nickname,
        budget: budgetText((budget_fen ?? 0) / 100),
        planners: `${planners_num}/${planners_max}`,
      },
    }));
  },
};

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

/** The receive-order hall. */
export const requestArea: Manifest = {
  name: 'request',
  endpoints: requestEndpoints,
  jobs: requestJobs,
  settings: [requestFieldsSetting, requestPlanners, requestAnswersDaily, requestOpenMost, requestReviewMode],
  reviewables: [requestReview],
  staff_lists: [requestStaffList],
  chat_subjects: [requestChatSubject],
  workbench: requestWorkbench,
  on: (app) => ({
    'request.changed': [({ request_id }) => purgeTags(app, [pageTags.requests, pageTags.request(request_id)])],
  }),
  personal: {
    files: {
      求单举报: requestReportRows,
      我的求单: paged(async (ctx, _user_id, at) => (await ownRequests(ctx, { tab: 'asked', ...at })).list),
      我的接单: paged(async (ctx, _user_id, at) => (await ownRequests(ctx, { tab: 'answered', ...at })).list),
    },
    forget_later: [forgetRequests],
  },
};
