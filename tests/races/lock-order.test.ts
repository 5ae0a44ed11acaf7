import { type SQL, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { inSavepoint, inTransaction, type TxCtx } from '#server/app/ctx.ts';
import { createItem } from '#server/modules/catalog/index.ts';
import { users } from '#server/modules/identity/tables.ts';
import { sendNotices, sendOwnNotice } from '#server/modules/notices/index.ts';
import { closeOrder } from '#server/modules/orders/close-order.ts';
import { payByBalance, settlePayment } from '#server/modules/orders/index.ts';
import { findOrder, lockBuyerAndSubject } from '#server/modules/orders/repo.ts';
import { eraseDue } from '#server/modules/privacy/index.ts';
import { openReview } from '#server/modules/review/index.ts';
import { actOnSalon, forgetSalons, orderTickets } from '#server/modules/salons/index.ts';
import { moveSalon } from '#server/modules/salons/move-salon.ts';
import { insertSalon, lockSalonRow } from '#server/modules/salons/repo.ts';

import { lockKinds } from '#server/modules/salons/seats.repo.ts';
import { postTransfer, postTransfers, proveLedger } from '#server/modules/wallet/index.ts';
import { testApp } from '../support/app.ts';
import { waitsForLock } from '../support/lock-waits.ts';
import { giveBalance, makeItem, makePerson, type Person, payAtProvider, place } from '../support/market.ts';
import { makeSalon, salonForm, seats } from '../support/salons.ts';

const t = testApp();

/** Begins `work` while somebody holds what comes earlier in docs/locking.md: `later` are rows that it must not hold while it waits. */
async function waits({ earlier, work, later }: { earlier: (tx: TxCtx) => Promise<unknown>; work: () => Promise<unknown>; later: SQL }) {
  const all = (await t.app.db.execute(later)).rows;
  expect(all.length).toBeGreaterThan(0);
  const begun = await inTransaction(t.ctx(), async (tx) => {
    await earlier(tx);
    const working = work();
    working.catch(() => undefined);
    await waitsForLock(t);
    const free = await t.app.db.execute(sql`${later} for no key update skip locked`);
    expect(free.rows).toHaveLength(all.length);
    return { working };
  });
  return begun.working;
}

const marksOf = (...ids: number[]) => sql`select user_id from notice_marks where user_id = any(${sql.param(ids)}::bigint[])`;
const greet = (who: Person) => sendOwnNotice(t.ctx(), { user_id: who.id, topic: 'account', key: `hello:${who.id}`, title: '您好' });

it('takes the accounts of many people by their ids, however their transfers are listed', async () => {
  const people: Person[] = [];
  for (let n = 0; n < 12; n++) people.push(await makePerson(t, 1_000));
  const ids = people.map(({ id }) => id);
  const accounts = await t.app.db.execute<{ id: string }>(
    sql`select id from accounts where owner_id = any(${sql.param(ids)}::bigint[]) and purpose = 'balance' order by id`,
  );
  const [first, ...others] = accounts.rows.map(({ id }) => Number(id));
  const transfer = ({ id }: Person) => ({
    ...{ key: `order:${id}`, reason: 'gift' as const, reference: '', unit: 'fen' as const },
    entries: [
      { owner_id: id, purpose: 'balance' as const, amount: -10 },
      { owner_id: null, purpose: 'gift_cost' as const, amount: 10 },
    ],
  });
  await waits({
    earlier: (tx) => tx.db.execute(sql`select 1 from accounts where id = ${first} for no key update`),
    work: () => inTransaction(t.ctx(), (tx) => postTransfers(tx, people.toReversed().map(transfer))),
    later: sql`select id from accounts where id = any(${sql.param(others)}::bigint[])`,
  });
  const left = await t.app.db.execute<{ sum: string }>(
    sql`select sum(balance) from accounts where id = any(${sql.param([first, ...others])}::bigint[])`,
  );
  expect(Number(left.rows[0]?.sum)).toBe(12 * 990);
  expect((await proveLedger(t.ctx())).faults).toEqual([]);
});

it('sends all messages of a transaction at its end, by the ids of who gets them', async () => {
  const [low, high] = [await makePerson(t), await makePerson(t)];
  await greet(low);
  await greet(high);
  const told = { topic: 'account', title: '消息' } as const;
  await waits({
    earlier: (tx) => tx.db.execute(sql`${marksOf(low.id)} for update`),
    work: () =>
      inTransaction(t.ctx(), async (tx) => {
        await sendNotices(tx, [high.id], { ...told, key: 'of-high' });
        await sendNotices(tx, [low.id], { ...told, key: 'of-low' });
      }),
    later: marksOf(high.id),
  });
  const sent = await t.app.db.execute(sql`select key from notices where key in ('of-high', 'of-low')`);
  expect(sent.rows).toHaveLength(2);
});

it('leaves nothing to the end of a transaction of what a savepoint took back', async () => {
  const who = await makePerson(t);
  const effects: string[] = [];
  const tell = async (tx: TxCtx, key: string) => {
    await sendNotices(tx, [who.id], { topic: 'account', title: '消息', key });
    tx.afterCommit(() => void effects.push(key));
  };
  await inTransaction(t.ctx(), async (tx) => {
    await inSavepoint(tx, (inner) => tell(inner, 'stays'));
    const taken_back = inSavepoint(tx, async (inner) => {
      await tell(inner, 'taken-back');
      throw new Error('no');
    });
    await expect(taken_back).rejects.toThrow('no');
  });
  const sent = await t.app.db.execute(sql`select key from notices where user_id = ${who.id}`);
  expect([sent.rows, effects]).toEqual([[{ key: 'stays' }], ['stays']]);
});

it('cancels a salon without holding the messages of its guests while it waits for the kinds, which a refund holds', async () => {
  const [owner, guest] = [await makePerson(t), await makePerson(t)];
  const { id, kinds } = await makeSalon(t, { owner_id: owner.id });
  const kind_id = kinds[0]?.id as number;
  const order = await orderTickets(guest.ctx, {
    ...{ id, lines: [{ kind_id, count: 1 }], holders: seats(kind_id), balance: false, user_coupon_id: 0, cache: true },
  });
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  await greet(guest);
  await waits({
    earlier: (tx) => lockKinds(tx.db, [kind_id]),
    work: () => actOnSalon(owner.ctx, { id, act: 'cancel', why: '场地停用' }),
    later: marksOf(guest.id),
  });
  const told = await t.app.db.execute(sql`select 1 from notices where user_id = ${guest.id} and key like ${`salon:cancelled:${id}:%`}`);
  expect(told.rows).toHaveLength(1);
});

it('gives tickets that the balance pays in the order of refunds: the kinds, then the account', async () => {
  const [owner, guest] = [await makePerson(t), await makePerson(t, 20_000)];
  const { id, kinds } = await makeSalon(t, { owner_id: owner.id });
  const kind_id = kinds[0]?.id as number;
  const order = await orderTickets(guest.ctx, {
    ...{ id, lines: [{ kind_id, count: 1 }], holders: seats(kind_id), balance: true, user_coupon_id: 0, cache: true },
  });
  const paid = await waits({
    earlier: (tx) => lockKinds(tx.db, [kind_id]),
    work: () => payByBalance(guest.ctx, order.orderid),
    later: sql`select id from accounts where owner_id = ${guest.id}`,
  });
  expect(paid).toMatchObject({ status: 2 });
});

it('forgets a salon that the desk looks at in the order of the desk: the salon, then its review', async () => {
  const owner = await makePerson(t);
  const form = salonForm(t);
  const id = await inTransaction(t.ctx(), async (tx) => {
    const item_id = await createItem(tx, { kind: KINDS.salon, title: form.title, publisher_id: owner.id });
    await insertSalon(tx.db, { item_id, owner_id: owner.id, title: form.title, form, draft_key: 'forgotten' });
    await moveSalon(tx, item_id, 'review');
    await openReview(tx, { type: KINDS.salon.key, target_id: item_id });
    return item_id;
  });
  const review = sql`select status from reviewables where type = ${KINDS.salon.key} and target_id = ${id}`;
  await waits({
    earlier: (tx) => lockSalonRow(tx.db, id),
    work: () => inTransaction(t.ctx(), (tx) => forgetSalons(tx, owner.id)),
    later: review,
  });
  expect((await t.app.db.execute(review)).rows).toEqual([{ status: 'withdrawn' }]);
});

it('settles what was paid late in the order of who places: buyer and subject, then payment and order', async () => {
  const [publisher, buyer] = [await makePerson(t), await makePerson(t)];
  const item_id = await makeItem(t, publisher.id);
  const order = await place(buyer, item_id);
  const facts = await payAtProvider(t, order);
  const found = await findOrder(t.app.db, order.orderid);
  const order_id = found?.id as number;
  await inTransaction(t.ctx(), (tx) => closeOrder(tx, order_id, 'cancelled', () => Promise.resolve()));
  const settled = await waits({
    earlier: (tx) => lockBuyerAndSubject(tx.db, buyer.id, { subject: 'item', subject_id: item_id }),
    work: () => settlePayment(t.ctx(), 'sandbox', facts),
    later: sql`select id from payments where order_id = ${order_id}`,
  });
  expect(settled).toEqual({ outcome: 'settled', order_id });
});

it('erases an account from its row inwards: the ledger is locked last', async () => {
  const who = await makePerson(t);
  await giveBalance(t, who.id, 500);
  await inTransaction(t.ctx(), (tx) =>
    postTransfer(tx, {
      ...{ key: `back:${who.id}`, reason: 'gift', reference: '', unit: 'fen' },
      entries: [
        { owner_id: who.id, purpose: 'balance', amount: -500 },
        { owner_id: null, purpose: 'gift_cost', amount: 500 },
      ],
    }),
  );
  await t.app.db.execute(sql`update users set closing_at = ${t.clock.now().toISOString()}::timestamptz where id = ${who.id}`);
  t.clock.advance_ms(1_000);
  const erased = await waits({
    earlier: (tx) => tx.db.select().from(users).where(sql`id = ${who.id}`).for('update'),
    work: () => eraseDue(t.ctx()),
    later: sql`select id from accounts where owner_id = ${who.id}`,
  });
  expect(erased).toBe(1);
});
