import { activeVips } from '../../modules/membership/index.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';

const SOON_MS = 14 * 86_400_000;

/** Memberships that end within two weeks. */
export const membershipToday: TodaySource = async (ctx, user_id) => {
  const vips = await activeVips(ctx, user_id);
  const soon = ctx.app.clock.now().getTime() + SOON_MS;
  const num = [...vips.values()].filter(({ end_time }) => end_time.getTime() < soon).length;
  return todayCard('ending', {
    ...{ key: 'vip', title: '会员即将到期', text: '14 天内到期，续费时间自动顺延', num, href: '/personalCenter/myVipschemeOrder' },
  });
};
