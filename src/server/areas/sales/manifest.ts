import { ORDER_WAITING } from '#contract/order.ts';
import { paths } from '#contract/paths.ts';
import { invoiceNews, invoiceOnRefund, invoiceRows } from '../../modules/invoices/index.ts';
import {
  bankAccount,
  claimJobs,
  claimRows,
  countAliveOfUser,
  listOrders,
  type OrderSubject,
  orderJobs,
  orderTtl,
  ownRefundDays,
  ownRefundsMost,
  ownRefundUpTo,
  payerTraces,
  refundConfirmAbove,
  tellPaid,
  transferDays,
} from '../../modules/orders/index.ts';
import { blocked, paged } from '../../modules/privacy/index.ts';
import { cartRows, clearCart, itemSubject, publisherShare, takeFromCart } from '../../modules/sales/index.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';
import type { Manifest } from '../manifest.ts';
import { cartEndpoints, orderEndpoints, ownOrderEndpoints, paymentEndpoints } from './routes.ts';

const ORDERS = '/personalCenter/myOrder?view=orders';

/** Orders that can still be paid, and what became of invoices. */
const salesToday: TodaySource = async (ctx, user_id) => {
  const { counts } = await listOrders(ctx, null, { status: ORDER_WAITING, page: 1, limit: 1 });
  const { refused, issued } = await invoiceNews(ctx, user_id);
  const of = (orderids: readonly string[]) => (orderids.length === 1 ? paths.order(orderids[0] as string) : `${ORDERS}&status=paid`);
  return [
    ...todayCard('answer', {
      ...{ key: 'order', title: '待付款订单', text: '到时未付款会自动关闭', num: counts.waiting, href: `${ORDERS}&status=waiting` },
    }),
    ...todayCard('answer', {
      ...{ key: 'invoice-refused', title: '发票未能开具', text: '看看原因，修改后可以再次申请', num: refused.length, href: of(refused) },
    }),
    ...todayCard('know', {
      ...{ key: 'invoice', title: '发票已开具', text: '近 7 天开出，可以下载', num: issued.length, href: of(issued) },
    }),
  ];
};

/** Orders and payments of every subject, their refunds and invoices, and the sale of items. */
export const salesArea: Manifest = {
  name: 'sales',
  endpoints: [...orderEndpoints, ...cartEndpoints, ...ownOrderEndpoints, ...paymentEndpoints],
  jobs: (app) => [...orderJobs(app), ...claimJobs(app)],
  settings: [bankAccount, transferDays, orderTtl, publisherShare, refundConfirmAbove, ownRefundDays, ownRefundUpTo, ownRefundsMost],
  subjects: [itemSubject as OrderSubject],
  on_refund: invoiceOnRefund,
  account_traces: [['payer', payerTraces]],
  today: salesToday,
  on: (_app, ctx) => ({
    'order.paid': [
      ({ order_id }) => tellPaid(ctx, order_id),
      async ({ subject, subject_id, buyer_id }) => {
        if (subject === itemSubject.name) await takeFromCart(ctx, buyer_id, subject_id);
      },
    ],
  }),
  personal: {
    files: {
      订单: paged(async (ctx, _user_id, at) => (await listOrders(ctx, null, { status: null, ...at })).list),
      发票: invoiceRows,
      拒付与投诉: claimRows,
      购物车: cartRows,
    },
    forget: [({ db }, user_id) => clearCart(db, user_id)],
    blockers: async (ctx, user_id) =>
      blocked(await countAliveOfUser(ctx.db, user_id), (n) => `有 ${n} 件拒付或投诉正在处理，请等支付方有结果`, ORDERS),
  },
};
