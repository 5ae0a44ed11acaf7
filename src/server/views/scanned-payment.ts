import type { App } from '../app/ctx.ts';
import { isScanPayment, type Opened } from '../providers/payment/scan/scan.ts';
import { scannedBy } from '../providers/payment/scan/scanned-by.ts';

/** What the phone gets that scanned our QR; null: there is no such code, or payment is in sandbox. `failed`: the provider does not answer. */
export async function scannedPayment(app: App, code: string, user_agent: string | null): Promise<Opened | { is: 'failed' } | null> {
  const { payment } = app.providers;
  if (!isScanPayment(payment) || !/^[\w-]{8,32}$/.test(code)) return null;
  try {
    return await payment.openCode(code, scannedBy(user_agent));
  } catch (error) {
    app.log.error({ err: error }, 'a scanned payment could not be opened');
    return { is: 'failed' };
  }
}
