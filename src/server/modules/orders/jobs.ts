import type { App } from '../../app/ctx.ts';
import { timedJob } from '../../app/timed-job.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { countSales } from './count-sales.ts';
import { expireOrders } from './expire-orders.ts';
import { reconcilePayments, runRefunds } from './payments/reconcile-payments.ts';

/** Background work of orders: close expired ones, reconcile payments without a notify, carry out refunds. */
export const orderJobs = (app: App): JobDefinition[] => [
  timedJob(app, 'orders.expire', '* * * * *', (ctx) => expireOrders(ctx)),
  timedJob(app, 'orders.count', '* * * * *', (ctx) => countSales(ctx)),
  // a call of the provider for each payment that waits
  { ...timedJob(app, 'orders.reconcile', '*/3 * * * *', reconcilePayments), expire_s: 1_800 },
  { ...timedJob(app, 'orders.refund', '* * * * *', runRefunds), expire_s: 1_800 },
];
