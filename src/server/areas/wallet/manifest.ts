import { coinPacks, coinSubject } from '../../modules/coins/index.ts';
import {
  payoutJobs,
  withdrawalIdentityFrom,
  withdrawalMinimum,
  withdrawalOpen,
  withdrawalReview,
  withdrawalTaxNote,
} from '../../modules/payouts/index.ts';
import { walletJobs } from '../../modules/wallet/index.ts';
import type { Manifest } from '../manifest.ts';
import { walletPersonal } from './personal.ts';
import { walletEndpoints } from './routes.ts';
import { withdrawalList } from './withdrawal-list.ts';

/** Coins, what moved on one's accounts, and earnings on their way out. */
export const walletArea: Manifest = {
  name: 'wallet',
  endpoints: walletEndpoints,
  jobs: (app) => [...walletJobs(app), ...payoutJobs(app)],
  subjects: [coinSubject],
  settings: [coinPacks, withdrawalOpen, withdrawalMinimum, withdrawalTaxNote, withdrawalIdentityFrom],
  reviewables: [withdrawalReview],
  staff_lists: [withdrawalList],
  personal: walletPersonal,
};
