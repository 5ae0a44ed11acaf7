import type { SandboxApp } from '#contract/sandbox.ts';
import type { App } from '../kernel/ctx.ts';
import { isSandboxPayment } from '../providers/payment/sandbox.ts';
import { isSandboxSms } from '../providers/sms/sandbox.ts';

/** Apps of the phone on /sandbox: one for each port that is in sandbox. None: the phone is gone. */
export function sandboxApps(app: App): SandboxApp[] {
  const { payment, sms } = app.providers;
  return [...(isSandboxSms(sms) ? (['sms'] as const) : []), ...(isSandboxPayment(payment) ? (['pay'] as const) : [])];
}
