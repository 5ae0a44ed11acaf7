import type { Context } from 'hono';
import { sandboxPayCalls } from '#contract/sandbox/pay-calls.ts';
import type { App, Ctx } from '../../app/ctx.ts';
import { serve } from '../../http/endpoint.ts';
import type { GatewayEnv } from '../../http/gateway.ts';
import { requireSandboxAllowed } from '../../http/sandbox-guard.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { paymentOfOrder, takeNotify } from '../../modules/orders/index.ts';
import { isSandboxPayment, type Notify, type SandboxPaymentPort } from '../../providers/payment/sandbox.ts';

const NOTIFY_PATH = '/pay/notify/sandbox';

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
  serve(sandboxPayCalls.bill, async (ctx, { pay }, c) => {
    const sandbox = sandboxOf(ctx, c);
    const payment_no = await paymentNo(ctx, pay);
    const bill = await sandbox.bill(payment_no, ctx.app.clock.now());
    if (!bill) throw notFound('没有需要支付的款项');
    return { payment_no, title: bill.title, price: bill.amount_fen / 100, status: bill.status };
  }),
  serve(sandboxPayCalls.bills, async (ctx, _input, c) => {
    const bills = await sandboxOf(ctx, c).openBills(ctx.app.clock.now());
    return { list: bills.map(({ payment_no, title, amount_fen, status }) => ({ payment_no, title, price: amount_fen / 100, status })) };
  }),
  serve(sandboxPayCalls.pay, async (ctx, input, c) => {
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
