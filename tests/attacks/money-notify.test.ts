import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { endpoints } from '#server/areas/index.ts';
import { createGateway } from '#server/http/gateway.ts';
import { settlePayment } from '#server/modules/orders/index.ts';
import { proveLedger } from '#server/modules/wallet/index.ts';
import type { PaymentFacts } from '#server/providers/payment/port.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePerson, type Person, payAtProvider, place, sandbox } from '../support/market.ts';

const t = testApp();
let publisher: Person;
let buyer: Person;
beforeAll(async () => {
  [publisher, buyer] = [await makePerson(t), await makePerson(t)];
});
afterEach(async () => {
  expect(await proveLedger(t.ctx())).toMatchObject({ ok: true });
});

/** Signed with the provider's own secret over whatever bytes. */
async function signed(body: unknown): Promise<{ status: number; text: string }> {
  const notify = sandbox(t).signNotify(body as PaymentFacts, t.clock.now());
  const response = await createGateway(t.app, endpoints).request('/pay/notify/sandbox', { method: 'POST', ...notify });
  return { status: response.status, text: await response.text() };
}

it.each<[string, (facts: PaymentFacts) => unknown]>([
  ['no object', () => 'paid'],
  ['null', () => null],
  ['a list', (facts) => [facts]],
  ['an unknown status', (facts) => ({ ...facts, status: 'PAID' })],
  ['a status of another kind', (facts) => ({ ...facts, status: 'refunded' })],
  ['no status', (facts) => ({ ...facts, status: null })],
  ['a list as status', (facts) => ({ ...facts, status: ['paid'] })],
  ['no channel', (facts) => ({ ...facts, channel: null })],
  ['an object as channel', (facts) => ({ ...facts, channel: { toString: 'x' } })],
  ['a channel that no text column holds', (facts) => ({ ...facts, channel: 'wechat\u0000' })],
  ['an endless channel', (facts) => ({ ...facts, channel: 'x'.repeat(5_000) })],
  ['an amount as text', (facts) => ({ ...facts, amount_fen: `${facts.amount_fen}` })],
  ['an amount with a fraction', (facts) => ({ ...facts, amount_fen: facts.amount_fen + 0.5 })],
  ['no number of the provider', (facts) => ({ ...facts, trade_no: '' })],
])('AT-12 refuses a rightly signed notify with %s, and changes nothing', async (_what, change) => {
  const order = await place(buyer, await makeItem(t, publisher.id));
  const facts = await payAtProvider(t, order);
  expect(await signed(change(facts))).toEqual({ status: 400, text: '{"code":"FAIL"}' });
  const row = sql`select o.status, p.status as payment from orders o join payments p on p.order_id = o.id where o.orderid = ${order.orderid}`;
  expect((await t.app.db.execute(row)).rows).toEqual([{ status: 1, payment: 'waiting' }]);
});

it.each([[''], ['{'], ['\u00ff']])('refuses a rightly signed body that is no JSON: %j', async (body) => {
  const { payment } = t.app.providers;
  const timestamp = String(t.clock.now().getTime());
  const signature = createHmac('sha256', t.config.secrets.sandbox_payment).update(`${timestamp}\nn\n`).update(body).digest('hex');
  const headers = new Headers({ 'sandbox-timestamp': timestamp, 'sandbox-nonce': 'n', 'sandbox-signature': signature });
  expect(await payment.verifyNotify(Buffer.from(body), headers, t.clock.now())).toBe('unreadable');
});

it('refuses an unknown word that came as an answer to our question', async () => {
  const order = await place(buyer, await makeItem(t, publisher.id));
  const facts = { ...(await payAtProvider(t, order)), status: 'REVOKED' } as unknown as PaymentFacts;
  expect(await settlePayment(t.ctx(), 'sandbox', facts)).toEqual({ outcome: 'refused', reason: 'status' });
});

it('settles everybody beside one whose facts cannot be written: told at once, each stands alone', async () => {
  const item = await makeItem(t, publisher.id);
  const earlier = await payAtProvider(t, await place(await makePerson(t), item));
  expect(await settlePayment(t.ctx(), 'sandbox', earlier)).toMatchObject({ outcome: 'settled' });
  const buyers = await Promise.all(Array.from({ length: 12 }, () => makePerson(t)));
  const facts = await Promise.all(buyers.map(async (person) => payAtProvider(t, await place(person, item))));
  // the first names the money of somebody else, the second is no text for PostgreSQL
  const told = facts.map((one, n) => (n === 0 ? { ...one, trade_no: earlier.trade_no } : n === 1 ? { ...one, channel: '\u0000' } : one));
  const results = await Promise.allSettled(told.map((one) => settlePayment(t.ctx(), 'sandbox', one)));
  expect(results[0]).toEqual({ status: 'fulfilled', value: { outcome: 'refused', reason: 'trade_no' } });
  expect(results[1]?.status).toBe('rejected');
  for (const result of results.slice(2)) expect(result).toMatchObject({ status: 'fulfilled', value: { outcome: 'settled' } });
  // told again in plain words they are settled too
  for (const one of facts.slice(0, 2)) expect(await settlePayment(t.ctx(), 'sandbox', one)).toMatchObject({ outcome: 'settled' });
});
