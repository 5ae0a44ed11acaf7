import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { ORDER_PAID } from '#contract/order.ts';
import { EMPTY_FORM } from '#contract/publish.ts';
import { fillAssistant } from '#demo/ask-assistant.ts';
import { beginWorld } from '#demo/begin-world.ts';
import { leaveWishes, putTogether } from '#demo/beside-works.ts';
import { giveHistory } from '#demo/buyer.ts';
import { commentArticles } from '#demo/comment-articles.ts';
import { postDemands } from '#demo/demands.ts';
import { draw } from '#demo/drawing/draw-work.ts';
import { publishWorks } from '#demo/grow.ts';
import { fillHall } from '#demo/hall.ts';
import { answerDemands } from '#demo/offers.ts';
import { leaveClaims, leavePapers } from '#demo/papers.ts';
import { rateWorks } from '#demo/rate-works.ts';
import { readTheRest } from '#demo/read-the-rest.ts';
import { lookForPeople } from '#demo/recruit.ts';
import { holdSalons } from '#demo/salons.ts';
import { sellForLess } from '#demo/sell-for-less.ts';
import { shareLastMonth } from '#demo/share-pool.ts';
import { teachCourses } from '#demo/study.ts';
import { talkAboutWorks } from '#demo/talk-about-works.ts';
import { seekTeachers } from '#demo/teachers.ts';
import { tellOfSalons } from '#demo/tell-of-salons.ts';
import { verifySome } from '#demo/verify-some.ts';
import type { DemoWork } from '#demo/works/demo-work.ts';
import { DEMO_WORKS } from '#demo/works/index.ts';
import { DEMO_ARTICLES } from '#demo/world/articles.ts';
import { DEMO_SERIES } from '#demo/world/series.ts';
import { DEMO_WISHES } from '#demo/world/wishes.ts';
import { worldState } from '#demo/world-state.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { installTerms } from '#server/install.ts';
import { getItem, itemPages } from '#server/modules/catalog/index.ts';
import { unreadCount } from '#server/modules/notices/index.ts';
import { storeRendered } from '#server/modules/publishing/index.ts';
import { tellSubscribers } from '#server/modules/subscriptions/index.ts';
import { balances, proveLedger } from '#server/modules/wallet/index.ts';
import { todayFacts } from '#server/views/admin/overview.ts';
import { articleScreenAt } from '#server/views/article-screen.ts';
import { library } from '#server/views/library.ts';
import { publisherView } from '#server/views/publisher-page.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeItem, settleOutbox } from '../support/catalog.ts';
import { makeItem as makeSold } from '../support/market.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ env: { SEED: '1' } });
  await installTerms(t.app);
  await beginWorld(t.app, 1);
});
afterAll(() => t.stop());

it('orders its job again where that used up its attempts, and once', async () => {
  const waiting = sql`select count(*)::int as n from pgboss.job where name = 'demo.grow' and state = 'created'`;
  await t.app.db.execute(sql`update pgboss.job set state = 'failed' where name = 'demo.grow'`);
  expect([await beginWorld(t.app, 1), await beginWorld(t.app, 1), await count(waiting)]).toEqual([false, false, 1]);
});

const count = async (text: ReturnType<typeof sql>) => (await t.app.db.execute<{ n: number }>(text)).rows[0]?.n;

/** A free scheme, one that is sold, a template, a free case, a free design and an article. */
const chosen = ['scheme-8', 'scheme-32', 'ppt-2', 'sample-5', 'design-7', 'article-3'].map(
  (key) => DEMO_WORKS.find((work) => work.key === key) as DemoWork,
);

it('has people who came on each of the last seven days, today too', async () => {
  const { days } = await todayFacts(t.ctx({ kind: 'user', user_id: 1, token_id: 0, roles: ['operator'], address: '' }));
  expect(days).toHaveLength(7);
  for (const { day, new_users } of days) expect(new_users, day).toBeGreaterThan(0);
});

