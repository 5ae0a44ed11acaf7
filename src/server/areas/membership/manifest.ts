import { pageTags } from '../../http/cache-tags.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { isDrawn } from '../../modules/draws/index.ts';
import { activeVips, membershipSubject, ownTerms } from '../../modules/membership/index.ts';
import type { OrderSubject } from '../../modules/orders/index.ts';
import { once } from '../../modules/privacy/index.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';
import type { Manifest } from '../manifest.ts';
import { membershipEndpoints, staffMembershipEndpoints } from './routes.ts';

/** Draws stand above memberships: an order that was drawn for is used, or buyers would draw, take their money back and draw again. */
const memberships: OrderSubject = {
  ...(membershipSubject as OrderSubject),
  ways: [...membershipSubject.ways, 'draw'],
  usedBy: async (ctx, order) => [
    ...(await membershipSubject.usedBy(ctx, order)),
    ...((await isDrawn(ctx, order.id)) ? ['draw' as const] : []),
  ],
};

const SOON_MS = 14 * 86_400_000;

/** Memberships that end within two weeks. */
const membershipToday: TodaySource = async (ctx, user_id) => {
  const vips = await activeVips(ctx, user_id);
  const soon = ctx.app.clock.now().getTime() + SOON_MS;
  const num = [...vips.values()].filter(({ end_time }) => end_time.getTime() < soon).length;
  return todayCard('ending', {
    ...{ key: 'vip', title: '会员即将到期', text: '14 天内到期，续费时间自动顺延', num, href: '/personalCenter/myVipschemeOrder' },
  });
};

/** Memberships: plans, terms and their sale. */
export const membershipArea: Manifest = {
  name: 'membership',
  endpoints: [...membershipEndpoints, ...staffMembershipEndpoints],
  subjects: [memberships],
  today: membershipToday,
  on: (app) => ({ 'vip.plans_changed': [() => purgeTags(app, [pageTags.vips, pageTags.union])] }),
  personal: {
    files: { 会员: once(ownTerms) },
    losses: async (ctx, user_id) => {
      const { size } = await activeVips(ctx, user_id);
      return size > 0 ? [`${size} 种会员的剩余时间作废，不退款`] : [];
    },
  },
};
