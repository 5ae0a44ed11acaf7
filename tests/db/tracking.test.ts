import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { TRACKING_CALLS } from '#contract/tracking.ts';
import { VISIT_CALLS, type VisitFigures } from '#contract/visits.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { keepMonths } from '#server/modules/operations/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { eventBuffer, rollUpDay, rollUpRetention, writeEvents } from '#server/modules/tracking/index.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePerson, type Person } from '../support/item-world.ts';
import { place } from '../support/market.ts';

const t = testApp();
let boss: Person;
beforeAll(async () => {
  boss = await makePerson(t, { roles: ['operator'] });
});

const UUIDS = ['a1b2c3d4-0000-4000-a000-000000000001', 'a1b2c3d4-0000-4000-a000-000000000002'] as const;
const view = (page: string, more: object = {}) => ({ event_type: 1, event_name: 'view', url: page, ...more });

async function send(body: object, token?: string, headers: Record<string, string> = {}) {
  const answer = await t.call<{ taken: number }>('POST', TRACKING_CALLS.behaviour, { body, headers, ...(token ? { token } : {}) });
  expect(answer.body).toMatchObject({ code: 0 });
  return answer.body.data.taken;
}

async function stored(where = sql`true`) {
  await writeEvents(t.app);
  return (await t.app.db.execute<Record<string, unknown>>(sql`select * from track_events where ${where} order by at, page`)).rows;
}

describe('what pages tell', () => {
  it('is kept without what nobody needs: words that were searched, tokens, the user that a page names', async () => {
    const person = await makePerson(t);
    const event = view('/programme/detail?id=7&token=secret&keyword=年会', {
      ...{ referer: 'https://www.baidu.com/s?wd=年会', oldUrl: '/search?keyword=x', target_page: '/ppt', event_value: 'a\tb\\N\n' },
      ...{ uid: 999, ago: 60, pro: 4 },
    });
    expect(await send({ uuid: UUIDS[0].toUpperCase(), channel: 'expo', list: [event] }, person.token)).toBe(1);
    const [row] = await stored(sql`item_id = 7`);
    expect(row).toMatchObject({
      ...{ page: '/programme/detail', url: '/programme/detail?id=7', kind: KINDS.scheme.code, item_id: 7, referer: 'www.baidu.com' },
      ...{ old_url: '/search', target_page: '/ppt', value: 'a b\\N', channel: 'expo', uuid: UUIDS[0], user_id: person.id, source: 2 },
    });
    expect(new Date(row?.['at'] as Date).getTime()).toBe(t.clock.now().getTime() - 60_000);
  });

  it('of a reader who asks not to be followed is a page without a name, and nothing else', async () => {
    const list = [view('/ppt', { referer: 'https://a.example.com/' }), { event_type: 2, event_name: 'press', url: '/ppt' }];
    expect(await send({ uuid: UUIDS[1], channel: 'expo', list }, boss.token, { 'sec-gpc': '1' })).toBe(1);
    const rows = await stored(sql`page = '/ppt'`);
    expect(rows).toEqual([expect.objectContaining({ type: 1, uuid: null, user_id: null, channel: '', referer: '', value: '' })]);
  });

  it('S-950 comes by the short form too, alone or as twenty at once, and no more', async () => {
    const body = { page: '/vip/openVip', event_type: 3, event_name: 'pay', event_value: '1', order: '2026112200' };
    const answer = await t.call<{ taken: number }>('POST', TRACKING_CALLS.post, { body });
    expect(answer.body.data).toEqual({ taken: 1 });
    expect(await stored(sql`orderid = '2026112200'`)).toHaveLength(1);
    const many = (count: number) => ({ list: Array.from({ length: count }, () => view('/many')) });
    expect(await send(many(20))).toBe(20);
    for (const refused of [many(21), {}, { event_type: 9 }, { event_type: 1, uuid: 'nobody' }, { list: 'all' }]) {
      expect((await t.call('POST', TRACKING_CALLS.behaviour, { body: refused })).status, JSON.stringify(refused).slice(0, 60)).toBe(400);
    }
    expect(await stored(sql`page = '/many'`)).toHaveLength(20);
  });

  it('S-951, SH-11 an uuid is new each time, and a channel keeps who came by it', async () => {
    const uuid = async (path: string) => (await t.call<{ uuid: string }>('GET', path)).body.data.uuid;
    expect(await uuid(TRACKING_CALLS.uuid)).not.toBe(await uuid(TRACKING_CALLS.channel_uuid));
    const body = { channel_id: '展会 A', uuid: UUIDS[1], land_url: '/ppt?utm_channel=a' };
    expect((await t.call('POST', TRACKING_CALLS.channel_visit, { body })).body).toMatchObject({ code: 0, data: { taken: 1 } });
    expect(await stored(sql`type = 4`)).toEqual([expect.objectContaining({ channel: '展会 A', value: '展会 A', page: '/ppt' })]);
    expect((await t.call('POST', TRACKING_CALLS.channel_visit, { body: { uuid: UUIDS[1] } })).status).toBe(400);
  });

  it('a flood fills no disk: more than the share of an address or of a day is counted and dropped', async () => {
    const before = (await stored(sql`page = '/flood'`)).length;
    let taken = 0;
    const flood = { list: Array.from({ length: 20 }, () => view('/flood')) };
    for (let call = 0; call < 160; call++) taken += await send(flood);
    // what was told above came from the same address
    expect(taken).toBeGreaterThan(2_800);
    expect(taken).toBeLessThanOrEqual(3_000);
    expect((await stored(sql`page = '/flood'`)).length - before).toBe(taken);
    const { rows } = await t.app.db.execute<{ num: number }>(sql`select num::int from track_drops where reason = 'flood'`);
    expect(rows).toEqual([{ num: 3_200 - taken }]);
    t.clock.advance_ms(61_000);
    expect(await send(flood)).toBe(20);

    await setSetting(t.ctx(), 'track_events_a_day', 0);
    expect(await send(flood)).toBe(0);
    await setSetting(t.ctx(), 'track_events_a_day', 5_000_000);
    await writeEvents(t.app);
    expect(eventBuffer(t.app).counters.dropped).toBeGreaterThan(3_200 - taken);
  });

  it('waits while the database refuses it, and is then there once', async () => {
    await writeEvents(t.app);
    await t.app.db.execute(sql`alter table track_events rename to track_events_away`);
    expect(await send({ list: [view('/later')] })).toBe(1);
    await writeEvents(t.app);
    await t.app.db.execute(sql`alter table track_events_away rename to track_events`);
    expect(await stored(sql`page = '/later'`)).toHaveLength(1);
  });
});