it('U-3 publishes works with pages, earlier days and numbers that fit each other; again changes nothing', {
  timeout: 300_000,
}, async () => {
  const asked: string[] = [];
  const drawOne = ({ key }: Pick<DemoWork, 'key'>, wish: ReturnType<DemoWork['drawing']>) => {
    asked.push(key);
    return draw(wish);
  };
  await publishWorks(t.ctx(), chosen, drawOne);
  const { works } = await worldState.read(t.ctx());
  const items = await Promise.all(chosen.map(({ key }) => getItem(t.ctx(), works[key] as number)));
  for (const [index, item] of items.entries()) {
    const work = chosen[index] as DemoWork;
    expect([work.key, item?.status, item?.title]).toEqual([work.key, 'published', work.title]);
    const days = (t.clock.now().getTime() - (item?.published_at?.getTime() ?? 0)) / 86_400_000;
    expect(Math.round(days)).toBe(work.days_ago);
    expect(item?.view_num).toBeGreaterThan((item?.download_num ?? 0) + (item?.collect_num ?? 0));
    const pages = await itemPages(t.ctx(), item?.id ?? 0, 1, 99);
    expect(pages.length).toBe(item?.page_count);
    for (const page of pages) expect(await t.app.providers.storage.statPrivate(`${page.key}-320.webp`)).not.toBeNull();
  }
  expect(items.some((item) => (item?.download_num ?? 0) > 0)).toBe(true);
  // sales are counted a moment after; what was paid is in the orders
  expect(
    await count(sql`select count(*)::int as n from orders where status = ${ORDER_PAID} and subject_id = ${items[1]?.id}`),
  ).toBeGreaterThan(0);
  expect(await proveLedger(t.ctx())).toMatchObject({ ok: true, faults: [] });
  // what readers were granted is what the counters say
  expect(await count(sql`select count(*)::int as n from download_days`)).toBe(
    items.reduce((sum, item) => sum + (item?.download_num ?? 0), 0),
  );

  // as a process that died after publishing and before it was noted
  const world = await worldState.read(t.ctx());
  const { [chosen[0]?.key ?? '']: _gone, ...rest } = world.works;
  await t.app.db.execute(
    sql`update site_settings set value = ${JSON.stringify({ ...world, works: rest })}::jsonb where key = 'demo_world'`,
  );
  await publishWorks(t.ctx(), chosen, drawOne);
  expect(asked).toEqual([...chosen.map(({ key }) => key), chosen[0]?.key]);
  expect(await Promise.all(items.map((item) => getItem(t.ctx(), item?.id ?? 0)))).toEqual(
    items.map((item) =>
      expect.objectContaining({ id: item?.id, view_num: item?.view_num, download_num: item?.download_num, sale_num: item?.sale_num }),
    ),
  );
  expect(await count(sql`select count(*)::int as n from items`)).toBe(chosen.length);
});

it('has reads by day that are those of its works, and as many as its sales make likely', async () => {
  expect(
    await count(sql`select count(*)::int as n from items i
      where i.view_num <> (select coalesce(sum(v.views), 0) from item_view_days v where v.item_id = i.id)`),
  ).toBe(0);
  // on no day somebody bought what nobody read
  expect(
    await count(sql`select count(*)::int as n from orders o where o.status = ${ORDER_PAID} and not exists (
      select from item_view_days v where v.item_id = o.subject_id and v.day = (o.created_at at time zone 'Asia/Shanghai')::date)`),
  ).toBe(0);
});

it('puts together what belongs together once it stands, subscribes readers before the first work, and leaves wishes, each once', async () => {
  const { people, works } = await worldState.read(t.ctx());
  const held = async () => ({
    subscriptions: await count(sql`select count(*)::int as n from subscriptions`),
    collections: await count(sql`select count(*)::int as n from collections`),
    series: await count(sql`select count(*)::int as n from series`),
    wishes: await count(sql`select count(*)::int as n from search_wishes`),
  });
  // of no collection all works stand yet
  expect(await held()).toEqual({ subscriptions: 3, collections: 0, series: 0, wishes: 0 });
  const publisher_id = people.publisher_ids[0] as number;
  const author = DEMO_SERIES.find(({ publisher }) => publisher === 0);
  const made = await Promise.all((author?.keys ?? []).map((key) => makeItem(t.ctx(), { publisher_id, title: key, tags: ['年会'] })));
  const world = await worldState.read(t.ctx());
  await inTransaction(t.ctx(), (tx) =>
    worldState.write(tx, {
      ...world,
      works: { ...works, ...Object.fromEntries((author?.keys ?? []).map((key, at) => [key, made[at] as number])) },
    }),
  );
  await putTogether(t.ctx());
  expect(await held()).toMatchObject({ collections: 0, series: 1 });
  expect((await publisherView(t.ctx(), publisher_id, 1))?.series).toMatchObject([{ title: author?.title, item_num: made.length }]);
  await leaveWishes(t.ctx());
  await putTogether(t.ctx(), { rest: true });
  const all = await held();
  expect(all).toMatchObject({ wishes: DEMO_WISHES.length });
  expect(all.collections).toBeGreaterThan(0);
  await leaveWishes(t.ctx());
  await putTogether(t.ctx(), { rest: true });
  expect(await held()).toEqual(all);
  // what the buyer is told is what the site tells everybody
  await settleOutbox(t.ctx());
  const told = await tellSubscribers(t.ctx(), made[0] as number);
  expect(told).toBe(1);
  expect(await unreadCount(t.ctx(), people.buyer_id)).toBe(1);
});

