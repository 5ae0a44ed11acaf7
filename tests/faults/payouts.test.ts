import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ctx } from '#server/app/ctx.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { requestWithdrawal, runPayouts } from '#server/modules/payouts/index.ts';
import { decideReview, listReviews } from '#server/modules/review/index.ts';
import { balances, postTransfer, proveLedger } from '#server/modules/wallet/index.ts';
import { type BesideSite, besideSite } from '../support/beside-site.ts';
import { rounds } from '../support/long.ts';
import { makePerson } from '../support/people.ts';
import { type Site, startSite } from '../support/site.ts';

const KILLS = rounds(3, 20);
/** Each kill leaves one paid; some are paid without one. */
const PEOPLE = KILLS + 3;
const FEN = 10_000;

let site: Site;
let beside: BesideSite;
let db: pg.Pool;
const people: number[] = [];
beforeAll(async () => {
  site = await startSite();
  beside = await besideSite(site);
  db = new pg.Pool({ connectionString: beside.booted.database_url, max: 4 });
});
afterAll(async () => {
  await db?.end();
  await beside?.stop();
  await site?.stop();
});

const paidThere = async () => Number((await db.query<{ n: string }>('select count(*) as n from sandbox_payouts')).rows[0]?.n);

/** The books after 6 minutes: no try of a process that was killed keeps others away any more. */
function later(): Ctx {
  const now = beside.booted.app.clock.now;
  const ctx = beside.ctx();
  return { ...ctx, app: { ...ctx.app, clock: { ...ctx.app.clock, now: () => new Date(now().getTime() + 6 * 60_000) } } };
}

/** The site starts, pays, and is killed when the provider has paid and nothing of it is in our books. */
async function killBetweenPayoutAndRecord(): Promise<void> {
  const before = await paidThere();
  const holder = await db.connect();
  try {
    await holder.query('begin');
    await holder.query('lock table ledger_transfers in exclusive mode');
    // what a killed process paid waits for its turn below: here it would only stand at the lock until its statement is given up
    await db.query(
      `update withdrawals set next_try_at = now()
       where status = 'paying' and withdraw_no not in (select payout_no from sandbox_payouts)`,
    );
    await site.restart();
    await beside.booted.app.jobs.send('payouts.pay', {});
    for (const deadline = Date.now() + 90_000; (await paidThere()) === before; await wait(20)) {
      if (Date.now() > deadline) throw new Error(`the site paid nobody\n${site.logs()}`);
    }
    await site.kill9();
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}

it(`pays every withdrawal once, killed ${KILLS} times between payout and record`, { timeout: 240_000 + KILLS * 20_000 }, async () => {
  const staff = await makePerson({ app: beside.booted.app, ctx: beside.ctx }, { roles: ['finance'] });
  const staffCtx = beside.ctx(staff.actor);
  for (let n = 0; n < PEOPLE; n++) {
    const person = await makePerson({ app: beside.booted.app, ctx: beside.ctx });
    people.push(person.id);
    const entries = [
      { owner_id: null, purpose: 'platform', amount: -2 * FEN },
      { owner_id: person.id, purpose: 'earning', amount: 2 * FEN },
    ] as const;
    await inTransaction(beside.ctx(), (tx) =>
      postTransfer(tx, { key: `given:${person.id}`, reason: 'sale', reference: '', unit: 'fen', entries: [...entries] }),
    );
    const wish = { amount: FEN / 100, method: 'alipay', name: '张三', account: '13800138000', idempotency_key: `wish-${n}` } as const;
    await requestWithdrawal(beside.ctx(person.actor), wish);
  }
  await site.kill9();
  const { list } = await listReviews(staffCtx, { type: 'withdrawal', status: 'open', page: 1, limit: 50 });
  expect(list).toHaveLength(PEOPLE);
  for (const { id, version } of list) await decideReview(staffCtx, { id, version, action: 'approve', reason: '' });
  for (let kill = 0; kill < KILLS; kill++) await killBetweenPayoutAndRecord();
  expect(await paidThere()).toBe(KILLS);

  for (const deadline = Date.now() + 30_000; ; await wait(50)) {
    await runPayouts(later());
    const { rows } = await db.query(`select 1 from withdrawals where status <> 'paid'`);
    if (rows.length === 0) break;
    if (Date.now() > deadline) throw new Error(`${rows.length} withdrawals were not paid\n${site.logs()}`);
  }
  const { rows } = await db.query<{ payout_no: string; amount_fen: string; asked: number }>('select * from sandbox_payouts');
  expect(rows.map(({ amount_fen, asked }) => [Number(amount_fen), asked])).toEqual(people.map(() => [FEN, 1]));
  for (const id of people) expect(await balances(beside.ctx(), id)).toMatchObject({ earning_fen: FEN, withdrawing_fen: 0 });
  expect(await proveLedger(beside.ctx())).toMatchObject({ ok: true, faults: [] });
});
