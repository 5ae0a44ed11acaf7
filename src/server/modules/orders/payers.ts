import type { App, Ctx } from '../../app/ctx.ts';
import type { PaymentFacts } from '../../providers/payment/port.ts';
import { type AccountTrace, payerTrace } from '../identity/index.ts';
import { findPayers } from './repo.ts';

/** What a payment keeps of who paid; '' where the provider does not say. */
export function payerHash(app: Pick<App, 'config'>, { channel, payer = '' }: Pick<PaymentFacts, 'channel' | 'payer'>): string {
  return payer === '' ? '' : payerTrace(app, channel, payer);
}

/** Who paid for users' orders, as traces of their accounts. */
export async function payerTraces(ctx: Ctx, user_ids: readonly number[]): Promise<AccountTrace[]> {
  const rows = await findPayers(ctx.db, user_ids);
  return rows.map(({ user_id, payer_hash }) => ({ user_id, trace: payer_hash }));
}
