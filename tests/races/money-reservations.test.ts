import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inTransaction } from '#server/app/ctx.ts';
import { AppError } from '#server/kernel/errors.ts';
import { balances, expireReservations, postTransfer, proveLedger, release, reserve, settle } from '#server/modules/wallet/index.ts';
import { testApp } from '../support/app.ts';

const t = testApp();

const MINUTE = 60_000;
const many = (n: number) => Array.from({ length: n }, (_, index) => index);
const PAID_FROM = { fen: ['gift_cost', 'balance'], coin: ['coin_source', 'coin'] } as const;

async function give(user_id: number, unit: 'fen' | 'coin', amount: number): Promise<void> {
  const [from, to] = PAID_FROM[unit];
  const entries = [
    { owner_id: null, purpose: from, amount: -amount },
    { owner_id: user_id, purpose: to, amount },
  ];
  const key = `gift-${user_id}-${unit}`;
  await inTransaction(t.ctx(), (tx) => postTransfer(tx, { key, reason: 'gift', reference: key, unit, entries }));
}

const coins = (key: string, user_id: number, max: number, ttl_ms = 10 * MINUTE) =>
  reserve(t.ctx(), { key, user_id, unit: 'coin', max, reason: 'assistant', reference: key, ttl_ms });

const purse = async (user_id: number) => {
  const { coin, held_coin } = await balances(t.ctx(), user_id);
  return { coin, held_coin };
};

it('reserves exactly what is there: 64 at once', async () => {
  await give(1, 'coin', 1_000);
  const results = await Promise.allSettled(many(64).map((n) => coins(`r1-${n}`, 1, 100)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 8, message: '猫币余额不足' });
  expect(await purse(1)).toEqual({ coin: 0, held_coin: 1_000 });
  // whoever was refused left nothing behind
  const { rows } = await t.app.db.execute<{ n: number }>(sql`select count(*)::int as n from reservations where user_id = 1`);
  expect(rows[0]?.n).toBe(10);
});

it('makes one reservation of one key: 64 at once', async () => {
  await give(2, 'coin', 1_000);
  const made = await Promise.all(many(64).map(() => coins('one-key', 2, 300)));
  expect(made.every(({ status, max }) => status === 'held' && max === 300)).toBe(true);
  expect(await purse(2)).toEqual({ coin: 700, held_coin: 300 });
  await expect(coins('one-key', 2, 301)).rejects.toThrow(/other terms/);
});

it('ends a reservation once: 64 settle and release it at once', async () => {
  await give(3, 'coin', 500);
  await coins('ends-once', 3, 500);
  const ends = await Promise.all(many(64).map((n) => (n % 2 ? settle(t.ctx(), 'ends-once', n) : release(t.ctx(), 'ends-once'))));
  const first = ends[0];
  for (const end of ends) expect(end).toEqual(first);
  expect(await purse(3)).toEqual({ coin: 500 - (first?.settled ?? 0), held_coin: 0 });
});

it('takes what it came to and gives back the rest, in fen too', async () => {
  await give(4, 'fen', 900);
  await reserve(t.ctx(), { key: 'call', user_id: 4, unit: 'fen', max: 600, reason: 'assistant', reference: 'c1', ttl_ms: MINUTE });
  expect(await balances(t.ctx(), 4)).toMatchObject({ balance_fen: 300, held_fen: 600 });
  await expect(settle(t.ctx(), 'call', 601)).rejects.toThrow(/holds 600/);
  expect(await settle(t.ctx(), 'call', 250)).toMatchObject({ status: 'settled', settled: 250 });
  expect(await settle(t.ctx(), 'call', 600)).toMatchObject({ status: 'settled', settled: 250 });
  expect(await release(t.ctx(), 'call')).toMatchObject({ status: 'settled', settled: 250 });
  expect(await balances(t.ctx(), 4)).toMatchObject({ balance_fen: 650, held_fen: 0 });
  await expect(settle(t.ctx(), 'nobody made it', 1)).rejects.toThrow(/no reservation/);
});

