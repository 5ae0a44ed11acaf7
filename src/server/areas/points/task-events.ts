import { profilePointsKey } from '#contract/points.ts';
import type { Ctx } from '../../app/ctx.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { downloadsOf } from '../../modules/downloads/index.ts';
import { marksMade, marksStanding } from '../../modules/engagement/index.ts';
import { leftToRefund, paidSince } from '../../modules/orders/index.ts';
import { isGranted } from '../../modules/points/index.ts';
import { signedToday } from '../../modules/signin/index.ts';
import type { TaskEvent } from '../../modules/tasks/index.ts';

const EVER = new Date(0);

/** What a coupon paid whole earns nothing, nor what went back whole. */
const boughtBy = async (ctx: Ctx, buyer_id: number, since: Date): Promise<string[]> =>
  (await paidSince(ctx, { buyer_id, subject: 'item', since })).filter((order) => leftToRefund(order) > 0).map(({ orderid }) => orderid);

const mark = (kind: 'collect' | 'follow', title: string): TaskEvent => ({
  ...{ name: kind, title, undoable: true, earned_by: 'act' },
  acts: (ctx, user_id, range, most) => marksMade(ctx, kind, { user_id, ...range }, most),
  standing: (ctx, user_id, acts) => marksStanding(ctx, kind, user_id, acts),
});

/** What tasks may ask for. */
export const taskEvents: readonly TaskEvent[] = [
  {
    ...{ name: 'signin', title: '每日签到', undoable: false, earned_by: 'act' },
    // only today can be asked for, so a task of it is a daily one
    acts: async (ctx, user_id) => ((await signedToday(ctx, user_id)) ? [shanghaiDay(ctx.app.clock.now())] : []),
  },
  mark('collect', '收藏作品'),
  mark('follow', '关注发布者或店铺'),
  {
    ...{ name: 'download', title: '免费或以会员下载作品', undoable: false, earned_by: 'act' },
    acts: async (ctx, user_id, { from }, most) => {
      const taken = await downloadsOf(ctx, user_id, most);
      return taken.filter(({ at }) => from === null || at >= from).map(({ item_id }) => String(item_id));
    },
  },
  {
    ...{ name: 'order', title: '购买作品（退款后不发奖励）', undoable: true, earned_by: 'payment' },
    acts: (ctx, buyer_id, { from }) => boughtBy(ctx, buyer_id, from ?? EVER),
    standing: async (ctx, buyer_id, acts) => {
      return (await boughtBy(ctx, buyer_id, EVER)).filter((orderid) => acts.includes(orderid));
    },
  },
  {
    ...{ name: 'profile', title: '完善个人信息（积分随资料发放）', undoable: false, earned_by: 'act' },
    acts: async () => [],
    rewarded: (ctx, user_id) => isGranted(ctx, profilePointsKey(user_id)),
  },
];
