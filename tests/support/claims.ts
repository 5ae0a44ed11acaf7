import { sql } from 'drizzle-orm';
import { keepProof, settlePayment, takeClaim } from '#server/modules/orders/index.ts';
import type { ClaimFacts } from '#server/providers/payment/port.ts';
import type { TestApp } from './app.ts';
import { makeItem, type Person, payAtProvider, place, sandbox } from './market.ts';
import { makePerson } from './people.ts';

/** A complaint about a work that this buyer paid, with a proof. @returns its id */
export async function makeClaim(t: TestApp, buyer: Person, publisher_id: number): Promise<number> {
  const order = await place(buyer, await makeItem(t, publisher_id));
  const { payment_no, ...facts } = await payAtProvider(t, order);
  await settlePayment(t.ctx(), 'sandbox', { payment_no, ...facts });
  const told = await sandbox(t).claim(payment_no, { kind: 'complaint', status: 'open', words: '未收到' }, t.clock.now());
  await takeClaim(t.ctx(), told as ClaimFacts);
  const { rows } = await t.app.db.execute<{ id: number }>(sql`select max(id)::int as id from payment_claims`);
  const id = rows[0]?.id ?? 0;
  const { actor } = await makePerson(t, { roles: ['finance'] });
  await keepProof(t.ctx(actor), { id, name: '材料.pdf', file: Buffer.from('%PDF-1.7') });
  return id;
}
