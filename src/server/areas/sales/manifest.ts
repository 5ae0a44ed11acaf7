import { isDownloadedSince } from '../../modules/downloads/index.ts';
import { invoiceOnRefund } from '../../modules/invoices/index.ts';
import { type OrderSubject, orderJobs, orderTtl, ownRefundDays, ownRefundUpTo, refundConfirmAbove } from '../../modules/orders/index.ts';
import { itemSubject, publisherShare } from '../../modules/sales/index.ts';
import { watchedSince } from '../../modules/study/index.ts';
import type { Manifest } from '../manifest.ts';
import { ownOrderEndpoints } from './own-order-routes.ts';
import { paymentEndpoints } from './payment-routes.ts';
import { orderEndpoints } from './routes.ts';
import { salesToday } from './today.ts';

/** Downloads stand above sales, so what counts as used is said where both are known. */
const items: OrderSubject = {
  ...(itemSubject as OrderSubject),
  isUsed: async (ctx, { buyer_id, subject_id, paid_at }) =>
    paid_at !== null &&
    ((await isDownloadedSince(ctx, { user_id: buyer_id, item_id: subject_id, since: paid_at }, { lock: 'afterCommit' in ctx })) ||
      (await watchedSince(ctx, { user_id: buyer_id, item_id: subject_id, since: paid_at }))),
};

/** Orders and payments of every subject, their refunds and invoices, and the sale of items. */
export const salesArea: Manifest = {
  name: 'sales',
  endpoints: [...orderEndpoints, ...ownOrderEndpoints, ...paymentEndpoints],
  jobs: orderJobs,
  settings: [orderTtl, publisherShare, refundConfirmAbove, ownRefundDays, ownRefundUpTo],
  subjects: [items],
  on_refund: invoiceOnRefund,
  today: salesToday,
};
