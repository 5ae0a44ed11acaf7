import { giveToNew, voucherJobs } from '../../modules/vouchers/index.ts';
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
};
