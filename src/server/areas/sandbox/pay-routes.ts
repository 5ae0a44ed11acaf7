import type { Context } from 'hono';
import { z } from 'zod';
import type { App, Ctx } from '../../app/ctx.ts';
import { endpoint } from '../../http/endpoint.ts';
import { noInput, wholeNumber } from '../../http/fields.ts';
import type { GatewayEnv } from '../../http/gateway.ts';
import { requireSandboxAllowed } from '../../http/sandbox-guard.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { paymentOfOrder, takeNotify } from '../../modules/orders/index.ts';
import { isSandboxPayment, type Notify, type SandboxPaymentPort } from '../../providers/payment/sandbox.ts';

const NOTIFY_PATH = '/pay/notify/sandbox';
const orderidField = z.string({ error: '订单号无效' }).regex(/^P?\d{24}$/, '订单号无效');

function sandboxOf(ctx: Ctx, c: Context): SandboxPaymentPort {
  requireSandboxAllowed(ctx, c);
  const { payment } = ctx.app.providers;
  if (!isSandboxPayment(payment)) throw notFound('接口不存在');
  return payment;
}

/** The payment number behind an order number; a scanned QR names the payment itself. */
async function paymentNo(ctx: Ctx, number: string): Promise<string> {
  const payment_no = number.startsWith('P') ? number : await paymentOfOrder(ctx, number);
  if (payment_no === null) throw notFound('没有需要支付的款项');
  return payment_no;
}

/** The payer's phone: shows the bill behind a scanned QR, pays or declines it. There only while payment is in sandbox. */
export const sandboxPayEndpoints = [
  endpoint({
    method: 'GET',
    path: '/sandbox/bill',
    summary: '演示手机扫码后看到的账单',
    tag: 'sandbox',
    auth: 'none',
    input: z.object({ pay: orderidField }),
    output: z.strictObject({ payment_no: z.string(), title: z.string(), price: z.number(), status: z.string() }),
    handle: async (ctx, { pay }, c) => {
      const sandbox = sandboxOf(ctx, c);
      const payment_no = await paymentNo(ctx, pay);
      const bill = await sandbox.bill(payment_no, ctx.app.clock.now());
      if (!bill) throw notFound('没有需要支付的款项');
      return { payment_no, title: bill.title, price: bill.amount_fen / 100, status: bill.status };
    },
  }),
  endpoint({
    method: 'GET',
    path: '/sandbox/bills',
    summary: '演示手机上等待付款的账单，最新的在前',
    tag: 'sandbox',
    auth: 'none',
    input: noInput,
    output: z.strictObject({
      list: z.array(z.strictObject({ payment_no: z.string(), title: z.string(), price: z.number(), status: z.string() })),
    }),
    handle: async (ctx, _input, c) => {
      const bills = await sandboxOf(ctx, c).openBills(ctx.app.clock.now());
      return { list: bills.map(({ payment_no, title, amount_fen, status }) => ({ payment_no, title, price: amount_fen / 100, status })) };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/sandbox/pay',
    summary: '演示支付：付款或拒绝，随后由支付沙箱发送签名回调',
    tag: 'sandbox',
    auth: 'none',
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
    handle: async (ctx, input, c) => {
      const sandbox = sandboxOf(ctx, c);
      const payment_no = await paymentNo(ctx, input.orderid);
      const facts = await sandbox.pay(payment_no, input.channel, input.result, ctx.app.clock.now());
      if (!facts) throw notFound('没有需要支付的款项');
      if (input.refund_failures > 0) await sandbox.failRefunds(payment_no, input.refund_failures);
      if (facts.status === 'closed') throw new AppError('二维码已失效，请刷新后重新扫码');
      if (input.delay_ms > 0) await new Promise((resolve) => setTimeout(resolve, input.delay_ms));
      const send = () => deliver(ctx.app, sandbox.signNotify(facts, ctx.app.clock.now()), c, ctx.request_id);
      const answers = await Promise.all(Array.from({ length: input.copies }, send));
      return { payment_no, status: facts.status, notified: answers };
    },
  }),
];

/** Over the wire to the port that this call came in by; straight to the handler where there is none. Returns the answer's status. */
async function deliver(app: App, notify: Notify, c: Context, request_id: string): Promise<number> {
  const socket = (c.env as GatewayEnv['Bindings'] | undefined)?.incoming?.socket;
  if (!socket?.localPort) {
    const raw = Buffer.from(notify.body);
    return (await takeNotify(app, 'sandbox', raw, new Headers(notify.headers), request_id)).status;
  }
  const address = socket.localAddress?.includes(':') ? `[${socket.localAddress}]` : socket.localAddress;
  const response = await fetch(`http://${address}:${socket.localPort}/gateway${NOTIFY_PATH}`, {
    method: 'POST',
    body: notify.body,
    headers: notify.headers,
  });
  return response.status;
}
