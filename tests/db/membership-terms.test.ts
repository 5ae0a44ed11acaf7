import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { VIP_ALL } from '#contract/kinds.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { activeVips, endTermsOf, extendMembership, type MembershipTerm } from '#server/modules/membership/index.ts';
import { testApp } from '../support/app.ts';

const DAY_MS = 86_400_000;
const SCHEME = 1;

const t = testApp();

let last_user = 100;
const newUser = () => ++last_user;
const give = (term: Partial<MembershipTerm> & { user_id: number }) =>
  inTransaction(t.ctx(), (tx) => extendMembership(tx, { vip_type: SCHEME, days: 30, max_download_pre_day: 0, ...term }));
const takeBack = (name: string, id: number) => inTransaction(t.ctx(), (tx) => endTermsOf(tx, { name, id }));
/** What runs now, with its end in days from now. */
const running = async (user_id: number) => {
  const now = t.clock.now().getTime();
  const vips = await activeVips(t.ctx(), user_id);
  return [...vips]
    .sort(([a], [b]) => a - b)
    .map(([type, { end_time, max_download_pre_day }]) => [type, (end_time.getTime() - now) / DAY_MS, max_download_pre_day]);
};

it('begins a renewal at the last end, and each term has its own daily limit', async () => {
  const user_id = newUser();
  const first = await give({ user_id, max_download_pre_day: 5 });
  const second = await give({ user_id, days: 10, max_download_pre_day: 20 });
  expect(second.from).toEqual(first.to);
  expect(await running(user_id)).toEqual([[SCHEME, 40, 5]]);
  t.clock.advance_ms(31 * DAY_MS);
  expect(await running(user_id)).toEqual([[SCHEME, 9, 20]]);
  t.clock.advance_ms(9 * DAY_MS);
  expect(await running(user_id)).toEqual([]);
});

it('lets the types run side by side, but not below an all-site membership that gives as much', async () => {
  const user_id = newUser();
  await give({ user_id, vip_type: 2 });
  const all = await give({ user_id, vip_type: VIP_ALL, days: 365, max_download_pre_day: 10 });
  const less = await give({ user_id, vip_type: 3, max_download_pre_day: 10 });
  expect(less.from).toEqual(all.to);
  const more = await give({ user_id, vip_type: 4, max_download_pre_day: 20 });
  expect(more.from).toEqual(t.clock.now());
  expect(await running(user_id)).toEqual([
    [2, 30, 0],
    [4, 30, 20],
    [VIP_ALL, 365, 10],
  ]);
});

it('keeps a lifetime: what comes after it changes nothing', async () => {
  const user_id = newUser();
  const life = await give({ user_id, days: 'lifetime', max_download_pre_day: 10, source: { name: 'life', id: 1 } });
  expect(life.to.getUTCFullYear()).toBeGreaterThan(2124);
  expect((await give({ user_id, days: 90, max_download_pre_day: 10 })).to).toEqual(life.to);
  expect((await running(user_id)).map(([type, , limit]) => [type, limit])).toEqual([[SCHEME, 10]]);
  t.clock.advance_ms(30 * DAY_MS);
  // without the lifetime the gift would have run from the day on which it came
  expect(await takeBack('life', 1)).toBe(1);
  expect(await running(user_id)).toEqual([[SCHEME, 60, 10]]);
});

it('takes back exactly what a source gave: what waited moves up, twice is once', async () => {
  const user_id = newUser();
  await give({ user_id, days: 10, source: { name: 'a', id: 1 } });
  await give({ user_id, days: 20, max_download_pre_day: 3, source: { name: 'b', id: 1 } });
  await give({ user_id, days: 30, max_download_pre_day: 7, source: { name: 'a', id: 2 } });
  t.clock.advance_ms(4 * DAY_MS);
  expect(await takeBack('b', 1)).toBe(1);
  expect(await running(user_id)).toEqual([[SCHEME, 36, 0]]);
  expect(await takeBack('a', 1)).toBe(1);
  expect(await running(user_id)).toEqual([[SCHEME, 30, 7]]);
  expect([await takeBack('a', 1), await takeBack('b', 1), await takeBack('c', 1)]).toEqual([0, 0, 0]);
  expect(await running(user_id)).toEqual([[SCHEME, 30, 7]]);
});

it('moves up what waited for an all-site membership that is taken back', async () => {
  const user_id = newUser();
  await give({ user_id, vip_type: VIP_ALL, days: 100, source: { name: 'all', id: 1 } });
  await give({ user_id, vip_type: 2, days: 20 });
  t.clock.advance_ms(DAY_MS);
  expect(await running(user_id)).toEqual([[VIP_ALL, 99, 0]]);
  await takeBack('all', 1);
  expect(await running(user_id)).toEqual([[2, 20, 0]]);
});

it('TR-5 cannot hold terms that overlap, whoever writes them', async () => {
  const overlapping = t.app.db.execute(sql`insert into membership_terms (user_id, vip_type, during, sold) values
    (1, 1, '[2030-01-01, 2030-02-01)', '[2030-01-01, 2030-02-01)'), (1, 1, '[2030-01-31, 2030-03-01)', '[2030-01-31, 2030-03-01)')`);
  await expect(overlapping).rejects.toMatchObject({ cause: { constraint: 'membership_terms_apart' } });
});
