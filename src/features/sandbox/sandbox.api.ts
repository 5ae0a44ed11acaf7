import { gateway } from '#client/gateway.ts';
import type { SandboxSms } from '#contract/identity.ts';
import type { SandboxBill, SandboxCall, SandboxMail, SandboxPayInput, SandboxWechatPerson } from '#contract/sandbox.ts';

/** Newest first; all phones without a number. */
export async function fetchMessages(mobile: string): Promise<SandboxSms[]> {
  const { list } = await gateway('GET /sandbox/sms', mobile === '' ? {} : { mobile }, { silent: true });
  return list;
}

/** Payments that wait to be paid, newest first. */
export async function fetchOpenBills(): Promise<SandboxBill[]> {
  const { list } = await gateway('GET /sandbox/bills', {}, { silent: true });
  return list;
}

/** The bill behind a scanned QR; the error is for the screen. */
export function fetchBill(payment_no: string): Promise<SandboxBill> {
  return gateway('GET /sandbox/bill', { pay: payment_no }, { silent: true });
}

export function postPayment(input: SandboxPayInput): Promise<unknown> {
  return gateway('POST /sandbox/pay', input, { silent: true });
}

/** Private numbers that can be dialled, newest first. */
export async function fetchCalls(): Promise<SandboxCall[]> {
  const { list } = await gateway('GET /sandbox/calls', {}, { silent: true });
  return list;
}

export function postCall(x_number: string, caller: string): Promise<SandboxCall> {
  return gateway('POST /sandbox/call', { x_number, caller }, { silent: true });
}

/** Newest first. */
export async function fetchMails(): Promise<SandboxMail[]> {
  const { list } = await gateway('GET /sandbox/mails', {}, { silent: true });
  return list;
}

/** Whose WeChat the phone can use. */
export async function fetchWechatPeople(): Promise<SandboxWechatPerson[]> {
  const { list } = await gateway('GET /sandbox/wechat', {}, { silent: true });
  return list;
}

export function postWechat(state: string, action: 'scan' | 'confirm' | 'cancel', person?: string): Promise<null> {
  return gateway('POST /sandbox/wechat', { state, action, ...(person ? { person } : {}) }, { silent: true });
}
