import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { addDays } from '#contract/signin.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { saveAddress } from '#server/modules/addresses/index.ts';
import { cancelRedemption, redeemGoods, saveGoods } from '#server/modules/mall/index.ts';
import { grantPoints, provePoints, spendPoints } from '#server/modules/points/index.ts';
import { giveCards, makeUpDay, signIn, signInMonth } from '#server/modules/signin/index.ts';
import { claimTask, saveTask } from '#server/modules/tasks/index.ts';
import { balances, proveLedger } from '#server/modules/wallet/index.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';

const t = testApp();
let staff: Person;
let people: Person[];
beforeAll(async () => {
  const { id, token, actor } = await makeUser(t, { roles: ['operator'] });
  staff = { id, token, ctx: t.ctx(actor) };
  people = await Promise.all(Array.from({ length: 64 }, () => makePerson(t)));
});

const won = (results: ReadonlyArray<PromiseSettledResult<unknown>>) => results.filter(({ status }) => status === 'fulfilled').length;
const points = async (user_id: number) => (await balances(t.ctx(), user_id)).point;
const give = (user_id: number, amount: number, key: string) =>
  inTransaction(t.ctx(), (tx) => grantPoints(tx, { user_id, points: amount, reason: 'gift', key }));
const proved = async () => [...(await provePoints(t.ctx())), ...(await proveLedger(t.ctx())).faults];
const all = <T>(act: (person: Person, at: number) => Promise<T>) => Promise.allSettled(people.map(act));

it('signs in, makes up and claims once of 64 at once', async () => {
  const { ctx, id } = people[0] as Person;
  expect(won(await all(() => signIn(ctx)))).toBe(1);
  const task = await saveTask(staff.ctx, {
    ...{ id: 0, title: '签到', event: 'signin', about: '', img: '', link: '', period: 'daily' as const },
    ...{ target: 1, points: 7, cards: 1, is_on: true, sort: 0 },
  });
  const before = await points(id);
  expect(won(await all(() => claimTask(ctx, task)))).toBe(1);
  expect(await points(id)).toBe(before + 7);
  await inTransaction(t.ctx(), (tx) => giveCards(tx, { user_id: id, cards: 1, key: 'more' }));
  const { today } = await signInMonth(ctx, '');
  expect(won(await all(() => makeUpDay(ctx, addDays(today, -1))))).toBe(1);
  expect((await signInMonth(ctx, '')).cards).toBe(1);
  expect(await proved()).toEqual([]);
});

it('grants a key once, and spends no more than there is, of 64 at once', async () => {
  const { id } = people[1] as Person;
  await all(() => give(id, 10, 'one-key'));
  await all((_, at) => give(id, 3, `part-${at}`));
  expect(await points(id)).toBe(10 + 64 * 3);
  const spend = (at: number) =>
    inTransaction(t.ctx(), (tx) => spendPoints(tx, { user_id: id, points: 20, reason: 'redeem', key: `spend-${at}` }));
  expect(won(await all((_, at) => spend(at)))).toBe(10);
  expect(await points(id)).toBe(2);
  expect(await proved()).toEqual([]);
});

it('redeems as many as there are, for 64 people at once, and one key once', async () => {
  await Promise.all(people.map(({ id }) => give(id, 500, `mall-${id}`)));
  const goods = await saveGoods(staff.ctx, {
    ...{ id: 0, kind: 'physical' as const, title: '帆布袋', about: '', content: '', cover: '', points: 100, market_price: 0 },
    ...{ left_num: 10, left_before: 10, per_person: 0, is_on: true, sort: 0, definition_id: 0, vip_type: 1, days: 7 },
    ...{ max_download_pre_day: 5, cards: 1 },
  });
  const to = { id: 0, receiver: '张三', tel: '13800000000', province: '上海市', city: '', detail: '南京西路 1 号', is_default: false };
  const homes = await Promise.all(people.map(({ ctx }) => saveAddress(ctx, to)));
  const redeem = ({ ctx }: Person, at: number, key = `redeem-${at}`) =>
    redeemGoods(ctx, { id: goods, num: 1, address_id: homes[at]?.id ?? 0, total_points: 100, key });
  const results = await all((person, at) => redeem(person, at));
  expect(won(results)).toBe(10);
  const left = async () =>
    (await t.app.db.execute<{ left_num: number; n: number }>(sql`select left_num, redeemed_num as n from mall_goods where id = ${goods}`))
      .rows[0];
  expect(await left()).toEqual({ left_num: 0, n: 10 });
  const at = results.findIndex(({ status }) => status === 'fulfilled');
  const mine = people[at] as Person;
  const { id } = await redeem(mine, at);
  expect(won(await all(() => cancelRedemption(mine.ctx, id, '')))).toBe(1);
  expect(await left()).toEqual({ left_num: 1, n: 9 });
  const again = await all(() => redeem(mine, at, 'again-key'));
  expect(won(again)).toBe(64);
  expect(await left()).toEqual({ left_num: 0, n: 10 });
  expect(await proved()).toEqual([]);
});
