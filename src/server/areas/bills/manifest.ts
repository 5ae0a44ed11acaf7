import { invoiceJobs } from '../../modules/invoices/index.ts';
import { reconcileJobs } from '../../modules/reconcile/index.ts';
import { billLists } from '../../views/admin/bill-lists.ts';
import type { Manifest } from '../manifest.ts';
import { billEndpoints } from './routes.ts';

/** Income, invoices and the comparison with the provider's bills, for staff. */
export const billsArea: Manifest = {
  name: 'bills',
  endpoints: billEndpoints,
  jobs: (app) => [...reconcileJobs(app), ...invoiceJobs(app)],
  staff_lists: billLists,
};
