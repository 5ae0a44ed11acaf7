import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleFound, SEARCH_HITS } from '#contract/admin.ts';
import { createCtx, inTransaction, type Role } from '#server/app/ctx.ts';
import { workList } from '#server/areas/catalog/work-list.ts';
import { readList, searchConsole } from '#server/modules/console/index.ts';
import { payments } from '#server/modules/orders/tables.ts';
import { withdrawals } from '#server/modules/payouts/tables.ts';
import { listReviews } from '#server/modules/review/index.ts';
import { indexItem, leaveWish } from '#server/modules/search/index.ts';
import { shops } from '#server/modules/shops/tables.ts';
import { audit_log } from '#server/outbox/tables.ts';
import { todayFacts } from '#server/views/admin/overview.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePerson, type Person } from '../support/item-world.ts';
import { place } from '../support/market.ts';

const t = testApp();
let operator: Person;
let buyer: Person;
let publisher: Person;
let work: number;
let orderid = '';
beforeAll(async () => {
  operator = await makePerson(t, { roles: ['operator'], nickname: '运营甲' });
  buyer = await makePerson(t, { mobile: '13912340001', nickname: '买家小满' });
  publisher = await makePerson(t, { nickname: '星河策划' });
  work = (await makeItem(t, { publisher_id: publisher.id, title: '露营音乐节执行手册', price_fen: 9_900 })).id;
  await indexItem(t.ctx(), work);
  orderid = (await place({ id: buyer.id, token: buyer.token, ctx: t.ctx(buyer.actor) }, work)).orderid;
});

const as = (person: Person) => createCtx(t.app, person.actor, 'test-request');
const search = (words: string, person = operator) => searchConsole(as(person), words);
const hits = (found: readonly ConsoleFound[]) => found.map(({ list, hits: of }) => [list, of.map(({ title }) => title)]);
const rows = async () => t.app.db.select().from(audit_log).where(eq(audit_log.action, 'console.search'));

describe('the search over everything', () => {
  it('finds an order by its number and by that of a payment, with the way to its screen', async () => {
    const [found] = await search(` ${orderid} `);
    expect(found).toMatchObject({
      list: 'orders',
      title: '订单',
      screen: '/admin/orders',
      hits: [{ title: '露营音乐节执行手册', href: `/admin/order?orderid=${orderid}` }],
      all: '',
    });
    expect(found?.hits[0]?.about).toBe(`${orderid} · 买家小满 · 待支付 · ¥99`);
    const [payment] = await t.app.db.select().from(payments);
    expect(hits(await search(payment?.payment_no ?? ''))).toEqual([['orders', ['露营音乐节执行手册']]]);
  });

  it('finds a user by phone, number and the beginning of the name, and shows no whole phone', async () => {
    for (const words of ['13912340001', String(buyer.id), '买家小'])
      expect((await search(words)).find(({ list }) => list === 'users')?.hits, words).toEqual([
        { title: '买家小满', about: `${buyer.id} · 139****0001 · 正常`, href: `/admin/user?id=${buyer.id}` },
      ]);
    expect(JSON.stringify(await search('13912340001'))).not.toContain('13912340001');
  });

  it('finds works by number, by any part of the title in any state, and by words of it once they are published', async () => {
    const waiting = (await makeItem(t, { publisher_id: publisher.id, title: '露营婚礼', status: 'reviewing' })).id;
    const works = async (words: string) => (await search(words)).find(({ list }) => list === 'works')?.hits.map(({ title }) => title);
    expect(await works(String(waiting))).toEqual(['露营婚礼']);
    expect(await works('露营')).toEqual(['露营婚礼', '露营音乐节执行手册']);
    expect(await works('音乐节 手册')).toEqual(['露营音乐节执行手册']);
    expect(await works('婚礼')).toEqual(['露营婚礼']);
    expect(await works('婚礼 露营')).toBeUndefined();
  });

  it('finds shops, withdrawals and what else has a number or a name', async () => {
    await t.app.db.insert(shops).values({ owner_id: publisher.id, name: '星河展览展示', category: 1, province: 1 });
    expect(hits(await search('星河'))).toEqual([
      ['users', ['星河策划']],
      ['shops', ['星河展览展示']],
    ]);
    await t.app.db.insert(withdrawals).values({
      ...{ withdraw_no: 'W202611230000000000000001', user_id: publisher.id, amount_fen: 5_000, method: 'alipay' },
      ...{ sealed_payee: '', masked_name: '*河', masked_account: '139****0001', idempotency_key: 'w1' },
    });
    expect(hits(await search('W202611230000000000000001'))).toEqual([['withdrawals', ['W202611230000000000000001']]]);
  });

  it('shows a few of each list and leads to the rest', async () => {
    for (let n = 0; n < SEARCH_HITS + 2; n++) await makePerson(t, { nickname: `同名 ${n}` });
    const [found] = await search('同名');
    expect(found?.hits).toHaveLength(SEARCH_HITS);
    const query = found?.all.split('?')[1] ?? '';
    const page = await readList(as(operator), { list: 'users', query, after: '', before: '', limit: 50 });
    expect(page.rows).toHaveLength(SEARCH_HITS + 2);
  });

  it('is as wide as the roles of who searches', async () => {
    const person = (role: Role) => makePerson(t, { roles: [role] });
    // P18: whose orders they are is found by their phone, the account is not
    expect(hits(await search('13912340001', await person('finance')))).toEqual([['orders', ['露营音乐节执行手册']]]);
    expect(hits(await search(orderid, await person('reviewer')))).toEqual([]);
    expect(hits(await search('13912340001', await person('support')))).toEqual([
      ['orders', ['露营音乐节执行手册']],
      ['users', ['买家小满']],
    ]);
    await expect(search('x', await makePerson(t))).rejects.toMatchObject({ status: 403 });
  });

  it('keeps who looked for what, of a phone what screens show, and nothing where nothing was asked', async () => {
    const before = (await rows()).length;
    await search('电话 13912340001');
    await search('13912340001');
    const written = (await rows()).slice(before);
    expect(written).toMatchObject([
      { actor_id: operator.id, subject: 'console', detail: { words: '电话 139****0001', found: {} } },
      { actor_id: operator.id, request_id: 'test-request', detail: { words: '139****0001', found: { users: 1 } } },
    ]);
    await expect(search('  ')).rejects.toMatchObject({ status: 400 });
    expect(await rows()).toHaveLength(before + 2);
  });

  it('takes what has a meaning for SQL and for searches as text', async () => {
    for (const words of ["'; drop table users; --", '100%', '_', '\\', ':* & !', '１３９', '🎪', '0'.repeat(60)])
      expect(Array.isArray(await search(words)), words).toBe(true);
  });
});

