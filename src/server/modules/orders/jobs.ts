import { type App, createCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { countSales } from './count-sales.ts';
import { expireOrders } from './expire-orders.ts';
import { reconcilePayments, runRefunds } from './payments/reconcile-payments.ts';

/** Background work of orders: close expired ones, reconcile payments without a notify, carry out refunds. */
export function orderJobs(app: App): JobDefinition[] {
  const ctx = (name: string) => createCtx(app, { kind: 'job', name }, name);
  return [
    {
      name: 'orders.expire',
      cron: '* * * * *',
      async run() {
        await expireOrders(ctx('orders.expire'));
      },
    },
    {
      name: 'orders.count',
      cron: '* * * * *',
      async run() {
        await countSales(ctx('orders.count'));
      },
    },
    {
      name: 'orders.reconcile',
      cron: '*/3 * * * *',
      async run() {
        await reconcilePayments(ctx('orders.reconcile'));
      },
    },
    {
      name: 'orders.refund',
      cron: '* * * * *',
      async run() {
        await runRefunds(ctx('orders.refund'));
      },
    },
  ];
}
