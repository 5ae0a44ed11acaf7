import { z } from 'zod';
import { defineSetting } from '../settings/index.ts';

export const orderTtl = defineSetting('order_ttl_min', z.int().min(1).max(1_440).default(15), {
  title: '订单有效时间',
  about: '未支付的订单在多少分钟后关闭。',
});
