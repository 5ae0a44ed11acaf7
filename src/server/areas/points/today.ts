import { pointSums } from '../../modules/points/index.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';

export const pointsToday: TodaySource = async (ctx) => {
  const { ending_points: num } = await pointSums(ctx);
  return todayCard('ending', { key: 'points', title: '即将到期的积分', text: '30 天内到期，可到积分商城兑换', num, href: '/integral' });
};
