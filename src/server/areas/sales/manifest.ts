import { orderJobs, orderTtl, refundConfirmAbove } from '../../modules/orders/index.ts';
import { itemSubject, publisherShare } from '../../modules/sales/index.ts';
import type { Manifest } from '../manifest.ts';
import { paymentEndpoints } from './payment-routes.ts';
import { orderEndpoints } from './routes.ts';

/** Orders and payments of every subject, and the sale of items. */
export const salesArea: Manifest = {
  name: 'sales',
  endpoints: [...orderEndpoints, ...paymentEndpoints],
  jobs: orderJobs,
  settings: [orderTtl, publisherShare, refundConfirmAbove],
  subjects: [itemSubject],
};
