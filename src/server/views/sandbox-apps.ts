import type { SandboxApp, TrialAccount } from '#contract/sandbox.ts';
import type { App } from '../app/ctx.ts';
import { isSandboxCalls } from '../providers/calls/sandbox.ts';
import { isSandboxPayment } from '../providers/payment/sandbox.ts';
import { isSandboxSms } from '../providers/sms/sandbox.ts';

/** Apps of the phone on /sandbox: one for each port that is in sandbox. None: the phone is gone. */
export function sandboxApps(app: App): SandboxApp[] {
  const { calls, payment, sms } = app.providers;
  return [
    ...(isSandboxSms(sms) ? (['sms'] as const) : []),
    ...(isSandboxPayment(payment) ? (['pay'] as const) : []),
    ...(isSandboxCalls(calls) ? (['call'] as const) : []),
  ];
}

/** Who can be tried with one press; no passwords. None where nobody made any. */
export function trialAccounts(app: App): TrialAccount[] {
  return app.sandbox_accounts.map(({ role, nickname, mobile }) => ({ role, nickname, mobile }));
}