it('gives who is tried out first a history: something bought, something free, collected works; again changes nothing', async () => {
  const { people, works } = await worldState.read(t.ctx());
  const buyer = t.ctx({ kind: 'user', user_id: people.buyer_id, token_id: 0, roles: [], address: '' });
  const history = async () => ({
    had: (await library(buyer, { q: '', kind: '', page: 1, limit: 10 })).list.map(({ id, had_by }) => [id, had_by]).sort(),
    balance: (await balances(buyer, people.buyer_id)).balance_fen,
    collected: await count(sql`select count(*)::int as n from collects where user_id = ${people.buyer_id}`),
    followed: await count(sql`select count(*)::int as n from follows where user_id = ${people.buyer_id}`),
  });
  await giveHistory(t.ctx(), chosen);
  const given = await history();
  expect(given).toMatchObject({
    collected: 4,
    had: expect.arrayContaining([
      [works['scheme-32'], 'purchase'],
      [expect.any(Number), 'free'],
    ]),
  });
  expect([given.had.length, (given.followed ?? 0) > 0, given.balance > 2_000]).toEqual([2, true, true]);
  await giveHistory(t.ctx(), chosen);
  expect(await history()).toEqual(given);
});

it('leaves papers for who keeps the books: invoices in every state, refunds, a compared bill without a difference; once', async () => {
  const { people, ...world } = await worldState.read(t.ctx());
  const made = await Promise.all([1, 2, 3, 4].map(() => makeSold(t, people.publisher_ids[0] as number)));
  const works = { ...world.works, ...Object.fromEntries(made.map((id, at) => [`sold-${at}`, id])) };
  await inTransaction(t.ctx(), (tx) => worldState.write(tx, { ...world, people, works }));
  const papers = async () => ({
    invoices: (await t.app.db.execute<{ status: string }>(sql`select status from invoices order by status`)).rows.map(
      ({ status }) => status,
    ),
    refunds: await count(sql`select count(*)::int as n from refunds where status = 'done'`),
    differences: (await t.app.db.execute(sql`select kind, status, theirs_fen from bill_differences`)).rows,
    runs: (await t.app.db.execute(sql`select lines, payments, differences, fault from bill_runs`)).rows,
  });
  await leavePapers(t.ctx());
  const left = await papers();
  expect(left).toEqual({
    invoices: ['asked', 'issued', 'red', 'red_due'],
    refunds: 2,
    differences: [],
    runs: [{ lines: 4, payments: 4, differences: 0, fault: '' }],
  });
  await leavePapers(t.ctx());
  expect(await papers()).toEqual(left);
  const claims = async () =>
    (await t.app.db.execute(sql`select kind, status from payment_claims order by id`)).rows.map((row) => Object.values(row).join(' '));
  await leaveClaims(t.ctx());
  await leaveClaims(t.ctx());
  expect(await claims()).toEqual(['complaint open', 'chargeback lost']);
  expect(await proveLedger(t.ctx())).toMatchObject({ ok: true, faults: [] });
});

