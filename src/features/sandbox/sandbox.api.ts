import { gateway } from '#client/gateway.ts';
import type { SandboxSms } from '#contract/identity.ts';
import type { SandboxBill, SandboxCall, SandboxMail, SandboxWechatPerson } from '#contract/sandbox.ts';

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

/** Private numbers that can be dialled, newest first. */
export async function fetchCalls(): Promise<SandboxCall[]> {
  const { list } = await gateway('GET /sandbox/calls', {}, { silent: true });
  return list;
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
