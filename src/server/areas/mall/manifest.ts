import { MALL_PAGES } from '#contract/mall.ts';
import { pageTags } from '../../http/cache-tags.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { addressRows, forgetAddresses } from '../../modules/addresses/index.ts';
import { forgetParcels, mallJobs, ownRedemptions, parcelsToShip, redeemerReview, redemptionRows } from '../../modules/mall/index.ts';
import { blocked } from '../../modules/privacy/index.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';
import type { Manifest } from '../manifest.ts';
import { mallEndpoints } from './routes.ts';
import { mallLists } from './staff-lists.ts';

/** Parcels on their way. */
const mallToday: TodaySource = async (ctx) => {
  const { list, total } = await ownRedemptions(ctx, { state: 'shipped', page: 1, limit: 1 });
  const first = list[0];
  return todayCard('know', {
    ...{ key: 'parcel', title: '待收货的兑换', text: first ? `${first.title}，${first.carrier} ${first.tracking_no}` : '' },
    ...{ num: total, href: first && total === 1 ? MALL_PAGES.result(first.id) : `${MALL_PAGES.redemptions.split('?')[0]}?tab=shipped` },
  });
};

/** The points mall and the address book. */
export const mallArea: Manifest = {
  name: 'mall',
  endpoints: mallEndpoints,
  jobs: mallJobs,
  staff_lists: mallLists,
  reviewables: [redeemerReview],
  today: mallToday,
  on: (app) => ({ 'mall.changed': [() => purgeTags(app, [pageTags.mall])] }),
  personal: {
    files: { 积分兑换: redemptionRows, 收货地址: addressRows },
    blockers: async (ctx, user_id) =>
      blocked(await parcelsToShip(ctx, user_id), (n) => `有 ${n} 件积分兑换还没有处理完，请先等它完成`, '/integral/integralDetails'),
    forget: [forgetAddresses, forgetParcels],
  },
};