describe('months', () => {
  const months = async () =>
    (
      await t.app.db.execute<{ name: string }>(
        sql`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'track_events'::regclass order by 1`,
      )
    ).rows.map(({ name }) => name);

  it('are made ahead, take what waits in the rest, and leave as a whole when they are old', async () => {
    await t.app.db.execute(sql`insert into track_events_rest (at, type, name, value, page, kind, source, referer, url, old_url, target_page, channel, orderid, pro)
      select at, 1, 'view', '', '/restored', 0, 0, '', '', '', '', '', '', 4
      from unnest(array[now() - interval '3 months', now() - interval '30 months']) at`);
    const dropped = await keepMonths(t.ctx());
    const names = await months();
    const month = (later: number) => {
      const now = t.clock.now();
      return `track_events_${new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later, 1)).toISOString().slice(0, 7).replace('-', '')}`;
    };
    expect(names).toEqual(expect.arrayContaining([month(-3), month(0), month(1), month(2), 'track_events_rest']));
    expect(dropped).toEqual([month(-30)]);
    expect(names).not.toContain(month(-30));
    expect(await stored(sql`page = '/restored'`)).toHaveLength(1);
    // again, and twice at once: nothing to do
    expect(await Promise.all([keepMonths(t.ctx()), keepMonths(t.ctx())])).toEqual([[], []]);
  });
});

