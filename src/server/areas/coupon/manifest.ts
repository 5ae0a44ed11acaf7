import { couponCalls } from '#contract/coupon/calls.ts';
import { couponKey, couponUse } from '#contract/coupon-use.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { csvAnswer } from '../../http/file-answer.ts';
import { AppError } from '../../kernel/errors.ts';
import {
  actsOf,
  BY_DAY,
  BY_TIME,
  csvPieces,
  eachOf,
  issueToPhones,
  type StaffList,
  showRows,
  stateFilter,
} from '../../modules/console/index.ts';
import { joined, paged } from '../../modules/privacy/index.ts';
import {
  type BatchLine,
  batchSource,
  claimableCoupons,
  claimCoupon,
  type DefinitionLine,
  definitionForm,
  definitionSource,
  giveToNew,
  makeBatch,
  ownedCoupons,
  redeemCode,
  saveDefinition,
  stopBatch,
  switchDefinition,
  voucherJobs,
} from '../../modules/vouchers/index.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';
import type { Manifest } from '../manifest.ts';

const VERB = 'coupon.edit';
const act = actsOf(VERB);

function worth({ use, amount_fen, percent_off, min_price_fen }: DefinitionLine): string {
  if (use === 'voucher') return '免费 1 次';
  const off = percent_off > 0 ? `减 ${percent_off}%，最多 ${amount_fen / 100} 元` : `减 ${amount_fen / 100} 元`;
  return min_price_fen > 0 ? `满 ${min_price_fen / 100} 元${off}` : off;
}

/** What coupons are made from, with their figures; a row leads to its form. */
const definitions: StaffList = {
  key: 'coupons',
  add: { title: '新建优惠券', route: '/admin/coupon' },
  title: '优惠券',
  verb: VERB,
  source: definitionSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'title', title: '名称' },
    { key: 'noun', title: '用于' },
    { key: 'worth', title: '优惠' },
    { key: 'claimed', title: '已领取', kind: 'number' },
    { key: 'stock', title: '库存' },
    { key: 'given', title: '已发放', kind: 'number' },
    { key: 'used', title: '已使用', kind: 'number' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'updated_at', title: '修改时间', kind: 'time' },
  ],
  filters: [stateFilter({ on: '启用', off: '停用' }, { off: 'over' }), ...BY_DAY],
  orders: BY_TIME,
  search: '编号或名称',
  actions: [
    act('on', '启用', '可以按设置领取、兑换与赠送。', (tx, id, reason) => switchDefinition(tx, Number(id), true, reason)),
    act('off', '停用', '不再领取与赠送；已发放的仍可使用。', (tx, id, reason) => switchDefinition(tx, Number(id), false, reason)),
  ],
  show: showRows<DefinitionLine>((row) => ({
    id: String(row.id),
    href: `/admin/coupon?id=${row.id}`,
    cells: {
      id: row.id,
      title: row.title,
      noun: couponUse(row.use, row.type).noun,
      worth: worth(row),
      claimed: row.claimed_num,
      stock: row.stock === null ? '不限' : String(row.stock - row.claimed_num),
      given: row.given,
      used: row.used,
      state: row.is_on ? '启用' : '停用',
      updated_at: row.updated_at,
    },
  })),
};

/** Batches of exchange codes; the codes themselves left once. */
const batches: StaffList = {
  key: 'coupon_batches',
  title: '兑换码批次',
  verb: VERB,
  source: batchSource,
  columns: [
    { key: 'id', title: '批次', kind: 'number' },
    { key: 'title', title: '名称' },
    { key: 'coupon', title: '优惠券' },
    { key: 'num', title: '数量', kind: 'number' },
    { key: 'redeemed', title: '已兑换', kind: 'number' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'ends_at', title: '结束时间', kind: 'time' },
    { key: 'created_at', title: '生成时间', kind: 'time' },
  ],
  filters: [stateFilter({ on: '可兑换', off: '已停止' }, { off: 'over' }), ...BY_DAY],
  orders: BY_TIME,
  search: '批次或名称',
  screen: 'couponBatches',
  empty: { hint: '在优惠券的编辑页可以生成兑换码，生成后批次会列在这里。', link: '查看优惠券', href: '/admin/coupons' },
  actions: [
    act('stop', '停止兑换', '未兑换的码不再有效；已兑换的优惠券不受影响。', (tx, id, reason) => stopBatch(tx, Number(id), true, reason)),
    act('go_on', '恢复兑换', '未兑换的码在结束时间前可以兑换。', (tx, id, reason) => stopBatch(tx, Number(id), false, reason)),
  ],
  show: showRows<BatchLine>((row) => ({
    id: String(row.id),
    href: `/admin/coupon?id=${row.definition_id}`,
    cells: {
      id: row.id,
      title: row.title,
      coupon: row.coupon_title,
      num: row.num,
      redeemed: row.redeemed_num,
      state: row.stopped ? '已停止' : '可兑换',
      ends_at: row.ends_at,
      created_at: row.created_at,
    },
  })),
};

