import type { TodayCard } from '#contract/account.ts';
import { ORDER_WAITING } from '#contract/order.ts';
import type { Ctx } from '../app/ctx.ts';
import { allKinds, countItemsOf } from '../modules/catalog/index.ts';
import { activeVips } from '../modules/membership/index.ts';
import { unreadCount } from '../modules/notices/index.ts';
import { listOrders } from '../modules/orders/index.ts';
import { pointSums } from '../modules/points/index.ts';
import { ownedCoupons } from '../modules/vouchers/index.ts';

const SOON_MS = 14 * 86_400_000;

/** What waits for the reader: only what there is, the most pressing first. */
export async function todayCards(ctx: Ctx, user_id: number): Promise<TodayCard[]> {
  const [{ counts: orders }, unread, works, vips, points, { counts: coupons }] = await Promise.all([
    listOrders(ctx, null, { status: ORDER_WAITING, page: 1, limit: 1 }),
    unreadCount(ctx, user_id),
    countItemsOf(
      ctx,
      user_id,
      allKinds().filter(({ ends }) => !ends),
    ),
    activeVips(ctx, user_id),
    pointSums(ctx),
    ownedCoupons(ctx, { user_id, status: 0, page: 1, limit: 1 }),
  ]);
  const now = ctx.app.clock.now().getTime();
  const ending = [...vips.values()].filter(({ end_time }) => end_time.getTime() - now < SOON_MS).length;
  const card = (key: string, title: string, text: string, num: number, href: string): TodayCard[] =>
    num > 0 ? [{ key, title, text, num, href }] : [];
  return [
    ...card('order', '待付款订单', '到时未付款会自动关闭', orders.waiting, '/personalCenter/myOrder?tab=orders'),
    ...card('rejected', '未通过审核的作品', '按意见修改后可以再次提交', works.get('rejected') ?? 0, '/personalCenter/myPublish'),
    ...card('vip', '会员即将到期', '14 天内到期，续费时间自动顺延', ending, '/vip/openVip'),
    ...card('points', '即将到期的积分', '30 天内到期，可到积分商城兑换', points.ending_points, '/integral'),
    ...card('message', '未读消息', '订阅上新、订单与账号通知', unread, '/personalCenter/myMessage'),
    ...card('reviewing', '审核中的作品', '通过后自动上架', works.get('reviewing') ?? 0, '/personalCenter/myPublish'),
    ...card('coupon', '可用的优惠券', '购买时自动可选', coupons[0], '/personalCenter/myCoupon'),
  ];
}
