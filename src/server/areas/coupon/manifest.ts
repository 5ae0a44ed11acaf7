import { joined, paged } from '../../modules/privacy/index.ts';
import { giveToNew, ownedCoupons, voucherJobs } from '../../modules/vouchers/index.ts';
import type { Manifest } from '../manifest.ts';
import { couponEndpoints } from './routes.ts';
import { couponLists } from './staff-lists.ts';
import { couponToday } from './today.ts';

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
