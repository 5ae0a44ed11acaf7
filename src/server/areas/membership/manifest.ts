import { membershipSubject } from '../../modules/membership/index.ts';
import type { Manifest } from '../manifest.ts';
import { membershipEndpoints } from './routes.ts';
import { staffMembershipEndpoints } from './staff-routes.ts';

/** Memberships: plans, terms and their sale. */
export const membershipArea: Manifest = {
  name: 'membership',
  endpoints: [...membershipEndpoints, ...staffMembershipEndpoints],
  subjects: [membershipSubject],
};
