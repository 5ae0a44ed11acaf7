import type { CallPort } from './calls/port.ts';
import type { Documents } from './document/port.ts';
import type { PartnerPort } from './partner/port.ts';
import type { PaymentPort } from './payment/port.ts';
import type { PayoutPort } from './payout/port.ts';
import type { SmsPort } from './sms/port.ts';
import type { Storage } from './storage/port.ts';

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
}
