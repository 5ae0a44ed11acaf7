import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { flagField, idField } from '#contract/input-fields.ts';
import { cartOrderInput, cartOutput } from '#contract/outputs/cart.ts';
import { orderOutput } from '#contract/outputs/order.ts';

const call = callsOf('order');

export const salesCartCalls = {
  cart: call('GET', '/user/cart', {
    summary: '购物车：作品、现价与合计，refusal 为不能购买的原因；series 为整套购买这个系列',
    open: { series: 'shown' },
    input: z.object({ series: idField.optional() }),
    output: cartOutput,
  }),
  put: call('POST', '/user/cart', {
    summary: '放入购物车，out 为 1 时移出',
    open: { id: 'shown' },
    input: z.object({ id: idField, out: flagField.default(false) }),
    output: cartOutput,
  }),
  order: call('POST', '/user/cart/order', {
    summary: '一次支付几件作品：每件一个订单，答复为合计与第一个的 orderid',
    limit: { points: 120, window_s: 60 },
    open: { ids: 'shown', series: 'shown' },
    input: cartOrderInput,
    output: orderOutput,
  }),
};