it('releases what nobody settled in time, while others settle', async () => {
  await give(5, 'coin', 3_200);
  for (const n of many(32)) await coins(`late-${n}`, 5, 100, MINUTE);
  expect((await purse(5)).coin).toBe(0);
  t.clock.advance_ms(MINUTE);
  const [, ...settled] = await Promise.all([
    expireReservations(t.ctx()),
    ...many(32).map((n) => settle(t.ctx(), `late-${n}`, 40)),
    expireReservations(t.ctx()),
  ]);
  const taken = settled.filter((end) => typeof end === 'object' && end.status === 'settled').length;
  expect(await purse(5)).toEqual({ coin: 3_200 - 40 * taken, held_coin: 0 });
  await coins('not yet', 5, 100, MINUTE);
  expect(await expireReservations(t.ctx())).toBe(0);
  expect((await purse(5)).held_coin).toBe(100);
});

it('works inside a transaction, and leaves nothing when that is rolled back', async () => {
  await give(6, 'coin', 100);
  const work = inTransaction(t.ctx(), async (tx) => {
    await reserve(tx, { key: 'rolled back', user_id: 6, unit: 'coin', max: 60, reason: 'assistant', reference: 'x', ttl_ms: MINUTE });
    throw new AppError('活动已满');
  });
  await expect(work).rejects.toThrow('活动已满');
  expect(await purse(6)).toEqual({ coin: 100, held_coin: 0 });
});

type Step =
  | { act: 'reserve'; max: number }
  | { act: 'settle'; nth: number; part: number }
  | { act: 'release'; nth: number }
  | { act: 'wait' };
const nth = fc.nat({ max: 7 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('reserve' as const), max: fc.integer({ min: 1, max: 400 }) }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('settle' as const), nth, part: fc.nat({ max: 100 }) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('release' as const), nth }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('wait' as const) }) },
);

it('loses and makes nothing, whatever happens at once', async () => {
  let people = 100;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 }), async (rounds) => {
      const user_id = people++;
      await give(user_id, 'coin', 1_000);
      const made: Array<{ key: string; max: number }> = [];
      const perform = async (one: Step): Promise<void> => {
        if (one.act === 'wait') {
          t.clock.advance_ms(6 * MINUTE);
          await expireReservations(t.ctx());
          return;
        }
        if (one.act === 'reserve') {
          const key = `p${user_id}-${made.length}`;
          made.push({ key, max: one.max });
          await coins(key, user_id, one.max);
          return;
        }
        const chosen = made[one.nth];
        if (!chosen) return;
        await (one.act === 'release'
          ? release(t.ctx(), chosen.key)
          : settle(t.ctx(), chosen.key, Math.floor((chosen.max * one.part) / 100)));
      };
      for (const round of rounds) {
        for (const done of await Promise.allSettled(round.map(perform))) {
          // refused, or a step for a reservation that was refused
          if (done.status === 'rejected') expect(String(done.reason)).toMatch(/猫币余额不足|no reservation/);
        }
      }
      const { rows } = await t.app.db.execute<{ held: number; settled: number }>(sql`
        select coalesce(sum(max_amount) filter (where status = 'held'), 0)::int as held,
               coalesce(sum(settled_amount), 0)::int as settled from reservations where user_id = ${user_id}`);
      const { held = -1, settled = -1 } = rows[0] ?? {};
      expect(await purse(user_id)).toEqual({ coin: 1_000 - held - settled, held_coin: held });
    }),
    { numRuns: 40 },
  );
  expect(await proveLedger(t.ctx())).toMatchObject({ ok: true, faults: [] });
});

it('finds held coins that belong to no reservation', async () => {
  await give(7, 'coin', 10);
  await coins('found', 7, 10);
  await t.app.db.execute(sql`update reservations set status = 'released' where key = 'found'`);
  const faults = (await proveLedger(t.ctx())).faults;
  expect(faults).toEqual([{ fault: 'reservations differ from what is held', subject: '7 held_coin' }]);
  await t.app.db.execute(sql`update reservations set status = 'held' where key = 'found'`);
});
