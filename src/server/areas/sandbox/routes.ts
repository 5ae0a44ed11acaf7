import type { Context } from 'hono';
import { sandboxCallCalls } from '#contract/sandbox/call-calls.ts';
import { sandboxMailCalls } from '#contract/sandbox/mail-calls.ts';
import { sandboxPayCalls } from '#contract/sandbox/pay-calls.ts';
import { sandboxSmsCalls } from '#contract/sandbox/sms-calls.ts';
import { sandboxWechatCalls } from '#contract/sandbox/wechat-calls.ts';
import type { App, Ctx } from '../../app/ctx.ts';
import { ensureBrowser } from '../../http/browser-cookie.ts';
import { deviceName } from '../../http/device-name.ts';
import { serve } from '../../http/endpoint.ts';
import type { GatewayEnv } from '../../http/gateway.ts';
import { requireSandboxAllowed } from '../../http/sandbox-guard.ts';
import { AppError, invalid, notFound } from '../../kernel/errors.ts';
import { logInByPassword, maskMobile } from '../../modules/identity/index.ts';
import { paymentOfOrder, takeNotify } from '../../modules/orders/index.ts';
import { noteScan, takeWechatCode } from '../../modules/wechat/index.ts';
import { isSandboxCalls, type SandboxCallPort } from '../../providers/calls/sandbox.ts';
import { isSandboxMail } from '../../providers/mail/sandbox.ts';
import { isSandboxPayment, type Notify, type SandboxPaymentPort } from '../../providers/payment/sandbox.ts';
import { isSandboxSms } from '../../providers/sms/sandbox.ts';
import { isSandboxWechat, SANDBOX_PEOPLE, type SandboxWechatPort } from '../../providers/wechat-login/sandbox.ts';
import { userInfo } from '../../views/user-info.ts';

function sandboxCalls(ctx: Ctx, c: Context): SandboxCallPort {
  requireSandboxAllowed(ctx, c);
  const { calls } = ctx.app.providers;
  if (!isSandboxCalls(calls)) throw notFound('接口不存在');
  return calls;
}

type Row = Awaited<ReturnType<SandboxCallPort['open']>>[number];
const shown = ({ x_number, caller, callee, title, rung }: Row) => ({
  ...{ x_number, caller, title, rung },
  callee: maskMobile(callee),
});

/** The phone's side of private numbers: what can be dialled, and dialling. There only while calls are in sandbox. */
export const sandboxCallEndpoints = [
  serve(sandboxCallCalls.calls, async (ctx, _input, c) => ({ list: (await sandboxCalls(ctx, c).open(ctx.app.clock.now())).map(shown) })),
  serve(sandboxCallCalls.call, async (ctx, { x_number, caller }, c) => {
    const row = await sandboxCalls(ctx, c).dial(x_number, caller, ctx.app.clock.now());
    if (!row) throw new AppError('您拨打的号码无法接通：号码已到期，或本机号码不是绑定的号码');
    return shown(row);
  }),
];

/** The phone's mailbox. There only while mail is in sandbox. */
export const sandboxMailEndpoints = [
  serve(sandboxMailCalls.mails, async (ctx, _input, c) => {
    requireSandboxAllowed(ctx, c);
    const { mail } = ctx.app.providers;
    if (!isSandboxMail(mail)) throw notFound('接口不存在');
    return { list: await mail.inbox() };
  }),
];

/** What the phone on /sandbox does. Each call is there only while its port is in sandbox, and for this machine alone. */
export const sandboxEndpoints = [
  serve(sandboxSmsCalls.sms, async (ctx, { mobile }, c) => {
    requireSandboxAllowed(ctx, c);
    const { sms } = ctx.app.providers;
    if (!isSandboxSms(sms)) throw notFound('接口不存在');
    return { list: await sms.inbox(mobile ?? null) };
  }),
  serve(sandboxSmsCalls.login, async (ctx, { mobile }, c) => {
    requireSandboxAllowed(ctx, c);
    const account = ctx.app.sandbox_accounts.find((one) => one.mobile === mobile);
    if (!account) throw notFound('没有这个演示账号');
    const address = 'address' in ctx.actor ? ctx.actor.address : '';
    const { token, user_id } = await logInByPassword(
      ctx,
      { account: mobile, password: account.password, device: deviceName(c.req.header('user-agent')), browser: ensureBrowser(ctx.app, c) },
      address,
    );
    return { token, userinfo: await userInfo(ctx, user_id) };
  }),
];

