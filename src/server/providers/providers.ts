import type { AlertPort } from './alert/port.ts';
import type { AssistantPort } from './assistant/port.ts';
import type { CallPort } from './calls/port.ts';
import type { CdnPort } from './cdn/port.ts';
import type { DeadlineKeys } from './deadline-keys/port.ts';
import type { Documents } from './document/port.ts';
import type { MailPort } from './mail/port.ts';
import type { PartnerPort } from './partner/port.ts';
import type { PaymentPort } from './payment/port.ts';
import type { PayoutPort } from './payout/port.ts';
import type { RealnamePort } from './realname/port.ts';
import type { SearchEngine } from './search-engine/port.ts';
import type { SmsPort } from './sms/port.ts';
import type { Storage } from './storage/port.ts';
import type { TextCheckPort } from './text-check/port.ts';
import type { WechatLoginPort } from './wechat-login/port.ts';

/**
 * The outside world behind ports. Each member is the port's interface from `providers/<port>/port.ts`; which adapter stands
 * behind it is decided in boot.ts, the sandbox one by default.
 */
export interface Providers {
  storage: Storage;
  documents: Documents;
  sms: SmsPort;
  payment: PaymentPort;
  partner: PartnerPort;
  payout: PayoutPort;
  calls: CallPort;
  wechat_login: WechatLoginPort;
  /** Those that are notified of new pages; none: a public site that named none. */
  search_engines: readonly SearchEngine[];
  realname: RealnamePort;
  mail: MailPort;
  alert: AlertPort;
  cdn: CdnPort | null;
  deadline_keys: DeadlineKeys;
  assistant: AssistantPort;
  text_check: TextCheckPort;
}
