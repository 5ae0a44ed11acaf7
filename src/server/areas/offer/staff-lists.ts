import { demandPath } from '#contract/demand.ts';
import { AGREEMENT_STATES, offerPriceText } from '#contract/offer.ts';
import { RATING_SUBJECTS } from '#contract/rating.ts';
import { BY_DAY, BY_TIME, type StaffList, stateFilter } from '../../modules/console/index.ts';
import { publicUsers } from '../../modules/identity/index.ts';
import { type AgreementLine, agreementSource } from '../../modules/offers/index.ts';
import { hideRating, type RatingLine, ratingSource } from '../../modules/ratings/index.ts';
import { holderOf } from '../../views/admin/lists.ts';

const RATING_STATES = { shown: '已公开', blind: '等待公开', hidden: '已隐藏' } as const;

const agreements: StaffList = {
  key: 'agreements',
  title: '需求合作',
  verb: 'deal.see',
  source: agreementSource,
  columns: [
    { key: 'agree_no', title: '合作号' },
    { key: 'demand_id', title: '需求编号', kind: 'number' },
    { key: 'owner', title: '发布者' },
    { key: 'user', title: '接单方' },
    { key: 'price', title: '约定价格' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'reason', title: '争议或取消原因' },
    { key: 'created_at', title: '达成时间', kind: 'time' },
  ],
  filters: [
    stateFilter(AGREEMENT_STATES, { disputed: 'failed', cancelled: 'over' }),
    { key: 'demand', title: '需求编号', kind: 'number' },
    ...BY_DAY,
  ],
  orders: BY_TIME,
  search: '合作号、用户编号或手机号',
  people: holderOf,
  found: { title: 'agree_no', beside: ['owner', 'user', 'state'] },
  actions: [],
  async show(ctx, rows) {
    const lines = rows as readonly AgreementLine[];
    const people = await publicUsers(
      ctx,
      lines.flatMap(({ owner_id, user_id }) => [owner_id, user_id]),
    );
    const name = (id: number) => people.get(id).nickname;
    return lines.map(({ id, owner_id, user_id, price_fen, price_max_fen, state, ...line }) => ({
      id: String(id),
      href: demandPath(line.demand_id),
      cells: {
        ...line,
        ...{ owner: name(owner_id), user: name(user_id), state: AGREEMENT_STATES[state] },
        price: offerPriceText(price_fen / 100, price_max_fen === null ? null : price_max_fen / 100),
      },
    }));
  },
};

const ratings: StaffList = {
  key: 'ratings',
  title: '合作评价',
  verb: 'deal.see',
  source: ratingSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'subject', title: '来自' },
    { key: 'from', title: '评价人' },
    { key: 'to', title: '被评价人' },
    { key: 'stars', title: '星级', kind: 'number' },
    { key: 'text', title: '评价' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'created_at', title: '评价时间', kind: 'time' },
  ],
  filters: [
    stateFilter(RATING_STATES, { blind: 'waiting', hidden: 'over' }),
    { key: 'user', title: '被评价人', kind: 'person' },
    ...BY_DAY,
  ],
  orders: BY_TIME,
  search: '用户编号或手机号',
  people: holderOf,
  actions: [
    {
      ...{ name: 'hide', title: '隐藏', about: '不再公开这条评价，星级也不再计入。', verb: 'deal.judge', needs_reason: true },
      run: (tx, id, reason) => hideRating(tx, Number(id), reason),
    },
  ],
  async show(ctx, rows) {
    const lines = rows as readonly RatingLine[];
    const people = await publicUsers(
      ctx,
      lines.flatMap(({ from_id, to_id }) => [from_id, to_id]),
    );
    const name = (id: number) => people.get(id).nickname;
    return lines.map(({ id, from_id, to_id, subject_kind, shown, hidden, subject_id: _, ...line }) => ({
      id: String(id),
      href: `/personalLecturer?uid=${to_id}`,
      cells: {
        ...line,
        ...{ id, from: name(from_id), to: name(to_id), subject: RATING_SUBJECTS[subject_kind] },
        state: RATING_STATES[hidden ? 'hidden' : shown ? 'shown' : 'blind'],
      },
    }));
  },
};

export const offerLists: readonly StaffList[] = [agreements, ratings];
