import { MALL_PAGES } from '#contract/mall.ts';
import { ownRedemptions } from '../../modules/mall/index.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';

/** Parcels on their way. */
export const mallToday: TodaySource = async (ctx) => {
  const { list, total } = await ownRedemptions(ctx, { state: 'shipped', page: 1, limit: 1 });
  const first = list[0];
  return todayCard('know', {
    ...{ key: 'parcel', title: '待收货的兑换', text: first ? `${first.title}，${first.carrier} ${first.tracking_no}` : '' },
    ...{ num: total, href: first && total === 1 ? MALL_PAGES.result(first.id) : `${MALL_PAGES.redemptions.split('?')[0]}?tab=shipped` },
  });
};
