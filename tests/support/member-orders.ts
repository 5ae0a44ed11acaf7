import { sql } from 'drizzle-orm';
import { inTransaction } from '#server/app/ctx.ts';
import { serialNumber } from '#server/kernel/ids.ts';
import { askAutoRenew, extendMembership, vipPlan } from '#server/modules/membership/index.ts';
import type { TestApp } from './app.ts';
import type { Person } from './market.ts';

/** A paid order of a membership, as the purchase leaves it; returns its number. */
export async function paidMembership({ app }: Pick<TestApp, 'app'>, buyer_id: number, vip_type = 1): Promise<string> {
  const now = app.clock.now();
  const orderid = serialNumber(now);
  const snapshot = JSON.stringify({ title: '方案会员', cover_src: '', kind: 0, format: '', terms: { vip_type } });
  await app.db.execute(sql`
    insert into orders (orderid, buyer_id, subject, subject_id, snapshot, status, list_price_fen, price_fen, pay_fen, idempotency_key,
      created_at, expires_at, paid_at, paid_key)
    values (${orderid}, ${buyer_id}, 'membership', 1, ${snapshot}::jsonb, 2, 9900, 9900, 9900, ${orderid},
      ${now.toISOString()}, ${now.toISOString()}, ${now.toISOString()}, ${orderid})`);
  return orderid;
}

/** A year of a spec, and the consent to pay for the next that its member was asked for. */
export async function askedRenewal(
  t: Pick<TestApp, 'ctx'>,
  { id: user_id, ctx }: Pick<Person, 'id' | 'ctx'>,
  spec_id: number,
): Promise<number> {
  const { max_download_pre_day = 0 } = (await vipPlan(t.ctx(), 1)).spec.find(({ id }) => id === spec_id) ?? {};
  const term = { user_id, vip_type: 1, days: 365, max_download_pre_day, spec: { id: spec_id, unit_fen: 100 } };
  await inTransaction(t.ctx(), (tx) => extendMembership(tx, term));
  return (await askAutoRenew(ctx, spec_id)).id;
}

/** An order that was paid by a transfer, and whose money goes back by the bank. */
export async function owedTransfer(t: Pick<TestApp, 'app'>, buyer_id: number): Promise<{ orderid: string; refund_no: string }> {
  const orderid = await paidMembership(t, buyer_id);
  const now = t.app.clock.now().toISOString();
  await t.app.db.execute(sql`
    with paid as (
      insert into payments (payment_no, order_id, provider, amount_fen, qr_text, status, created_at)
      select 'CM' || id, id, 'bank', 9900, '', 'refunding', ${now} from orders where orderid = ${orderid} returning id)
    insert into refunds (refund_no, payment_id, amount_fen, reason, next_try_at, created_at) select 'R' || ${orderid}::text, id, 9900, '', ${now}, ${now} from paid`);
  return { orderid, refund_no: `R${orderid}` };
}
