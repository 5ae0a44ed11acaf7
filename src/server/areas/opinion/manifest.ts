import { detailPath } from '#contract/kinds.ts';
import { opinionCalls } from '#contract/opinion/calls.ts';
import { pageTags } from '../../http/cache-tags.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { said } from '../../http/said.ts';
import { itemsById, kindOf } from '../../modules/catalog/index.ts';
import { actsOf, BY_DAY, BY_TIME, choiceFilter, type StaffList, stateFilter } from '../../modules/console/index.ts';
import { publicUsers } from '../../modules/identity/index.ts';
import {
  answerOpinion,
  dropOpinion,
  forgetOpinions,
  hideOpinion,
  lapseRefunded,
  type OpinionLine,
  opinionAnswerRows,
  opinionJobs,
  opinionList,
  opinionReportRows,
  opinionReview,
  opinionRows,
  opinionSource,
  ownOpinion,
  receivedOpinions,
  reportOpinion,
  saveOpinion,
  showOpinion,
} from '../../modules/opinions/index.ts';
import { holderOf } from '../../views/admin/lists.ts';
import type { Manifest } from '../manifest.ts';

const STATES = { shown: '显示中', hidden: '已隐藏', lapsed: '已退款' } as const;
const act = actsOf('review.decide');

/** What buyers said of works: staff take it off the page, or put it back. */
export const opinionStaffList: StaffList = {
  key: 'opinions',
  title: '作品评价',
  verb: 'review.see',
  source: opinionSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'work', title: '作品' },
    { key: 'user', title: '用户' },
    { key: 'stars', title: '星级', kind: 'number' },
    { key: 'text', title: '评价' },
    { key: 'used', title: '用途' },
    { key: 'answer', title: '发布者回复' },
    { key: 'reports', title: '举报', kind: 'number' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'created_at', title: '时间', kind: 'time' },
  ],
  filters: [
    stateFilter(STATES, { hidden: 'over', lapsed: 'over' }),
    choiceFilter('reported', '举报', { yes: '有举报' }),
    { key: 'work', title: '作品编号', kind: 'number' },
    { key: 'publisher', title: '发布者', kind: 'person' },
    ...BY_DAY,
  ],
  orders: BY_TIME,
  search: '编号、用户编号或手机号',
  people: holderOf,
  actions: [
    act('hide', '隐藏', '作品页不再显示，也不计入评分，原因会告诉评价的人。', (tx, id, reason) => hideOpinion(tx, Number(id), reason)),
    act('show', '恢复', '作品页重新显示，并计入评分。', (tx, id, reason) => showOpinion(tx, Number(id), reason)),
  ],
  async show(ctx, rows) {
    const lines = rows as readonly OpinionLine[];
    const works = await itemsById(
      ctx,
      lines.map(({ item_id }) => item_id),
    );
    const people = await publicUsers(
      ctx,
      lines.map(({ user_id }) => user_id),
    );
    return lines.map(({ id, item_id, user_id, stars, text, used, answer, report_num, state, created_at }) => {
      const work = works.get(item_id);
      return {
        id: String(id),
        href: work ? detailPath(kindOf(work.kind), item_id) : '',
        cells: {
          ...{ id, stars, text, used, answer, created_at, reports: report_num, state: STATES[state] },
          work: work?.title ?? String(item_id),
          user: people.get(user_id).nickname,
        },
      };
    });
  },
};

export const opinionEndpoints: readonly Endpoint[] = [
  serve(opinionCalls.list, (ctx, input) => opinionList(ctx, input)),
  serve(opinionCalls.own, (ctx, { id }) => ownOpinion(ctx, id)),
  serve(opinionCalls.save, async (ctx, { id, ...said_of }, c) => {
    await saveOpinion(ctx, { item_id: id, ...said_of });
    return said(c, '评价已发布', null);
  }),
  serve(opinionCalls.remove, async (ctx, { id }, c) => {
    await dropOpinion(ctx, id);
    return said(c, '评价已删除', null);
  }),
  serve(opinionCalls.received, (ctx, input) => receivedOpinions(ctx, input)),
  serve(opinionCalls.answer, async (ctx, { id, text }, c) => {
    await answerOpinion(ctx, id, text);
    return said(c, text === '' ? '回复已删除' : '回复已发布', null);
  }),
  serve(opinionCalls.report, async (ctx, { id, reason }, c) => {
    await reportOpinion(ctx, id, reason);
    return said(c, '感谢您的举报，我们会尽快处理', null);
  }),
];

/** What buyers say of works. */
export const opinionArea: Manifest = {
  name: 'opinion',
  endpoints: opinionEndpoints,
  jobs: opinionJobs,
  reviewables: [opinionReview],
  staff_lists: [opinionStaffList],
  on: (app) => ({ 'opinion.changed': [({ item_id }) => purgeTags(app, [pageTags.item(item_id)])] }),
  on_refund: async (tx, { subject, subject_id, buyer_id }, { whole }) => {
    if (whole && subject === 'item') await lapseRefunded(tx, { user_id: buyer_id, item_id: subject_id });
  },
  personal: {
    files: { 作品评价: opinionRows, 回复的评价: opinionAnswerRows, 评价举报: opinionReportRows },
    forget: [forgetOpinions],
  },
};