describe('figures', () => {
  it('tell a day by kind, channel and source, and people once, whoever they were before they signed in', async () => {
    t.clock.advance_ms(2 * 86_400_000);
    const day = shanghaiDay(t.clock.now());
    const publisher = await makePerson(t);
    const buyer = await makePerson(t);
    const item = await makeItem(t, { publisher_id: publisher.id, price_fen: 9_900 });
    const detail = `/programme/detail?id=${item.id}`;
    await send({
      uuid: UUIDS[0],
      channel: 'expo',
      list: [view('/', { referer: 'https://www.baidu.com/' }), view(detail, { referer: '/' })],
    });
    await send({ uuid: UUIDS[0], channel: 'expo', list: [{ event_type: 2, event_name: 'quote', url: detail }] }, buyer.token);
    await send({ uuid: UUIDS[1], list: [view('/programme'), { event_type: 2, event_name: 'toolbar', url: '/programme' }] });
    await t.call('POST', TRACKING_CALLS.channel_visit, { body: { channel_id: 'expo', uuid: UUIDS[0], land_url: '/' } });
    const order = await place({ id: buyer.id, token: buyer.token, ctx: t.ctx(buyer.actor) }, item.id);
    await writeEvents(t.app);
    await rollUpDay(t.ctx(), day);

    const read = async (query: Record<string, string | number> = {}) =>
      (await t.call<VisitFigures>('GET', VISIT_CALLS.figures, { token: boss.token, query: { range: 7, ...query } })).body.data;
    const figures = await read();
    expect(figures.days.at(-1)).toEqual({ day, views: 3, visitors: 2 });
    expect(figures.sources).toEqual([
      { key: 'direct', title: '直接访问', num: 1 },
      { key: 'baidu', title: '百度', num: 1 },
    ]);
    const steps = ({ funnel }: VisitFigures) => funnel.map(({ key, num }) => `${key} ${num}`);
    expect(steps(figures)).toEqual(['view 2', 'detail 1', 'quote 1', 'order 1', 'paid 0']);
    expect(figures.channels).toEqual([{ channel: 'expo', arrivals: 1, visitors: 1, paid: 0 }]);
    expect(figures.clicks.map(({ name }) => name)).toContain('toolbar');
    expect(figures.pages.find(({ page }) => page === '/programme/detail')?.views).toBe(1);

    // of a kind, and of a channel: the start page is of no kind
    expect((await read({ kind: 'scheme' })).totals).toEqual({ views: 2, visitors: 2 });
    expect((await read({ kind: 'ppt' })).totals).toEqual({ views: 0, visitors: 0 });
    expect(steps(await read({ channel: 'expo' }))).toEqual(['view 1', 'detail 1', 'quote 1', 'order 1', 'paid 0']);
    expect(steps(await read({ kind: 'scheme', channel: 'expo' }))).toEqual(['view 1', 'detail 1', 'quote 1', 'order 1', 'paid 0']);

    // what is made anew is the same, and an order that was paid meanwhile counts
    await t.app.db.execute(
      sql`update orders set paid_at = ${t.clock.now()}, status = 2, paid_key = 'test' where orderid = ${order.orderid}`,
    );
    for (let again = 0; again < 2; again++) await rollUpDay(t.ctx(), day);
    expect(steps(await read())).toEqual(['view 2', 'detail 1', 'quote 1', 'order 1', 'paid 1']);
    expect((await read()).days.at(-1)).toEqual({ day, views: 3, visitors: 2 });

    // what is no work has no quote: who paid for it is a buyer, and on no step of the way to a work
    const member = await makePerson(t);
    const { orderid } = await place({ id: member.id, token: member.token, ctx: t.ctx(member.actor) }, item.id);
    await t.app.db.execute(sql`update orders set paid_at = ${t.clock.now()}, status = 2, paid_key = 'test',
      snapshot = jsonb_set(snapshot::jsonb, '{kind}', '0') where orderid = ${orderid}`);
    await rollUpDay(t.ctx(), day);
    const sums = await read();
    expect(sums.buyers).toBe(2);
    expect(steps(sums)).toEqual(['view 2', 'detail 1', 'quote 1', 'order 1', 'paid 1']);
  });

  it('tell who came back in the weeks after', async () => {
    await send({ uuid: UUIDS[1], list: [view('/')] });
    const first = shanghaiDay(t.clock.now());
    await writeEvents(t.app);
    await rollUpDay(t.ctx(), first);
    t.clock.advance_ms(7 * 86_400_000);
    await send({ uuid: UUIDS[1], list: [view('/')] });
    await writeEvents(t.app);
    await rollUpDay(t.ctx(), shanghaiDay(t.clock.now()));
    await rollUpRetention(t.ctx());
    const { body } = await t.call<VisitFigures>('GET', VISIT_CALLS.figures, { token: boss.token });
    const weeks = body.data.retention;
    expect(weeks.length).toBeGreaterThan(0);
    expect(weeks.flatMap(({ back }) => back).reduce((sum, num) => sum + num, 0)).toBeGreaterThan(0);
    for (const { visitors, back } of weeks) for (const num of back) expect(num).toBeLessThanOrEqual(visitors);
  });

  it('are for those who may see them, and can be taken along and made anew', async () => {
    const reader = await makePerson(t);
    for (const path of [VISIT_CALLS.figures, VISIT_CALLS.csv]) {
      expect((await t.call('GET', path, { token: reader.token, query: { table: 'days' } })).status).toBe(403);
    }
    const { visitsCsv } = await import('#server/views/admin/visits.ts');
    const wish = { range: 7, kind: '', channel: '*' } as const;
    expect(await visitsCsv(t.ctx(boss.actor), wish, 'funnel')).toContain('看详情');
    expect(await visitsCsv(t.ctx(boss.actor), wish, 'days')).toContain(shanghaiDay(t.clock.now()));
    expect((await t.call('POST', VISIT_CALLS.again, { token: boss.token, body: {} })).body.code).toBe(0);
  });
});