describe('the screen of today', () => {
  it('counts what waits in lists that the caller may see, each with the way there', async () => {
    const waits = async (person: Person) => (await todayFacts(as(person))).waits;
    const wishes = async () => (await waits(operator)).find(({ title }) => title === '读者登记的需求');
    expect(await wishes()).toEqual({ title: '读者登记的需求', href: '/admin/wishes?state=open', count: 0, oldest: 0 });
    await leaveWish(t.ctx(buyer.actor), { keyword: '水下婚礼', content: '五十人' });
    expect((await wishes())?.count).toBe(1);
    const reviewer = await makePerson(t, { roles: ['reviewer'] });
    expect((await waits(reviewer)).map(({ title }) => title)).not.toContain('读者登记的需求');
    // reports wait on the desk, which counts its own
    const { reviews } = await todayFacts(as(await makePerson(t, { roles: ['admin'] })));
    const { types } = await listReviews(as(await makePerson(t, { roles: ['admin'] })), {
      type: 'report',
      status: 'open',
      page: 1,
      limit: 1,
    });
    expect(reviews).toEqual(types);
    expect(reviews.map(({ type }) => type)).toEqual(expect.arrayContaining(['work', 'report', 'comment', 'withdrawal']));
  });
});

describe('works of the console', () => {
  it('are taken down with a reason and put back, each with an audit row', async () => {
    const run = (name: string, reason: string) =>
      inTransaction(as(operator), (tx) => workList.actions.find((one) => one.name === name)!.run(tx, String(work), reason));
    const state = async () =>
      (await readList(as(operator), { list: 'works', query: `q=${work}`, after: '', before: '', limit: 5 })).rows[0]?.cells['state'];
    await expect(run('show', '误判')).rejects.toMatchObject({ status: 409 });
    await run('take_down', '含有联系方式');
    expect(await state()).toBe('已下架');
    await expect(run('take_down', '再来')).rejects.toMatchObject({ status: 409 });
    await run('show', '已核实');
    expect(await state()).toBe('已发布');
    const written = await t.app.db
      .select()
      .from(audit_log)
      .where(eq(audit_log.subject, `item:${work}`));
    expect(written.map(({ action, detail }) => [action, detail])).toEqual([
      ['work.take_down', { reason: '含有联系方式' }],
      ['work.show', { reason: '已核实' }],
    ]);
  });
});
