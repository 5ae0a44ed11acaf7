import { joined, paged } from '../../modules/privacy/index.ts';
import { giveToNew, ownedCoupons, voucherJobs } from '../../modules/vouchers/index.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';
import type { Manifest } from '../manifest.ts';
import { couponEndpoints } from './routes.ts';
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