export const couponLists: readonly StaffList[] = [definitions, batches];

const nounOf = (use: string, type: number) => couponUse(use, type).noun;

const SOON_MS = 7 * 86_400_000;
/** More than anybody has; they come as they end. */
const MOST = 50;
/** A card names so much of what its coupons are for. */
const NOUNS_MOST = 3;

/** Coupons and vouchers that end within a week, and those that keep. */
const couponToday: TodaySource = async (ctx, user_id) => {
  const { rows, counts } = await ownedCoupons(ctx, { user_id, status: 0, page: 1, limit: MOST });
  const soon = ctx.app.clock.now().getTime() + SOON_MS;
  const ending = rows.filter(({ use_end_time }) => use_end_time.getTime() < soon).length;
  const nouns = [...new Set(rows.slice(ending).map(({ use, good_for }) => nounOf(use, good_for)))];
  const text = `用于${nouns.slice(0, NOUNS_MOST).join('、')}${nouns.length > NOUNS_MOST ? '等' : ''}，付款时自动可选`;
  const href = '/personalCenter/myCoupon';
  return [
    ...todayCard('ending', { key: 'coupon-ending', title: '即将到期的优惠券', text: '7 天内到期，用掉最划算', num: ending, href }),
    ...todayCard('know', { key: 'coupon', title: '可用的优惠券', text, num: counts[0] - ending, href }),
  ];
};

const couponEndpoints: Endpoint[] = [
  serve(couponCalls.get_index, async (ctx, { type, use, limit }) => ({
    list: await claimableCoupons(ctx, { limit, ...(type === undefined ? {} : { of: couponKey(use, type) }) }, nounOf),
  })),
  serve(couponCalls.post_index, (ctx, { id, code }) => {
    if (id !== undefined) return claimCoupon(ctx, id);
    if (code === '') throw new AppError('请输入兑换码');
    return redeemCode(ctx, code);
  }),
  serve(couponCalls.get_form, (ctx, { id }) => definitionForm(ctx, id)),
  serve(couponCalls.post_form, async (ctx, { id, ...form }) => ({ id: await saveDefinition(ctx, { ...form, id: id ?? 0 }) })),
  serve(couponCalls.batch, async (ctx, { ends_at, ...input }) => {
    const { id, codes } = await makeBatch(ctx, { ...input, ends_at: new Date(ends_at * 1000) });
    return csvAnswer(`兑换码-${id}.csv`, csvPieces(eachOf([['兑换码'], ...codes.map((code) => [code])])));
  }),
  serve(couponCalls.issue, (ctx, input) => issueToPhones(ctx, input)),
];

/** Coupons: what is claimed, exchanged and issued. */
export const couponArea: Manifest = {
  name: 'coupon',
  endpoints: couponEndpoints,
  jobs: voucherJobs,
  staff_lists: couponLists,
  welcomes: [giveToNew],
  today: couponToday,
  personal: {
    files: {
      优惠券与下载券: joined(
        ...([0, 1, 2] as const).map((status) =>
          paged(async (ctx, user_id, at) => (await ownedCoupons(ctx, { user_id, status, ...at })).rows),
        ),
      ),
    },
    losses: async (ctx, user_id) => {
      const { counts } = await ownedCoupons(ctx, { user_id, status: 0, page: 1, limit: 1 });
      return counts[0] > 0 ? [`${counts[0]} 张未使用的优惠券与下载券作废`] : [];
    },
  },
};
