import type { SandboxApp, TrialAccount } from '#contract/sandbox.ts';
import type { App } from '../app/ctx.ts';
import { isSandboxCalls } from '../providers/calls/sandbox.ts';
import { isSandboxMail } from '../providers/mail/sandbox.ts';
import { isSandboxPayment } from '../providers/payment/sandbox.ts';
import { isSandboxSms } from '../providers/sms/sandbox.ts';
import { isSandboxWechat } from '../providers/wechat-login/sandbox.ts';

/** Apps of the phone on /sandbox: one for each port that is in sandbox. None: the phone is gone. */
export function sandboxApps(app: App): SandboxApp[] {
  const { calls, mail, payment, sms, wechat_login } = app.providers;
  return [
    ...(isSandboxSms(sms) ? (['sms'] as const) : []),
    ...(isSandboxPayment(payment) ? (['pay'] as const) : []),
    ...(isSandboxCalls(calls) ? (['call'] as const) : []),
    ...(isSandboxMail(mail) ? (['mail'] as const) : []),
    ...(isSandboxWechat(wechat_login) ? (['wechat'] as const) : []),
  ];
}

/** Who can be tried with one press; no passwords. None where nobody made any. */
export function trialAccounts(app: App): TrialAccount[] {
  return app.sandbox_accounts.map(({ role, nickname, mobile }) => ({ role, nickname, mobile }));
}
