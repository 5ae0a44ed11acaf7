import { invoiceOnRefund, invoiceRows } from '../../modules/invoices/index.ts';
import {
  listOrders,
  type OrderSubject,
  orderJobs,
  orderTtl,
  ownRefundDays,
  ownRefundsMost,
  ownRefundUpTo,
  refundConfirmAbove,
} from '../../modules/orders/index.ts';
import { paged } from '../../modules/privacy/index.ts';
import { itemSubject, publisherShare } from '../../modules/sales/index.ts';
import type { Manifest } from '../manifest.ts';
import { ownOrderEndpoints } from './own-order-routes.ts';
import { paymentEndpoints } from './payment-routes.ts';
import { orderEndpoints } from './routes.ts';
import { salesToday } from './today.ts';

/** Orders and payments of every subject, their refunds and invoices, and the sale of items. */
export const salesArea: Manifest = {
  name: 'sales',
  endpoints: [...orderEndpoints, ...ownOrderEndpoints, ...paymentEndpoints],
  jobs: orderJobs,
  settings: [orderTtl, publisherShare, refundConfirmAbove, ownRefundDays, ownRefundUpTo, ownRefundsMost],
  subjects: [itemSubject as OrderSubject],
  on_refund: invoiceOnRefund,
  today: salesToday,
  personal: {
    files: {
      订单: paged(async (ctx, _user_id, at) => (await listOrders(ctx, null, { status: null, ...at })).list),
      发票: invoiceRows,
    },
  },
};
