import { pageTags } from '../../http/cache-tags.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { creditLess, membershipSubject } from '../../modules/membership/index.ts';
import type { Manifest } from '../manifest.ts';
import { membershipEndpoints } from './routes.ts';
import { staffMembershipEndpoints } from './staff-routes.ts';
import { membershipToday } from './today.ts';

/** Memberships: plans, terms and their sale. */
export const membershipArea: Manifest = {
  name: 'membership',
  endpoints: [...membershipEndpoints, ...staffMembershipEndpoints],
  subjects: [membershipSubject],
  on_refund: creditLess,
  today: membershipToday,
  on: (app) => ({ 'vip.plans_changed': [() => purgeTags(app, [pageTags.vips])] }),
};
