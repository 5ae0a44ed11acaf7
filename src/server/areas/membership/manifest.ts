import { pageTags } from '../../http/cache-tags.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { isDrawn } from '../../modules/draws/index.ts';
import { activeVips, creditLess, membershipSubject, ownTerms } from '../../modules/membership/index.ts';
import type { OrderSubject } from '../../modules/orders/index.ts';
import { once } from '../../modules/privacy/index.ts';
import type { Manifest } from '../manifest.ts';
import { membershipEndpoints } from './routes.ts';
import { staffMembershipEndpoints } from './staff-routes.ts';
import { membershipToday } from './today.ts';

/** Draws stand above memberships: an order that was drawn for is used, or buyers would draw, take their money back and draw again. */
const memberships: OrderSubject = {
  ...(membershipSubject as OrderSubject),
  ways: [...membershipSubject.ways, 'draw'],
  usedBy: async (ctx, order) => [
    ...(await membershipSubject.usedBy(ctx, order)),
    ...((await isDrawn(ctx, order.id)) ? ['draw' as const] : []),
  ],
};

/** Memberships: plans, terms and their sale. */
export const membershipArea: Manifest = {
  name: 'membership',
  endpoints: [...membershipEndpoints, ...staffMembershipEndpoints],
  subjects: [memberships],
  on_refund: creditLess,
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
