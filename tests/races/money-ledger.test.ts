import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { inTransaction } from '#server/app/ctx.ts';
import { unlockAsMember } from '#server/modules/access/index.ts';
import { activeVips, extendMembership, takeDaily } from '#server/modules/membership/index.ts';
import { issueVoucher, redeemVoucher, voucherCount } from '#server/modules/vouchers/index.ts';
import { balances, postTransfer, proveLedger } from '#server/modules/wallet/index.ts';
import { testApp } from '../support/app.ts';

const t = testApp();

const gift = (key: string, user_id: number, amount: number) =>
  inTransaction(t.ctx(), (tx) =>
    postTransfer(tx, {
      key,
      reason: 'gift',
      reference: key,
      unit: 'fen',
      entries: [
        { owner_id: null, purpose: 'gift_cost', amount: -amount },
        { owner_id: user_id, purpose: 'balance', amount },
      ],
    }),
  );
const spend = (key: string, user_id: number, amount: number) => gift(key, user_id, -amount);
const many = (n: number) => Array.from({ length: n }, (_, index) => index);

it('moves a transfer with one key once, however often it is sent at once', async () => {
  const done = await Promise.all(many(16).map(() => gift('one-key', 1, 500)));
  expect(done.filter(Boolean)).toHaveLength(1);
  expect((await balances(t.ctx(), 1)).balance_fen).toBe(500);
});

it('never lets a balance go below zero: 64 at once spend exactly what is there', async () => {
  await gift('start-2', 2, 1_000);
  const results = await Promise.allSettled(many(64).map((n) => spend(`spend-${n}`, 2, 100)));
  expect(results.filter((r) => r.status === 'fulfilled')).toHaveLength(10);
  for (const result of results) if (result.status === 'rejected') expect(String(result.reason.message)).toBe('余额不足');
  expect((await balances(t.ctx(), 2)).balance_fen).toBe(0);
});

it('refuses entries that do not sum to zero, also past our own code', async () => {
  await gift('honest', 3, 100);
  const lopsided = t.app.db.execute(sql`
    with one as (insert into ledger_transfers (key, reason, reference) values ('lopsided', 'x', 'x') returning id)
    insert into ledger_entries (transfer_id, account_id, amount) select one.id, a.id, 5 from one, accounts a where a.owner_id = 3`);
  await expect(lopsided).rejects.toMatchObject({ cause: { message: expect.stringMatching(/does not sum to zero/) } });
});

it('refuses to change or delete what happened, and negative balances', async () => {
  await gift('kept', 4, 100);
  const cause = (message: RegExp) => ({ cause: { message: expect.stringMatching(message) } });
  await expect(t.app.db.execute(sql`update ledger_entries set amount = 1`)).rejects.toMatchObject(cause(/never change/));
  await expect(t.app.db.execute(sql`delete from ledger_transfers`)).rejects.toMatchObject(cause(/never change/));
  await expect(t.app.db.execute(sql`update accounts set balance = -1 where owner_id = 4`)).rejects.toMatchObject(cause(/not_below_zero/));
});

it('proves the ledger, and finds a balance that was changed by hand', async () => {
  expect(await proveLedger(t.ctx())).toMatchObject({ ok: true, faults: [] });
  await t.app.db.execute(sql`update accounts set balance = balance + 7 where owner_id = 4`);
  const proof = await proveLedger(t.ctx());
  expect(proof.ok).toBe(false);
  expect(proof.faults.map((row) => row.fault)).toEqual(['balance differs from its entries']);
  await t.app.db.execute(sql`update accounts set balance = balance - 7 where owner_id = 4`);
});

it('takes a daily right exactly as often as it is there: 64 at once, 5 a day', async () => {
  const taken = await Promise.all(many(64).map(() => takeDaily(t.ctx(), { user_id: 7, name: 'free_download', limit: 5 })));
  expect(taken.filter(Boolean)).toHaveLength(5);
  t.clock.advance_ms(24 * 3_600_000);
  expect(await takeDaily(t.ctx(), { user_id: 7, name: 'free_download', limit: 5 })).toBe(true);
  expect(await takeDaily(t.ctx(), { user_id: 7, name: 'free_download', limit: 0 })).toBe(false);
});

it('unlocks as many different items a day as the plan says, and one item for one use', async () => {
  await inTransaction(t.ctx(), (tx) => extendMembership(tx, { user_id: 8, vip_type: 1, days: 30, max_download_pre_day: 3 }));
  const item = (id: number) => ({ id, kind: 1, publisher_id: 1, status: 'published', price_fen: 0, org_price_fen: 0, vip_only: true });
  const same = await Promise.all(many(16).map(() => unlockAsMember(t.ctx(), item(1), 8)));
  expect(same.every(Boolean)).toBe(true);
  const other = await Promise.all(many(16).map((n) => unlockAsMember(t.ctx(), item(n + 2), 8)));
  expect(other.filter(Boolean)).toHaveLength(2);
});

it('adds up memberships that are extended at once', async () => {
  const start = t.clock.now().getTime();
  await Promise.all(
    many(8).map(() => inTransaction(t.ctx(), (tx) => extendMembership(tx, { user_id: 9, vip_type: 6, days: 10, max_download_pre_day: 0 }))),
  );
  const all_site = (await activeVips(t.ctx(), 9)).get(6);
  expect((all_site?.end_time.getTime() ?? 0) - start).toBe(80 * 86_400_000);
});

it('redeems a voucher once: 64 at once, 3 vouchers', async () => {
  const use_end_time = new Date(t.clock.now().getTime() + 1_000_000);
  for (const _ of many(3)) await issueVoucher(t.ctx(), { user_id: 10, kind: 1, use_end_time });
  const used = await Promise.all(
    many(64).map((n) => inTransaction(t.ctx(), (tx) => redeemVoucher(tx, { user_id: 10, kind: 1, item_id: n + 1 }))),
  );
  expect(used.filter((id) => id !== null)).toHaveLength(3);
  expect(await voucherCount(t.ctx(), { user_id: 10, kind: 1 })).toBe(0);
});
