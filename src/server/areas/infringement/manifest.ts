import { infringementCalls } from '#contract/infringement/calls.ts';
import { INFRINGEMENT_STATES, INFRINGEMENT_TONES, infringementPath } from '#contract/infringement.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { itemsById } from '../../modules/catalog/index.ts';
import { actsOf, BY_DAY, BY_TIME, type StaffList, stateFilter } from '../../modules/console/index.ts';
import { publicUsers } from '../../modules/identity/index.ts';
import {
  counterNotice,
  countWaitingFor,
  fileNotice,
  forgetNotices,
  type InfringementLine,
  infringementJobs,
  infringementReview,
  infringementSource,
  liftMeasure,
  namedFiles,
  noticeOf,
  ownNotices,
  receivedRows,
  sayWord,
  sentRows,
  whyHeld,
  withdrawNotice,
} from '../../modules/infringements/index.ts';
import { holderOf } from '../../views/admin/lists.ts';
import { todayCard } from '../../views/today-cards.ts';
import type { Manifest } from '../manifest.ts';

const act = actsOf('review.decide');

/** Notices with their deadlines; the desk decides those that wait. */
export const infringementList: StaffList = {
  key: 'infringements',
  title: '侵权通知',
  verb: 'review.see',
  source: infringementSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'work', title: '作品' },
    { key: 'user', title: '投诉人' },
    { key: 'publisher', title: '发布者' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'ends_at', title: '措施到期', kind: 'time' },
    { key: 'created_at', title: '提交时间', kind: 'time' },
  ],
  filters: [stateFilter(INFRINGEMENT_STATES, INFRINGEMENT_TONES), { key: 'work', title: '作品编号', kind: 'number' }, ...BY_DAY],
  orders: BY_TIME,
  search: '编号、用户编号或手机号',
  people: holderOf,
  actions: [
    act('lift', '结束措施', '法院或主管部门已有结果时使用：作品恢复展示，原因会告诉双方。', (tx, id, reason) =>
      liftMeasure(tx, Number(id), reason),
    ),
  ],
  async show(ctx, rows) {
    const lines = rows as readonly InfringementLine[];
    const works = await itemsById(
      ctx,
      lines.map(({ item_id }) => item_id),
    );
    const people = await publicUsers(
      ctx,
      lines.flatMap(({ user_id, publisher_id }) => [user_id, publisher_id]),
    );
    return lines.map(({ id, item_id, user_id, publisher_id, state, ends_at, created_at }) => ({
      id: String(id),
      href: `/admin/infringement?id=${id}`,
      cells: {
        ...{ id, ends_at, created_at, state: INFRINGEMENT_STATES[state], work: works.get(item_id)?.title ?? String(item_id) },
        ...{ user: people.get(user_id).nickname, publisher: people.get(publisher_id).nickname },
      },
    }));
  },
};

export const infringementEndpoints: readonly Endpoint[] = [
  serve(infringementCalls.own, (ctx, input) => ownNotices(ctx, input)),
  serve(infringementCalls.file, (ctx, input) => fileNotice(ctx, input)),
  serve(infringementCalls.withdraw, (ctx, { id }) => withdrawNotice(ctx, id)),
  serve(infringementCalls.counter, (ctx, input) => counterNotice(ctx, input)),
  serve(infringementCalls.word, (ctx, input) => sayWord(ctx, input)),
  serve(infringementCalls.record, async (ctx, { id }) => {
    const { row, shown } = await noticeOf(ctx, id);
    const people = await publicUsers(ctx, [row.user_id, row.publisher_id]);
    return { ...shown, complainant: people.get(row.user_id).nickname, publisher: people.get(row.publisher_id).nickname };
  }),
];

/** Notices of infringement, counter-notices and the measures between them. */
export const infringementArea: Manifest = {
  name: 'infringement',
  endpoints: infringementEndpoints,
  jobs: infringementJobs,
  reviewables: [infringementReview],
  staff_lists: [infringementList],
  file_uses: [(ctx, file_ids) => namedFiles(ctx.db, file_ids)],
  kept_off: whyHeld,
  why_not_again: { '*': whyHeld },
  today: async (ctx, user_id) => {
    const { sent, received } = await countWaitingFor(ctx.db, user_id);
    const card = { key: 'infringement-received', title: '针对您作品的侵权通知', text: '作品已暂时下架，没有侵权的可以提交声明' };
    return [
      ...todayCard('answer', { ...card, num: received, href: infringementPath('received') }),
      ...todayCard('answer', {
        key: 'infringement-sent',
        title: '侵权通知等您回复',
        text: '需要补充材料，或发布者已声明',
        num: sent,
        href: infringementPath('sent'),
      }),
    ];
  },
  personal: { files: { 侵权通知: sentRows, 收到的侵权通知: receivedRows }, forget: [forgetNotices] },
};
