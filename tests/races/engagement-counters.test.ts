import { and, count, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FOCUS_USER, KINDS } from '#contract/kinds.ts';
import { createCtx } from '#server/kernel/ctx.ts';
import { getItem } from '#server/modules/catalog/index.ts';
import { setCollected, setFollowed, toggleLike } from '#server/modules/engagement/index.ts';
import { collects, follows, likes } from '#server/modules/engagement/tables.ts';
import { publicUsers } from '#server/modules/identity/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeItem, makePerson, type Person } from '../support/item-world.ts';

let t: TestApp;
let publisher: Person;
let readers: Person[];
beforeAll(async () => {
  t = await startTestApp();
  publisher = await makePerson(t);
  readers = await Promise.all(Array.from({ length: 8 }, () => makePerson(t)));
});
afterAll(() => t.stop());

const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const reader = (n: number) => readers[n % readers.length] as Person;

it('64 parallel toggles of collect by 8 readers leave the counter equal to the rows', async () => {
  const { id } = await makeItem(t, { publisher_id: publisher.id });
  const work = Array.from({ length: 64 }, (_, n) =>
    setCollected(as(reader(n)), { type: KINDS.scheme.types.collect, rid: id, on: n % 3 !== 0 }),
  );
  await Promise.all(work);
  const [rows] = await t.app.db.select({ n: count() }).from(collects).where(eq(collects.rid, id));
  expect((await getItem(t.ctx(), id))?.collect_num).toBe(rows?.n);
});

it('64 parallel likes by 8 readers leave the counter equal to the rows, and the answers agree with them', async () => {
  const { id } = await makeItem(t, { publisher_id: publisher.id });
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, n) => toggleLike(as(reader(n)), { type: KINDS.scheme.types.collect, rid: id })),
  );
  const [rows] = await t.app.db.select({ n: count() }).from(likes).where(eq(likes.rid, id));
  expect((await getItem(t.ctx(), id))?.like_num).toBe(rows?.n);
  expect(answers.every(({ zan }) => zan === 0 || zan === 1)).toBe(true);
});

it('64 parallel follows and unfollows leave fans_num equal to the rows', async () => {
  const star = await makePerson(t);
  await Promise.all(Array.from({ length: 64 }, (_, n) => setFollowed(as(reader(n)), { type: FOCUS_USER, rid: star.id, on: n % 4 !== 1 })));
  const [rows] = await t.app.db
    .select({ n: count() })
    .from(follows)
    .where(and(eq(follows.type, FOCUS_USER), eq(follows.rid, star.id)));
  expect((await publicUsers(t.ctx(), [star.id])).get(star.id)?.fans_num).toBe(rows?.n);
});

it('collecting twice counts once', async () => {
  const { id } = await makeItem(t, { publisher_id: publisher.id });
  await Promise.all(Array.from({ length: 64 }, () => setCollected(as(reader(0)), { type: KINDS.scheme.types.collect, rid: id, on: true })));
  expect((await getItem(t.ctx(), id))?.collect_num).toBe(1);
  await Promise.all(
    Array.from({ length: 64 }, () => setCollected(as(reader(0)), { type: KINDS.scheme.types.collect, rid: id, on: false })),
  );
  expect((await getItem(t.ctx(), id))?.collect_num).toBe(0);
});
