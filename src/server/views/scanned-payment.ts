import { backPath, PAY_PARAMS, payAppFrom, payAppOf } from '#contract/pay-app.ts';
import type { SandboxApp, TrialAccount } from '#contract/sandbox.ts';
import type { App } from '../app/ctx.ts';
import { isSandboxCalls } from '../providers/calls/sandbox.ts';
import { isSandboxMail } from '../providers/mail/sandbox.ts';
import { isSandboxPayment } from '../providers/payment/sandbox.ts';
import { isScanPayment, type Opened } from '../providers/payment/scan/scan.ts';
import { isSandboxSms } from '../providers/sms/sandbox.ts';
import { isSandboxWechat } from '../providers/wechat-login/sandbox.ts';

export interface ScannedBy {
  user_agent: string | null;
  on_phone: boolean;
  /** As far as proxies are trusted. */
  client_ip: string;
  query: URLSearchParams;
}

/** Where the page leads: to the order, for the buyer on the phone that shows it; and to itself, with what it was asked. */
export interface ScannedFrom {
  back: string | null;
  again: string;
}

const CAME_BACK = 'back';

/**
 * What a reader of the page behind our QR gets; null: there is no such code, or payment is in sandbox. `failed`: the provider does not
 * answer. Every address in it is the provider's or ours; of the query nothing goes into one but an order's number and an app's name.
 */
export async function scannedPayment(
  app: App,
  code: string,
  { user_agent, on_phone, client_ip, query }: ScannedBy,
): Promise<((Opened | { is: 'failed' }) & ScannedFrom) | null> {
  const { payment } = app.providers;
  if (!isScanPayment(payment) || !/^[\w-]{8,32}$/.test(code)) return null;
  const { site_url } = app.config;
  const back = backPath(query);
  const wants = payAppFrom(query);
  const own = new URLSearchParams();
  if (wants !== null) own.set(PAY_PARAMS.app, wants);
  if (back !== null) own.set(PAY_PARAMS.order, query.get(PAY_PARAMS.order) ?? '');
  const again = `/pay/${code}${own.size === 0 ? '' : `?${own}`}`;
  try {
    const opened = await payment.openCode(code, {
      inside: payAppOf(user_agent),
      on_phone,
      wants,
      client_ip,
      return_url: `${site_url}${back ?? `/pay/${code}?${CAME_BACK}=1`}`,
      here_url: `${site_url}${again}`,
      wechat_code: query.get('code') ?? '',
      came_back: query.has(CAME_BACK),
    });
    return opened && { ...opened, back, again };
  } catch (error) {
    app.log.error({ err: error }, 'a scanned payment could not be opened');
    return { is: 'failed', back, again };
  }
}

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

/** Who can be tried with one press; no passwords. None where none were made. */
export function trialAccounts(app: App): TrialAccount[] {
  return app.sandbox_accounts.map(({ role, nickname, mobile }) => ({ role, nickname, mobile }));
}