it('keeps a rendered document once under its key, for its owner alone', async () => {
  const { people } = await worldState.read(t.ctx());
  const [one, other] = people.publisher_ids as [number, number];
  const as = (user_id: number) => t.ctx({ kind: 'user', user_id, token_id: 0, roles: [], address: '' });
  const picture = { width: 320, data: new Uint8Array([1]) };
  const original = {
    key: 'x',
    name: 'x.pdf',
    data: new Uint8Array([37]),
    type: 'pdf' as const,
    pages: [{ page_no: 1, width: 320, height: 180, text: '', pictures: [picture] }],
  };
  const id = await storeRendered(as(one), original);
  expect(await storeRendered(as(one), original)).toBe(id);
  expect(await storeRendered(as(other), original)).not.toBe(id);
  await expect(storeRendered(t.ctx({ kind: 'visitor', address: '' }), original)).rejects.toMatchObject({ code: 2 });
});

it('refuses no kind: a work without a document has a picture for its cover', { timeout: 60_000 }, async () => {
  const kind = { ...KINDS.scheme, formats: [] as string[] };
  const work: DemoWork = {
    ...(chosen[1] as DemoWork),
    key: 'picture-work',
    kind,
    drawing: () => ({ picture: { subject: 'floral', mood: 'pastel', seed: 3 }, width: 640, height: 400 }),
    form: (terms) => ({ ...EMPTY_FORM, title: '只有封面的作品', category_id: terms.categories[0]?.id ?? null, price: '12' }),
  };
  await publishWorks(t.ctx(), [work], (_work, wish) => draw(wish));
  const { works } = await worldState.read(t.ctx());
  const item = await getItem(t.ctx(), works['picture-work'] as number);
  expect([item?.status, item?.cover_width, item?.page_count]).toEqual(['published', 640, 0]);
});

it('fills the hall: requests that wait, are talked about, settled and closed, with what was said; once', async () => {
  const figures = async () => ({
    states: (
      await t.app.db.execute<{ state: string; n: number }>(sql`select state, count(*)::int as n from requests group by 1 order by 1`)
    ).rows,
    answers: await count(sql`select count(*)::int as n from request_answers`),
    dates: await count(sql`select count(*)::int as n from planner_entries`),
    rated: await count(sql`select count(*)::int as n from ratings where shown_at is not null`),
  });
  await verifySome(t.ctx());
  await fillHall(t.ctx());
  const first = await figures();
  expect(first).toEqual({
    states: [
      { state: 'closed', n: 1 },
      { state: 'open', n: 2 },
      { state: 'settled', n: 1 },
      { state: 'talking', n: 3 },
    ],
    ...{ answers: 7, dates: 12, rated: 2 },
  });
  // as after a crash before the end
  const world = await worldState.read(t.ctx());
  await inTransaction(t.ctx(), async (tx) => {
    await tx.db.execute(sql`delete from planner_entries`);
    await worldState.write(tx, { ...world, made: world.made.filter((name) => name !== 'hall') });
  });
  await fillHall(t.ctx());
  expect(await figures()).toEqual(first);
});

it('posts demands with offers, a sealed tender among them, jobs with applicants, and talks; again changes nothing', {
  timeout: 300_000,
}, async () => {
  const figures = async () => ({
    demands: await count(sql`select count(*)::int as n from demands`),
    offers: await count(sql`select count(*)::int as n from offers`),
    sealed: await count(sql`select count(*)::int as n from offer_versions where sealed <> ''`),
    agreed: await count(sql`select count(*)::int as n from agreements`),
    jobs: await count(sql`select count(*)::int as n from items where kind = ${KINDS.job.code}`),
    applications: await count(sql`select count(*)::int as n from job_applications`),
    messages: await count(sql`select count(*)::int as n from chat_messages`),
  });
  const grow = async () => {
    await lookForPeople(t.ctx());
    await postDemands(t.ctx());
    await answerDemands(t.ctx());
    await talkAboutWorks(t.ctx());
  };
  await grow();
  const first = await figures();
  for (const [what, n] of Object.entries(first)) expect(n, what).toBeGreaterThan(0);
  await grow();
  expect(await figures()).toEqual(first);
});

it('T1 has buyers who say what they think of the works that they have, each once', { timeout: 60_000 }, async () => {
  await rateWorks(t.ctx());
  const said = sql`select count(*)::int as n from opinions`;
  const n = (await count(said)) ?? 0;
  expect(n).toBeGreaterThan(1);
  expect(await count(sql`select sum(rating_num)::int as n from items`)).toBe(n);
  expect(
    await count(sql`select count(*)::int as n from opinions o join items i on i.id = o.item_id where o.created_at < i.published_at`),
  ).toBe(0);
  await rateWorks(t.ctx());
  expect(await count(said)).toBe(n);
});

