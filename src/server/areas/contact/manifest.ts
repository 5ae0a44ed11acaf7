import {
  contactClosed,
  contactCoins,
  contactFreeForCompanies,
  contactJobs,
  contactOpen,
  contactPrices,
  unlockRows,
} from '../../modules/contacts/index.ts';
import type { Manifest } from '../manifest.ts';
import { contactEndpoints } from './routes.ts';
import { unlockList } from './unlock-list.ts';

/** Reaching suppliers by private numbers. */
export const contactArea: Manifest = {
  name: 'contact',
  endpoints: contactEndpoints,
  jobs: contactJobs,
  settings: [contactOpen, contactCoins, contactPrices, contactClosed, contactFreeForCompanies],
  staff_lists: [unlockList],
  personal: { files: { 联系方式解锁: unlockRows } },
};
