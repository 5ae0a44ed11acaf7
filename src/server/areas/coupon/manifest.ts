import { couponCalls } from '#contract/coupon/calls.ts';
import { couponKey, couponUse } from '#contract/coupon-use.ts';
import { csvAnswer } from '../../http/csv-answer.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { AppError } from '../../kernel/errors.ts';
import { csvPieces, eachOf, issueToPhones } from '../../modules/console/index.ts';
import { joined, paged } from '../../modules/privacy/index.ts';
import {
  claimableCoupons,
  claimCoupon,
  definitionForm,
  giveToNew,
  makeBatch,
  ownedCoupons,
  redeemCode,
  saveDefinition,
  voucherJobs,
} from '../../modules/vouchers/index.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';
import type { Manifest } from '../manifest.ts';
import { couponLists } from './staff-lists.ts';

const SOON_MS = 7 * 86_400_000;
/** More than anybody has; they come as they end. */
const MOST = 50;

/** Coupons and vouchers that end within a week, and those that keep. */
const couponToday: TodaySource = async (ctx, user_id) => {
  const { rows, counts } = await ownedCoupons(ctx, { user_id, status: 0, page: 1, limit: MOST });
  const soon = ctx.app.clock.now().getTime() + SOON_MS;
  const ending = rows.filter(({ use_end_time }) => use_end_time.getTime() < soon).length;
  const href = '/personalCenter/myCoupon';
  return [
    ...todayCard('ending', { key: 'coupon-ending', title: '即将到期的优惠券', text: '7 天内到期，用掉最划算', num: ending, href }),
    ...todayCard('know', { key: 'coupon', title: '可用的优惠券', text: '付款时自动可选', num: counts[0] - ending, href }),
  ];
};

const nounOf = (use: string, type: number) => couponUse(use, type).noun;

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
