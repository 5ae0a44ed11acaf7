import type { Ctx } from '../../app/ctx.ts';
import { defineSetting, fenSchema, getSetting } from '../settings/index.ts';

/** The key is older than its other uses: refunds were the first. */
export const confirmAbove = defineSetting('refund_confirm_above_fen', fenSchema(0, 1_000_000_000, 50_000), {
  group: '交易',
  title: '复核金额',
  about:
    '工作人员的退款、发放优惠券、积分与会员等操作，24 小时内合计超过此金额的，须由另一位同事在审核台确认；0 表示每一笔都要复核。仅管理员可修改，并须由另一位管理员确认。',
  moves_money: true,
});

export const confirmBound = (ctx: Ctx): Promise<number> => getSetting(ctx, confirmAbove);
