import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FOCUS_USER } from '#contract/focus.ts';
import { KINDS } from '#contract/kinds.ts';
import { SUBSCRIPTIONS_MAX } from '#contract/subscription.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { ensureTags, ensureTerm, setItemStatus } from '#server/modules/catalog/index.ts';
import { setFollowed } from '#server/modules/engagement/index.ts';
import { noticesOf, readAllNotices, readNotice, sendNotices, unreadCount, worksTold } from '#server/modules/notices/index.ts';
import { notices } from '#server/modules/notices/tables.ts';
import { searchItems } from '#server/modules/search/index.ts';
import { cancelSubscription, subscribe, subscriptionJobs, subscriptionsOf, tellSubscribers } from '#server/modules/subscriptions/index.ts';
import { subscriptions } from '#server/modules/subscriptions/tables.ts';
import { testApp } from '../support/app.ts';
import { makeItem, settleOutbox } from '../support/catalog.ts';
import { makePerson, type Person } from '../support/people.ts';

const { scheme, resource } = KINDS;

const t = testApp();
let writer: Person;
let reader: Person;
let cid: number;
let cid2: number;
let tag: number;

const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const publish = (wish: Parameters<typeof makeItem>[1] = {}) =>
  makeItem(t.ctx(), { publisher_id: writer.id, title: '云栖谷年会方案', published_at: t.clock.now(), ...wish });
const told = (item_id: number) =>
  t.app.db
    .select({ user_id: notices.user_id })
    .from(notices)
    .where(sql`item_id = ${item_id}`)
    .orderBy(notices.user_id)
    .then((rows) => rows.map(({ user_id }) => user_id));

beforeAll(async () => {
  [writer, reader] = await Promise.all([makePerson(t, { nickname: '星河策划' }), makePerson(t)]);
  await inTransaction(t.ctx(), async (tx) => {
    cid = await ensureTerm(tx, scheme, { facet: 'category', parent_id: null, name: '年会庆典' });
    cid2 = await ensureTerm(tx, scheme, { facet: 'category', parent_id: cid, name: '企业年会' });
    [tag = 0] = await ensureTags(tx, scheme, ['晚宴']);
  });
});
beforeEach(async () => {
  await t.app.db.delete(subscriptions);
  await t.app.db.delete(notices);
});

describe('C-701 subscribing', () => {
  it('keeps a filter once, says what it is and leads to its list', async () => {
    const first = await subscribe(as(reader), { kind: 'scheme', cid, cid2, tag, keyword: '  云栖谷 ' });
    expect(await subscribe(as(reader), { kind: 'scheme', cid, cid2, tag, keyword: '云栖谷' })).toEqual({ id: first.id, is_new: false });
    const whole = await subscribe(as(reader), { kind: 'resource' });
    expect((await subscriptionsOf(as(reader), { page: 1, limit: 10 })).list).toMatchObject([
      { id: whole.id, kind: 'resource', title: '资源', href: '/resources' },
      {
        id: first.id,
        title: '方案 · 企业年会 · 晚宴 · “云栖谷”',
        href: `/programme?keyword=${encodeURIComponent('云栖谷')}&cid=${cid}&cid2=${cid2}&tag=${tag}`,
      },
    ]);
  });

  it('refuses what is not there, what is not the reader’s, and too many', async () => {
    await expect(subscribe(as(reader), { kind: 'poem' })).rejects.toMatchObject({ fields: { kind: '种类无效' } });
    await expect(subscribe(as(reader), { kind: 'scheme', cid: tag })).rejects.toMatchObject({ fields: { category: '筛选项不存在' } });
    const { id } = await subscribe(as(reader), { kind: 'scheme', cid });
    await expect(cancelSubscription(as(writer), id)).rejects.toMatchObject({ status: 404 });
    for (let n = 1; n < SUBSCRIPTIONS_MAX; n++) await subscribe(as(reader), { kind: 'scheme', keyword: `词${n}` });
    await expect(subscribe(as(reader), { kind: 'scheme', keyword: '再一个' })).rejects.toMatchObject({ status: 409 });
    await cancelSubscription(as(reader), id);
    expect((await subscribe(as(reader), { kind: 'scheme', keyword: '再一个' })).is_new).toBe(true);
  });

  it('stays within the bound when many come at once', async () => {
    const wishes = Array.from({ length: SUBSCRIPTIONS_MAX + 10 }, (_, n) => subscribe(as(reader), { kind: 'scheme', keyword: `同时${n}` }));
    const done = await Promise.allSettled(wishes);
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(SUBSCRIPTIONS_MAX);
  });
});

