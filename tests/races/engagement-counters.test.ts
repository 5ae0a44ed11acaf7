import { and, count, eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { FOCUS_SHOP, FOCUS_USER } from '#contract/focus.ts';
import { KINDS, type KindFacts, likeType } from '#contract/kinds.ts';
import { EMPTY_SHOP_FORM } from '#contract/shop.ts';
import { createCtx } from '#server/app/ctx.ts';
import { getItem } from '#server/modules/catalog/index.ts';
import { setCollected, setFollowed, setLiked, toggleLike } from '#server/modules/engagement/index.ts';
import { collects, follows, likes } from '#server/modules/engagement/tables.ts';
import { publicUsers } from '#server/modules/identity/index.ts';
import { countShopWorks, getShop, saveShop } from '#server/modules/shops/index.ts';
import { cancelSubscription, subscribe, subscriptionsOf } from '#server/modules/subscriptions/index.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePerson, type Person } from '../support/item-world.ts';

const t = testApp();
let publisher: Person;
let readers: Person[];
beforeAll(async () => {
  publisher = await makePerson(t);
  readers = await Promise.all(Array.from({ length: 8 }, () => makePerson(t)));
});

const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const PAGE = { page: 1, limit: 20 };
const reader = (n: number) => readers[n % readers.length] as Person;

const COLLECTED = Object.values<KindFacts>(KINDS).filter(({ types }) => types.collect !== undefined);

it('64 parallel toggles of collect by 8 readers leave the counters of every kind that is collected equal to the rows', async () => {
  expect(COLLECTED.map(({ key }) => key)).toEqual([
    ...['scheme', 'ppt', 'design', 'sample', 'resource', 'resource_case'],
    ...['article', 'course', 'talk', 'salon', 'demand', 'job'],
  ]);
  await Promise.all(
    COLLECTED.map(async (kind) => {
      const { id } = await makeItem(t, { publisher_id: publisher.id, kind });
      await Promise.all(
        Array.from({ length: 64 }, (_, n) => setCollected(as(reader(n)), { type: kind.types.collect ?? 0, rid: id, on: n % 3 !== 0 })),
      );
      const [rows] = await t.app.db
        .select({ n: count() })
        .from(collects)
        .where(and(eq(collects.type, kind.types.collect ?? 0), eq(collects.rid, id)));
      expect([kind.key, (await getItem(t.ctx(), id))?.collect_num]).toEqual([kind.key, rows?.n]);
    }),
  );
});

const LIKED = Object.values<KindFacts>(KINDS).filter(({ types }) => types.zan !== undefined);

it('64 parallel likes by 8 readers leave the counters equal to the rows, and the answers agree with them', async () => {
  expect(LIKED.map(({ key }) => key)).toEqual(['scheme', 'ppt', 'article']);
  for (const kind of LIKED) {
    const { id } = await makeItem(t, { publisher_id: publisher.id, kind });
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, n) => toggleLike(as(reader(n)), { type: kind.types.zan ?? 0, rid: id })),
    );
    const [rows] = await t.app.db.select({ n: count() }).from(likes).where(eq(likes.rid, id));
    expect((await getItem(t.ctx(), id))?.like_num).toBe(rows?.n);
    expect(answers.every(({ zan }) => zan === 0 || zan === 1)).toBe(true);
  }
});

it('64 parallel subscriptions and cancellations by 8 readers leave each one row for what it wants', async () => {
  const wish = { kind: KINDS.scheme.key, keyword: '年会' };
  const made = await Promise.all(Array.from({ length: 64 }, (_, n) => subscribe(as(reader(n)), wish)));
  for (const [at] of readers.entries()) {
    const mine = (await subscriptionsOf(as(reader(at)), PAGE)).list;
    expect(mine).toHaveLength(1);
    expect(new Set(made.filter((_, n) => n % readers.length === at).map(({ id }) => id))).toEqual(new Set(mine.map(({ id }) => id)));
  }
  const [one] = (await subscriptionsOf(as(reader(0)), PAGE)).list;
  await Promise.allSettled(Array.from({ length: 64 }, () => cancelSubscription(as(reader(0)), one?.id ?? 0)));
  expect((await subscriptionsOf(as(reader(0)), PAGE)).list).toEqual([]);
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

const FORM = { ...EMPTY_SHOP_FORM, name: '云上舞美', category: 201, province: 33, city: 3301 };

it('64 parallel follows and unfollows of a shop leave focus_num equal to the rows', async () => {
  const { id } = await saveShop(as(await makePerson(t)), FORM);
  await Promise.all(Array.from({ length: 64 }, (_, n) => setFollowed(as(reader(n)), { type: FOCUS_SHOP, rid: id, on: n % 4 !== 1 })));
  const [rows] = await t.app.db
    .select({ n: count() })
    .from(follows)
    .where(and(eq(follows.type, FOCUS_SHOP), eq(follows.rid, id)));
  expect((await getShop(t.ctx(), id))?.card.focus_num).toBe(rows?.n);
});

it('64 parallel likes by the calls of both cases leave the counters equal to the rows', async () => {
  for (const kind of [KINDS.supplier_case, KINDS.resource_case]) {
    const { id } = await makeItem(t, { publisher_id: publisher.id, kind });
    // one call says what it wants, the other turns over
    await Promise.all(
      Array.from({ length: 64 }, (_, n) =>
        setLiked(as(reader(n)), { kind, rid: id, ...(kind.calls.like.how === 'set' ? { on: n % 3 !== 0 } : {}) }),
      ),
    );
    const [rows] = await t.app.db
      .select({ n: count() })
      .from(likes)
      .where(and(eq(likes.type, likeType(kind)), eq(likes.rid, id)));
    expect((await getItem(t.ctx(), id))?.like_num).toBe(rows?.n);
  }
});

it('one owner who opens a shop many times at once has one, and its works are counted once', async () => {
  const owner = await makePerson(t);
  await makeItem(t, { publisher_id: owner.id, kind: KINDS.supplier_case });
  const opened = await Promise.all(Array.from({ length: 16 }, () => saveShop(as(owner), FORM)));
  expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
  expect(opened.filter(({ is_new }) => is_new)).toHaveLength(1);
  const id = opened[0]?.id ?? 0;
  await Promise.all(Array.from({ length: 16 }, () => countShopWorks(t.ctx(), id)));
  expect((await getShop(t.ctx(), id))?.card.case_num).toBe(1);
});
