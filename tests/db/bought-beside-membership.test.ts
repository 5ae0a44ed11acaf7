import { beforeAll, describe, expect, it } from 'vitest';
import { KINDS, type KindFacts, SOLD_KINDS } from '#contract/kinds.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { decide, hasLastingGrant, unlockAsMember } from '#server/modules/access/index.ts';
import { getSaleItem } from '#server/modules/catalog/index.ts';
import { extendMembership } from '#server/modules/membership/index.ts';
import { settlePayment } from '#server/modules/orders/index.ts';
import { itemSubject, quoteItem } from '#server/modules/sales/index.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePerson, type Person, payAtProvider, place } from '../support/market.ts';

const t = testApp();
let publisher: Person;
beforeAll(async () => {
  publisher = await makePerson(t);
});

const NO_CHOICE = { use_balance: false, coupon_id: 0 };
const quote = (who: Person, item_id: number) => quoteItem(who.ctx, null, item_id, NO_CHOICE);

async function memberOf(vip_type: number, max_download_pre_day = 0): Promise<Person> {
  const who = await makePerson(t);
  await inTransaction(t.ctx(), (tx) => extendMembership(tx, { user_id: who.id, vip_type, days: 30, max_download_pre_day }));
  return who;
}

async function rightOf(who: Person, item_id: number): Promise<string> {
  const item = await getSaleItem(t.ctx(), item_id);
  const decision = item && (await decide(who.ctx, item, who.id));
  return decision?.allowed ? decision.right : '';
}

async function buy(who: Person, item_id: number): Promise<void> {
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, await place(who, item_id)));
}

/** The membership that opens this kind's works of that price, and one that counts for nothing here. */
const covering = (kind: KindFacts, vip_only: boolean) => (vip_only ? kind.sale?.vip_type : kind.sale?.opened_by?.vip_type) ?? 6;
const other = (kind: KindFacts) =>
  [1, 2, 3, 4].find((type) => type !== kind.sale?.vip_type && type !== kind.sale?.opened_by?.vip_type) ?? 0;

describe.each(SOLD_KINDS.map((kind) => [kind.key, kind] as const))('K minor: a %s beside a membership', (_key, kind) => {
  it.each([false, true])('is bought once by each reader who does not have it permanently (members only: %s)', async (vip_only) => {
    const item_id = await makeItem(t, publisher.id, { kind, price_fen: 2_000, vip_only });
    await expect(quoteItem(t.ctx(), null, item_id, NO_CHOICE)).rejects.toMatchObject({ status: 401 });
    await expect(quote(publisher, item_id)).rejects.toMatchObject({ status: 409, data: { owned: true } });

    const covered = await memberOf(covering(kind, vip_only));
    const opened = (await rightOf(covered, item_id)) === 'member';
    expect(opened).toBe(vip_only || kind.sale.opened_by !== undefined);
    const member = vip_only || covering(kind, vip_only) !== 6 ? 20 : 15;
    const asked = await quote(covered, item_id);
    expect(asked).toMatchObject({ price: member, pay_price: member });
    expect(asked.had).toEqual(opened ? expect.stringMatching(/^您的会员已可.+永久拥有，会员到期后仍可/) : '');

    const uncovered = await memberOf(other(kind));
    const plain = await makePerson(t);
    for (const who of [uncovered, plain]) expect(await quote(who, item_id)).toMatchObject({ price: 20, had: '' });

    for (const who of [covered, uncovered]) {
      await buy(who, item_id);
      expect(await rightOf(who, item_id)).toBe('purchase');
      await expect(quote(who, item_id)).rejects.toMatchObject({ status: 409, data: { owned: true } });
      await expect(place(who, item_id)).rejects.toMatchObject({ status: 409, data: { owned: true } });
    }
  });

  it('is sold to a member who unlocks by the day, before and after the unlock, and stays when the day is over', async () => {
    const item_id = await makeItem(t, publisher.id, { kind, price_fen: 2_000, vip_only: true });
    const who = await memberOf(kind.sale.vip_type, 3);
    expect((await quote(who, item_id)).had).toMatch(/^您的会员可用每日次数解锁.+不占次数/);
    const item = await getSaleItem(t.ctx(), item_id);
    expect(item && (await unlockAsMember(who.ctx, item, who.id))).toBe(true);
    expect([await rightOf(who, item_id), await hasLastingGrant(who.ctx, who.id, item_id)]).toEqual(['member', false]);
    expect((await quote(who, item_id)).had).toMatch(/^您的会员已可/);
    // paid although the order was closed meanwhile: the unlock of today does not make it unwanted
    const order = await place(who, item_id);
    expect(
      await inTransaction(t.ctx(), (tx) => itemSubject.isWanted(tx, { snapshot: {}, buyer_id: who.id, subject_id: item_id } as never)),
    ).toBe(true);
    await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
    t.clock.advance_ms(31 * 86_400_000);
    expect(await rightOf(who, item_id)).toBe('purchase');
  });

  it('is not sold where there is nothing to add: free, or without a single price', async () => {
    const free = await makeItem(t, publisher.id, { kind, price_fen: 0 });
    const members = await makeItem(t, publisher.id, { kind, price_fen: 0, vip_only: true });
    const who = await memberOf(kind.sale.vip_type);
    await expect(quote(who, free)).rejects.toMatchObject({ data: { owned: true } });
    await expect(quote(who, members)).rejects.toMatchObject({ data: { owned: true } });
    await expect(quote(await makePerson(t), members)).rejects.toThrow('会员专享，不支持单独购买');
  });
});

it('K minor: what a membership opens says in its calls what buying it costs', async () => {
  const item_id = await makeItem(t, publisher.id, { kind: KINDS.sample, price_fen: 2_000 });
  const who = await memberOf(KINDS.scheme.sale.vip_type);
  const item = await getSaleItem(t.ctx(), item_id);
  const buy = { kind: 'buy', price: 20, org_price: 20, is_member_price: false };
  expect(item && (await decide(who.ctx, item, who.id))).toEqual({ allowed: true, right: 'member', buy });
});
