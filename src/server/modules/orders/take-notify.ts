import { type App, createCtx } from '../../app/ctx.ts';
import { isClaim, type NotifyReply } from '../../providers/payment/port.ts';
import { takeClaim } from './claims/take-claim.ts';
import { settlePayment } from './payments/settle-payment.ts';

/**
 * A provider's callback: verifies the signature over the raw bytes, then settles, or writes down what its payer claims. Refused facts are answered with a failure, so that the
 * provider retries and staff can look; an error of ours is thrown and answered with a failure, too.
 */
export async function takeNotify(app: App, provider: string, raw: Uint8Array, headers: Headers, request_id: string): Promise<NotifyReply> {
  const { payment } = app.providers;
  const door = provider === payment.name ? payment : Object.hasOwn(payment.doors ?? {}, provider) ? payment.doors?.[provider] : undefined;
  if (!door) return { ...payment.notifyReply(false), status: 404 };
  const ctx = createCtx(app, { kind: 'callback', provider }, request_id);
  const facts = await door.verifyNotify(raw, headers, app.clock.now());
  if (facts === 'unsigned') {
    app.log.warn({ provider, request_id }, 'notify with a wrong signature');
    return { ...door.notifyReply(false), status: 401 };
  }
  if (facts === 'unreadable') {
    app.log.error({ provider, request_id }, 'signed notify could not be understood');
    return door.notifyReply(false);
  }
  if (isClaim(facts)) return door.notifyReply(await takeClaim(ctx, facts));
  const result = await settlePayment(ctx, payment.name, facts);
  return door.notifyReply(result.outcome !== 'refused');
}