describe('telling', () => {
  it('tells those whose filter or words the work fits, and nobody else', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => makePerson(t)));
    const [by_category, by_tag, by_words, whole, other_kind, other_words, other_tag, late] = people as [
      Person,
      Person,
      Person,
      Person,
      Person,
      Person,
      Person,
      Person,
    ];
    const [other] = await inTransaction(t.ctx(), (tx) => ensureTags(tx, scheme, ['快闪']));
    await subscribe(as(by_category), { kind: 'scheme', cid });
    await subscribe(as(by_tag), { kind: 'scheme', cid, cid2, tag });
    await subscribe(as(by_words), { kind: 'scheme', keyword: '云栖谷 晚宴' });
    await subscribe(as(whole), { kind: 'scheme' });
    await subscribe(as(whole), { kind: 'scheme', cid });
    await subscribe(as(other_kind), { kind: resource.key });
    await subscribe(as(other_words), { kind: 'scheme', keyword: '云栖谷 婚礼' });
    await subscribe(as(other_tag), { kind: 'scheme', tag: other ?? 0 });
    await subscribe(as(writer), { kind: 'scheme' });
    t.clock.advance_ms(1_000);
    const id = await publish({ category_id: cid, category_sub_id: cid2, tags: ['晚宴'] });
    t.clock.advance_ms(1_000);
    await subscribe(as(late), { kind: 'scheme' });
    const wanted = [by_category, by_tag, by_words, whole].map((one) => one.id).toSorted((a, b) => a - b);
    expect(await tellSubscribers(t.ctx(), id)).toBe(4);
    expect(await told(id)).toEqual(wanted);
    // again, by the job that the event sends
    await subscriptionJobs(t.app)[0]?.run({ item_id: id }, new AbortController().signal);
    expect(await told(id)).toEqual(wanted);
    expect((await noticesOf(as(whole), { only_unread: true, page: 1, limit: 4 })).list).toMatchObject([
      { title: '订阅上新：云栖谷年会方案', jump_url: `/programme/detail?id=${id}`, jump_type_id: 1, is_read: 0 },
    ]);
    expect(await worksTold(as(whole), { topic: 'subscribe', page: 1, limit: 10 })).toEqual({ item_ids: [id], total: 1 });
  });

  it('tells by words whom the search would answer with the work: run together, a synonym, a printed category, a price', async () => {
    const judged: ReadonlyArray<readonly [keyword: string, found: boolean]> = [
      ['年会策划方案', true],
      ['度假区年会', true],
      ['年度盛典', true],
      ['企业年会', true],
      ['免费', true],
      ['湖面灯光秀', true],
      ['云栖谷 方案', true],
      ['云栖谷婚礼', false],
      ['发布会', false],
      ['！！', false],
    ];
    const people = await Promise.all(judged.map(() => makePerson(t)));
    for (const [n, [keyword]] of judged.entries()) await subscribe(as(people[n] as Person), { kind: 'scheme', keyword });
    t.clock.advance_ms(1_000);
    const id = await publish({
      ...{ title: '云栖谷度假区年会全案', category_id: cid, category_sub_id: cid2, price_fen: 0 },
      ...{ page_texts: ['第一页写湖面灯光秀的流程'], free_pages: 1 },
    });
    await tellSubscribers(t.ctx(), id);
    const heard = await told(id);
    expect(judged.map(([keyword], n) => [keyword, heard.includes(people[n]?.id ?? 0)])).toEqual(judged);
    const found = await Promise.all(
      judged.map(async ([keyword]) => {
        const { page, search } = await searchItems(t.ctx(), scheme, { keyword });
        // few works that hold all words have others after them
        return (search.answer === 'all' || search.answer === 'few') && page.list.some((card) => card.id === id);
      }),
    );
    expect(found).toEqual(judged.map(([, yes]) => yes));
  });

  it('tells ten thousand once each under two workers, one of which is stopped and begins again', async () => {
    const now = t.clock.now();
    await t.app.db.execute(sql`insert into subscriptions (user_id, kind, code, codes, keyword, filter, title, created_at)
      select 1000000 + n, ${scheme.code}, 0, '{}', '', '{}', '方案', ${now.toISOString()}::timestamptz from generate_series(1, 10000) n`);
    t.clock.advance_ms(1_000);
    const id = await publish();
    const stop = new AbortController();
    stop.abort();
    await expect(tellSubscribers(t.ctx(), id, stop.signal)).rejects.toThrow();
    const counts = await Promise.all([tellSubscribers(t.ctx(), id), tellSubscribers(t.ctx(), id)]);
    expect(counts[0] + counts[1]).toBe(10_000);
    const users = await told(id);
    expect([users.length, new Set(users).size]).toEqual([10_000, 10_000]);
  });

  it('publishing only asks for it; what left meanwhile is told to nobody', async () => {
    await subscribe(as(reader), { kind: 'scheme' });
    t.clock.advance_ms(1_000);
    const id = await publish();
    await settleOutbox(t.ctx());
    expect(await told(id)).toEqual([]);
    const jobs = await t.app.db.execute(sql`select data from pgboss.job where name = 'subscriptions.tell'`);
    expect(jobs.rows.map((row) => (row['data'] as { item_id: number }).item_id)).toContain(id);
    await inTransaction(t.ctx(), (tx) => setItemStatus(tx, id, ['published'], 'taken_down'));
    expect(await tellSubscribers(t.ctx(), id)).toBe(0);
  });
});

