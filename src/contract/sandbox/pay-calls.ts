import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { wholeNumber } from '#contract/input-fields.ts';

const call = callsOf('sandbox');

const orderidField = z.string({ error: '订单号无效' }).regex(/^[PA]?\d{24}$/, '订单号无效');

const billOutput = z.strictObject({
  payment_no: z.string(),
  title: z.string(),
  price: z.number(),
  status: z.enum(['waiting', 'paid', 'failed', 'closed']),
  /** Consent to later payments, agreed to instead of paid. */
  is_agreement: z.boolean(),
});

export const sandboxPayCalls = {
  bill: call('GET', '/sandbox/bill', {
    summary: '演示手机扫码后看到的账单',
    auth: 'none',
    open: { pay: 'payment' },
    input: z.object({ pay: orderidField }),
    output: billOutput,
  }),
  bills: call('GET', '/sandbox/bills', {
    summary: '演示手机上等待付款的账单，最新的在前',
    auth: 'none',
    output: z.strictObject({
      list: z.array(billOutput),
    }),
  }),
  claim: call('POST', '/sandbox/claim', {
    summary: '演示手机：就付过的款项投诉、向银行拒付，或撤回',
    auth: 'none',
    open: { orderid: 'order' },
    input: z.object({
      orderid: orderidField,
      kind: z.enum(['chargeback', 'complaint'], { error: '类型无效' }),
      status: z.enum(['open', 'withdrawn'], { error: '状态无效' }).default('open'),
      copies: wholeNumber('数值无效', 1, 64).default(1),
    }),
    output: z.strictObject({ notified: z.array(z.number()) }),
  }),
  pay: call('POST', '/sandbox/pay', {
    summary: '演示支付：付款或拒绝，随后由支付沙箱发送签名回调',
    auth: 'none',
    open: { orderid: 'order' },
    input: z.object({
      orderid: orderidField,
      channel: z.enum(['wechat', 'alipay'], { error: '支付方式无效' }).default('wechat'),
      result: z.enum(['success', 'fail'], { error: '结果无效' }).default('success'),
      /** How the provider behaves: callbacks late, several times, or never; refunds that fail first. */
      delay_ms: wholeNumber('数值无效', 0, 10_000).default(0),
      copies: wholeNumber('数值无效', 0, 16).default(1),
      refund_failures: wholeNumber('数值无效', 0, 10).default(0),
    }),
    output: z.strictObject({ payment_no: z.string(), status: z.enum(['paid', 'failed', 'waiting']), notified: z.array(z.number()) }),
  }),
};
