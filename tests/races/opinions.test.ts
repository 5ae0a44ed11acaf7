import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { inTransaction } from '#server/app/ctx.ts';
import { grantAccess } from '#server/modules/access/index.ts';
import { getItem } from '#server/modules/catalog/index.ts';
import { answerOpinion, dropOpinion, hideOpinion, opinionsOf, saveOpinion, showOpinion } from '#server/modules/opinions/index.ts';
import { opinions } from '#server/modules/opinions/tables.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePerson, type Person } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';

const t = testApp();
let publisher: Person;
beforeAll(async () => {
  publisher = await makePerson(t);
});

async function buyers(item_id: number, count: number): Promise<Person[]> {
  const people = await Promise.all(Array.from({ length: count }, () => makePerson(t)));
  for (const { id } of people)
    await inTransaction(t.ctx(), (tx) => grantAccess(tx, { user_id: id, item_id, source: 'purchase', source_id: null }));
  t.clock.advance_ms(86_400_000);
  return people;
}

const rowsOf = (item_id: number) => t.app.db.select().from(opinions).where(eq(opinions.item_id, item_id));

/** What stands beside the work is what its rows come to. */
async function proveSums(item_id: number): Promise<void> {
  const counted = (await rowsOf(item_id)).filter(({ hidden, lapsed }) => !hidden && !lapsed);
  const item = await getItem(t.ctx(), item_id);
  expect([item?.rating_num, item?.rating_sum]).toEqual([counted.length, counted.reduce((sum, { stars }) => sum + stars, 0)]);
}

it('T1 sixty-four ratings of one person at once are one row, and count once', async () => {
  const item_id = await makeItem(t, publisher.id);
  const [who] = (await buyers(item_id, 1)) as [Person];
  await Promise.all(Array.from({ length: 64 }, (_, at) => saveOpinion(who.ctx, { item_id, stars: (at % 5) + 1, text: `第 ${at} 次` })));
  expect(await rowsOf(item_id)).toHaveLength(1);
  await proveSums(item_id);
  expect((await opinionsOf(t.ctx(), item_id)).num).toBe(1);
});

it('T1 sums are right after writing, changing, deleting, hiding, showing and answering at once', async () => {
  const item_id = await makeItem(t, publisher.id);
  const people = await buyers(item_id, 12);
  const staff = t.ctx((await makeUser(t, { roles: ['reviewer'] })).actor);
  await Promise.all(people.map((who, at) => saveOpinion(who.ctx, { item_id, stars: (at % 5) + 1 })));
  const ids = (await rowsOf(item_id)).map(({ id }) => id);
  await Promise.allSettled([
    ...people.map((who, at) => saveOpinion(who.ctx, { item_id, stars: 5 - (at % 5) })),
    ...people.slice(0, 5).map((who) => dropOpinion(who.ctx, item_id)),
    ...ids.slice(3, 9).map((id) => inTransaction(staff, (tx) => hideOpinion(tx, id, '广告'))),
    ...ids.slice(6, 12).map((id) => inTransaction(staff, (tx) => showOpinion(tx, id, '误判'))),
    ...ids.map((id) => answerOpinion(publisher.ctx, id, '谢谢')),
  ]);
  await proveSums(item_id);
});