it('M9 has publishers who share in what memberships brought last month, once', async () => {
  const { works } = await worldState.read(t.ctx());
  await t.app.db.execute(sql`update items set vip_only = true where id = ${works['scheme-32']}`);
  await shareLastMonth(t.ctx());
  const shares = sql`select count(*)::int as n from pool_shares where paid_at is not null and readers > 1`;
  expect(await count(shares)).toBe(1);
  await shareLastMonth(t.ctx());
  expect(await count(shares)).toBe(1);
  await t.app.db.execute(sql`update items set vip_only = false where id = ${works['scheme-32']}`);
});

it('has articles with their pictures in the text, and what readers and authors say of them, once', async () => {
  const { works } = await worldState.read(t.ctx());
  const id = works['article-3'] as number;
  await commentArticles(t.ctx());
  const screen = await articleScreenAt(t.ctx(), new URL(`http://x/article/details?id=${id}`));
  expect(screen?.body.content.match(/<figure>/g)).toHaveLength(2);
  expect(screen?.comments.total).toBe(DEMO_ARTICLES[3]?.comments.length);
  await commentArticles(t.ctx());
  expect(await count(sql`select count(*)::int as n from comments`)).toBe(DEMO_ARTICLES[3]?.comments.length);
});

it('teaches courses, holds salons with tickets, talks and recaps, and answers questions; again changes nothing', {
  timeout: 300_000,
}, async () => {
  const kinds = sql.param([KINDS.course, KINDS.salon, KINDS.talk].map(({ code }) => code));
  const figures = async () => ({
    courses: await count(sql`select count(*)::int as n from items where kind = ${KINDS.course.code} and status = 'published'`),
    lessons: await count(sql`select count(*)::int as n from lessons`),
    applications: await count(sql`select count(*)::int as n from teachers where state <> 'accepted'`),
    salons: await count(sql`select count(*)::int as n from salons where state in ('open', 'over')`),
    tickets: await count(sql`select count(*)::int as n from salon_tickets`),
    came: await count(sql`select count(*)::int as n from salon_checkins`),
    waiting: await count(sql`select count(*)::int as n from salon_waiting`),
    talks: await count(sql`select count(*)::int as n from items where kind = ${KINDS.talk.code} and status = 'published'`),
    recaps: await count(sql`select count(*)::int as n from salon_recaps where state = 'published'`),
    answers: await count(sql`select count(*)::int as n from assistant_answers`),
    reads: await count(sql`select sum(view_num)::int as n from items where kind = any(${kinds})`),
  });
  const grow = async () => {
    await teachCourses(t.ctx(), (_of, wish) => draw(wish));
    await seekTeachers(t.ctx());
    await holdSalons(t.ctx());
    await tellOfSalons(t.ctx());
    await readTheRest(t.ctx());
    await fillAssistant(t.ctx());
  };
  await grow();
  const first = await figures();
  for (const [what, n] of Object.entries(first)) expect(n, what).toBeGreaterThan(0);
  const unread = sql`select count(*)::int as n from items where status = 'published' and view_num = 0 and kind = any(${kinds})`;
  expect(await count(unread)).toBe(0);
  await grow();
  expect(await figures()).toEqual(first);
  // killed just before it was written down: the lessons that stand are not written again
  await inTransaction(t.ctx(), async (tx) => {
    const state = await worldState.read(tx);
    await worldState.write(tx, { ...state, made: state.made.filter((what) => what !== 'study') });
  });
  await grow();
  expect(await figures()).toEqual(first);
  expect(await proveLedger(t.ctx())).toMatchObject({ ok: true, faults: [] });
});

it('leaves no upload that has expired, so that the cleaning beside it takes none away unfinished', async () => {
  const expired = await t.app.db.execute<{ name: string }>(sql`select name from uploads where expires_at <= ${t.clock.now()}`);
  expect(expired.rows).toEqual([]);
});

it('T3 a publisher sells for less by codes, of which one was used', async () => {
  await sellForLess(t.ctx());
  await sellForLess(t.ctx());
  expect(await count(sql`select count(*)::int as n from discount_codes`)).toBe(3);
  expect(await count(sql`select count(*)::int as n from orders where code_fen > 0 and status = ${ORDER_PAID}`)).toBe(1);
});