describe('messages', () => {
  it('count down one by one, and to nothing at once; those of others are not there', async () => {
    for (const key of ['a', 'b', 'c']) await sendNotices(t.ctx(), [reader.id], { topic: 'subscribe', key, title: key });
    expect(await sendNotices(t.ctx(), [reader.id, writer.id], { topic: 'subscribe', key: 'a', title: 'a' })).toBe(1);
    const { list, total } = await noticesOf(as(reader), { only_unread: true, page: 1, limit: 2 });
    expect([list.map(({ title }) => title), total]).toEqual([['c', 'b'], 3]);
    const first = list[0]?.id ?? 0;
    await expect(readNotice(as(writer), first)).rejects.toMatchObject({ status: 404 });
    expect(await readNotice(as(reader), first)).toEqual({ num: 2 });
    expect(await readNotice(as(reader), first)).toEqual({ num: 2 });
    expect((await noticesOf(as(reader), { only_unread: false, page: 1, limit: 9 })).list.map(({ is_read }) => is_read)).toEqual([1, 0, 0]);
    expect(await readAllNotices(as(reader))).toEqual({ num: 0 });
    expect(await unreadCount(t.ctx(), writer.id)).toBe(1);
  });
});

describe('following', () => {
  const follow = (person: Person) => setFollowed(as(person), { type: FOCUS_USER, rid: writer.id, on: true });
  const newest = async (person: Person) =>
    (await noticesOf(as(person), { only_unread: false, page: 1, limit: 5 })).list.map(({ title, content, jump_url }) => [
      title,
      content,
      jump_url,
    ]);

  it('tells of a publisher’s new works once a day, what was not told already, and nobody who follows later', async () => {
    const [fan, both, late] = [await makePerson(t), await makePerson(t), await makePerson(t)];
    await follow(fan);
    await follow(both);
    await subscribe(as(both), { kind: 'scheme', cid });
    t.clock.advance_ms(1_000);
    const first = await publish({ category_id: cid });
    t.clock.advance_ms(1_000);
    await follow(late);
    expect(await tellSubscribers(t.ctx(), first)).toBe(2);
    expect(await newest(fan)).toEqual([['您关注的星河策划有新作品', '方案《云栖谷年会方案》', `/personalLecturer?uid=${writer.id}`]]);
    expect(await newest(both)).toEqual([['订阅上新：云栖谷年会方案', '您订阅的方案上新了。', `/programme/detail?id=${first}`]]);
    expect([await newest(late), await tellSubscribers(t.ctx(), first)]).toEqual([[], 0]);
    // a second one of the day adds nothing for who was told, the next day does
    await tellSubscribers(t.ctx(), await publish());
    expect(await newest(fan)).toHaveLength(1);
    t.clock.advance_ms(86_400_000);
    await tellSubscribers(t.ctx(), await publish());
    expect(await newest(fan)).toHaveLength(2);
    expect((await worksTold(as(fan), { topic: 'subscribe', page: 1, limit: 5 })).total).toBe(2);
  });

  it('tells of no old work that comes back, no demand, and nothing to who stopped following', async () => {
    const fan = await makePerson(t);
    await follow(fan);
    t.clock.advance_ms(1_000);
    const old = await publish();
    t.clock.advance_ms(4 * 86_400_000);
    expect(await tellSubscribers(t.ctx(), old)).toBe(0);
    await tellSubscribers(t.ctx(), await publish({ kind: KINDS.demand }));
    await tellSubscribers(t.ctx(), await publish({ kind: KINDS.job }));
    expect(await newest(fan)).toEqual([]);
    await setFollowed(as(fan), { type: FOCUS_USER, rid: writer.id, on: false });
    await tellSubscribers(t.ctx(), await publish());
    expect(await newest(fan)).toEqual([]);
  });
});