function sandboxWechat(ctx: Ctx, c: Context): SandboxWechatPort {
  requireSandboxAllowed(ctx, c);
  const { wechat_login } = ctx.app.providers;
  if (!isSandboxWechat(wechat_login)) throw notFound('接口不存在');
  return wechat_login;
}

/** The phone's WeChat: scans a login's QR, then agrees as somebody or gives up. There only while WeChat login is in sandbox. */
export const sandboxWechatEndpoints = [
  serve(sandboxWechatCalls.get_wechat, async (ctx, _input, c) => {
    sandboxWechat(ctx, c);
    return { list: Object.entries(SANDBOX_PEOPLE).map(([key, { nickname }]) => ({ key, nickname })) };
  }),
  serve(sandboxWechatCalls.post_wechat, async (ctx, { state, action, person }, c) => {
    const port = sandboxWechat(ctx, c);
    if (person !== undefined && !Object.hasOwn(SANDBOX_PEOPLE, person)) throw invalid({ person: '没有这个微信身份' });
    if (action === 'confirm') {
      await takeWechatCode(ctx, { code: await port.agree(person ?? 'person1'), passed: state, browser: null });
    } else await noteScan(ctx, state, action === 'scan' ? 'scanned' : 'cancelled');
    return null;
  }),
];

const NOTIFY_PATH = '/pay/notify/sandbox';

function sandboxPayment(ctx: Ctx, c: Context): SandboxPaymentPort {
  requireSandboxAllowed(ctx, c);
  const { payment } = ctx.app.providers;
  if (!isSandboxPayment(payment)) throw notFound('接口不存在');
  return payment;
}

/** As our numbers of agreements begin. */
const isAgreement = (number: string): boolean => number.startsWith('A');

/** The payment number behind an order number; a scanned QR names the payment itself. */
async function paymentNo(ctx: Ctx, number: string): Promise<string> {
  const payment_no = number.startsWith('P') || isAgreement(number) ? number : await paymentOfOrder(ctx, number);
  if (payment_no === null) throw notFound('没有需要支付的款项');
  return payment_no;
}

const billOf = (
  payment_no: string,
  { title, amount_fen, status, is_agreement }: NonNullable<Awaited<ReturnType<SandboxPaymentPort['bill']>>>,
) => ({
  ...{ payment_no, title, price: amount_fen / 100, status, is_agreement },
});

/** The payer's phone: shows the bill behind a scanned QR, pays or declines it. There only while payment is in sandbox. */
export const sandboxPayEndpoints = [
  serve(sandboxPayCalls.bill, async (ctx, { pay }, c) => {
    const sandbox = sandboxPayment(ctx, c);
    const payment_no = await paymentNo(ctx, pay);
    const bill = await sandbox.bill(payment_no, ctx.app.clock.now());
    if (!bill) throw notFound('没有需要支付的款项');
    return billOf(payment_no, bill);
  }),
  serve(sandboxPayCalls.bills, async (ctx, _input, c) => {
    const bills = await sandboxPayment(ctx, c).openBills(ctx.app.clock.now());
    return { list: bills.map((bill) => billOf(bill.payment_no, bill)) };
  }),
  serve(sandboxPayCalls.claim, async (ctx, { orderid, copies, ...input }, c) => {
    const sandbox = sandboxPayment(ctx, c);
    const words = input.kind === 'chargeback' ? '持卡人否认这笔交易' : '收到的内容与描述不符';
    const facts = await sandbox.claim(await paymentNo(ctx, orderid), { ...input, words }, ctx.app.clock.now());
    if (!facts) throw notFound('没有付过这笔款项');
    const send = () => deliver(ctx.app, sandbox.signNotify(facts, ctx.app.clock.now()), c, ctx.request_id);
    return { notified: await Promise.all(Array.from({ length: copies }, send)) };
  }),
  serve(sandboxPayCalls.pay, async (ctx, input, c) => {
    const sandbox = sandboxPayment(ctx, c);
    const payment_no = await paymentNo(ctx, input.orderid);
    const facts = await sandbox.pay(payment_no, input.channel, input.result, ctx.app.clock.now());
    if (!facts) throw notFound('没有需要支付的款项');
    if (input.refund_failures > 0) await sandbox.failRefunds(payment_no, input.refund_failures);
    if (facts.status === 'closed') throw new AppError('二维码已失效，请刷新后重新扫码');
    // who agrees to later payments is asked about; nothing is paid that would be announced
    if (isAgreement(payment_no)) return { payment_no, status: facts.status, notified: [] };
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
