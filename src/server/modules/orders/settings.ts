import { z } from 'zod';
import { defineSetting } from '../settings/index.ts';

export const orderTtl = defineSetting('order_ttl_min', z.int().min(1).max(1_440).default(15), {
  title: '订单有效时间',
  about: '未支付的订单在多少分钟后关闭。',
});

export const refundConfirmAbove = defineSetting('refund_confirm_above_fen', z.int().min(0).max(1_000_000_000).default(50_000), {
  title: '退款复核金额（分）',
  about: '退给买家超过此金额的退款，须由另一位同事在审核台确认；0 表示每一笔都要复核。',
});
