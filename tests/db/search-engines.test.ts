import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ENGINE_CALLS, type EngineFigures } from '#contract/engines.ts';
import { createCtx } from '#server/app/ctx.ts';
import { readProviders } from '#server/config/providers.ts';
import { countSpiders, deadLinks, itemChanged, pushUrls, spiderOf, verificationText } from '#server/modules/seo/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { createBaiduPush } from '#server/providers/search-engine/baidu.ts';
import { createIndexNow } from '#server/providers/search-engine/indexnow.ts';
import { createSandboxEngines } from '#server/providers/search-engine/sandbox.ts';
import { enginesCsv } from '#server/views/admin/search-desk.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeItem, makePerson, type Person } from '../support/item-world.ts';

const SITE = 'https://cemao.example.com';

/** Baidu's and IndexNow's side of the call, on a port of its own: keeps what it was told and has a quota. */
interface FakeEngine {
  url: string;
  told: string[][];
  /** What it answers next instead of taking the addresses. */
  fails: Array<{ status: number; body: object }>;
  quota: number;
  server: Server;
}

async function fakeEngine(): Promise<FakeEngine> {
  const fake: FakeEngine = { url: '', told: [], fails: [], quota: 5, server: createServer() };
  fake.server.on('request', (req, res) => {
    let text = '';
    req.setEncoding('utf8');
    req.on('data', (part: string) => {
      text += part;
    });
    req.on('end', (): unknown => {
      const answer = (status: number, body: object) =>
        res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      const asked = new URL(req.url ?? '/', 'http://fake');
      const fails = fake.fails.shift();
      if (fails) return answer(fails.status, fails.body);
      if (asked.pathname === '/indexnow') {
        const body = JSON.parse(text) as { host: string; key: string; keyLocation: string; urlList: string[] };
        if (body.keyLocation !== `${SITE}/${body.key}.txt` || body.host !== 'cemao.example.com') return answer(403, {});
        fake.told.push(body.urlList);
        return answer(202, {});
      }
      if (asked.searchParams.get('token') !== 'good') return answer(401, { error: 401, message: 'token is not valid' });
      if (asked.searchParams.get('site') !== 'cemao.example.com') return answer(400, { error: 400, message: 'site error' });
      const urls = text.split('\n');
      if (urls.length > fake.quota) return answer(400, { error: 400, message: 'over quota' });
      const foreign = urls.filter((url) => !url.startsWith(SITE));
      fake.told.push(urls);
      fake.quota -= urls.length - foreign.length;
      return answer(200, {
        remain: fake.quota,
        success: urls.length - foreign.length,
        ...(foreign.length > 0 ? { not_same_site: foreign } : {}),
      });
    });
  });
  await new Promise<void>((resolve) => fake.server.listen(0, '127.0.0.1', resolve));
  fake.url = `http://127.0.0.1:${(fake.server.address() as AddressInfo).port}`;
  return fake;
}

let t: TestApp;
let fake: FakeEngine;
let publisher: Person;
let boss: Person;
const useBaidu = (token = 'good') => {
  t.app.providers.search_engines = [createBaiduPush({ site: 'cemao.example.com', token, url: fake.url })];
};
beforeAll(async () => {
  t = await startTestApp({ env: { SITE_URL: SITE, ALLOW_SANDBOX: '1' } });
  fake = await fakeEngine();
  publisher = await makePerson(t);
  boss = await makePerson(t, { roles: ['operator'] });
});
afterAll(async () => {
  await t.stop();
  await new Promise((resolve) => fake.server.close(resolve));
});
afterEach(async () => {
  fake.told = [];
  fake.fails = [];
  await t.app.db.execute(sql`delete from seo_urls`);
  await t.app.db.execute(sql`delete from seo_engine_days`);
  await t.app.db.execute(sql`delete from seo_dead`);
});

async function published(count: number) {
  const made = [];
  for (let n = 0; n < count; n++) {
    const { id } = await makeItem(t, { publisher_id: publisher.id });
    await itemChanged(t.ctx(), id);
    t.clock.advance_ms(1_000);
    made.push({ id, url: `${SITE}/programme/detail?id=${id}` });
  }
  return made;
}
const figures = async () => (await t.call<EngineFigures>('GET', ENGINE_CALLS.figures, { token: boss.token })).body.data;

describe('Baidu', () => {
  it('hears of new works, the newest first, as many as it says it takes, and of none twice a day', async () => {
    useBaidu();
    fake.quota = 4;
    const works = await published(5);
    const newest = works.map(({ url }) => url).reverse();
    // eight at once: one tells, the others find nothing to do
    const told = await Promise.all(Array.from({ length: 8 }, () => pushUrls(t.ctx())));
    expect(told.reduce((sum, one) => sum + (one['baidu'] ?? 0), 0)).toBe(4);
    expect(fake.told.flat()).toEqual(newest.slice(0, 4));
    expect((await figures()).engines).toEqual([
      expect.objectContaining({ name: 'baidu', sandbox: false, pushed_today: 4, remain: 0, waiting: 1, refused: 0, error: '' }),
    ]);

    // changed again today: it waits for tomorrow, when the quota is new
    t.clock.advance_ms(1_000);
    await itemChanged(t.ctx(), works[4]?.id ?? 0);
    fake.quota = 10;
    expect(await pushUrls(t.ctx())).toEqual({ baidu: 0 });
    t.clock.advance_ms(86_400_000);
    expect(await pushUrls(t.ctx())).toEqual({ baidu: 2 });
    expect(fake.told.flat().slice(4)).toEqual([newest[0], newest[4]]);
    t.clock.advance_ms(86_400_000);
    expect(await pushUrls(t.ctx())).toEqual({ baidu: 0 });
  });

  it('that is mis-set is asked once an hour, said to staff, and loses nothing', async () => {
    useBaidu('wrong');
    fake.quota = 10;
    const [work] = await published(1);
    expect(await pushUrls(t.ctx())).toEqual({ baidu: 0 });
    expect((await figures()).engines[0]).toMatchObject({ error: 'token is not valid', waiting: 1 });
    useBaidu();
    expect(await pushUrls(t.ctx())).toEqual({ baidu: 0 });
    t.clock.advance_ms(3_600_001);
    expect(await pushUrls(t.ctx())).toEqual({ baidu: 1 });
    expect(fake.told.flat()).toEqual([work?.url]);
    expect((await figures()).engines[0]).toMatchObject({ error: '', waiting: 0 });
  });

  it('that breaks or answers nonsense loses nothing', async () => {
    useBaidu();
    fake.quota = 10;
    await published(1);
    fake.fails = [{ status: 502, body: { error: 502, message: 'bad gateway' } }];
    expect(await pushUrls(t.ctx())).toEqual({ baidu: 0 });
    t.clock.advance_ms(3_600_001);
    fake.fails = [{ status: 200, body: [] }];
    expect(await pushUrls(t.ctx())).toEqual({ baidu: 0 });
    t.clock.advance_ms(3_600_001);
    expect(await pushUrls(t.ctx())).toEqual({ baidu: 1 });
  });

  it('is not told again of what it will never have', async () => {
    useBaidu();
    fake.quota = 10;
    await published(1);
    await t.app.db.execute(
      sql`insert into seo_urls (engine, url, wanted_at) values ('baidu', 'https://elsewhere.example.com/', ${t.clock.now()})`,
    );
    expect(await pushUrls(t.ctx())).toEqual({ baidu: 1 });
    expect((await figures()).engines[0]).toMatchObject({ pushed_today: 1, refused: 1, waiting: 0 });
  });
});

it('a work that is taken down is a dead link until it is back; IndexNow hears of it, Baidu does not', async () => {
  t.app.providers.search_engines = [
    createBaiduPush({ site: 'cemao.example.com', token: 'good', url: fake.url }),
    createIndexNow({ key: 'abcdefgh12345678', url: `${fake.url}/indexnow` }, SITE),
  ];
  fake.quota = 10;
  const [work] = await published(1);
  expect(await pushUrls(t.ctx())).toEqual({ baidu: 1, indexnow: 1 });
  t.clock.advance_ms(1_000);
  await t.app.db.execute(sql`update items set status = 'down' where id = ${work?.id ?? 0}`);
  await itemChanged(t.ctx(), work?.id ?? 0);
  expect(await deadLinks(t.ctx())).toEqual([work?.url]);
  t.clock.advance_ms(86_400_000);
  expect(await pushUrls(t.ctx())).toEqual({ baidu: 0, indexnow: 1 });
  expect((await figures()).dead).toBe(1);
  await t.app.db.execute(sql`update items set status = 'published' where id = ${work?.id ?? 0}`);
  await itemChanged(t.ctx(), work?.id ?? 0);
  expect(await deadLinks(t.ctx())).toEqual([]);

  // what was never public is nobody's dead link
  const draft = await makeItem(t, { publisher_id: publisher.id, status: 'draft' });
  await t.app.db.execute(sql`update items set published_at = null where id = ${draft.id}`);
  await itemChanged(t.ctx(), draft.id);
  expect(await deadLinks(t.ctx())).toEqual([]);
});

it('robots are known by their names and counted with what they do not find', async () => {
  expect(spiderOf('Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)')).toBe('baidu');
  expect(spiderOf('Mozilla/5.0 (compatible; bingbot/2.0)')).toBe('bing');
  expect(spiderOf('Sogou web spider/4.0')).toBe('sogou');
  for (const nobody of [undefined, '', 'Mozilla/5.0 (Windows NT 10.0) Chrome/140', 'my-own-bot']) expect(spiderOf(nobody)).toBeNull();
  const visits = [
    { spider: 'baidu', kind: 1, hits: 3, misses: 1 },
    { spider: 'bing', kind: 0, hits: 1, misses: 0 },
  ];
  for (let twice = 0; twice < 2; twice++) await countSpiders(t.ctx(), visits, new Map([['/programme/detail?id=99', 1]]));
  const { spiders, misses } = await figures();
  expect(spiders[0]).toMatchObject({ title: '百度', hits: 6, misses: 2, kinds: [{ noun: '方案', hits: 6, misses: 2 }] });
  expect(misses).toEqual([{ path: '/programme/detail?id=99', num: 2 }]);
  expect(await enginesCsv(createCtx(t.app, boss.actor, 'test'), 'spiders')).toContain(
    '搜索引擎,页面,抓取,未找到\r\n百度,合计,6,2\r\n百度,方案,6,2\r\n',
  );
  expect(await enginesCsv(createCtx(t.app, boss.actor, 'test'), 'misses')).toBe('\ufeff地址,次数\r\n/programme/detail?id=99,2\r\n');
  expect(await enginesCsv(createCtx(t.app, boss.actor, 'test'), 'pushes')).toMatch(/^\ufeff搜索引擎,已推送,.*\r\n.+,\d+,/);
  await expect(enginesCsv(createCtx(t.app, publisher.actor, 'test'), 'misses')).rejects.toMatchObject({ status: 403 });
});

it('a site proves itself by files that an operator sets', async () => {
  await setSetting(t.ctx(), 'verification_files', ['baidu_verify_code-x.html a b c', 'sogou.txt y']);
  for (const wrong of ['baidu.html', '../x.html y', 'x.js y', 'x.html  ']) {
    await expect(setSetting(t.ctx(), 'verification_files', [wrong]), wrong).rejects.toThrow();
  }
  const lines = ['baidu_verify_code-x.html a b c', 'sogou.txt y'];
  expect(verificationText(lines, 'baidu_verify_code-x.html')).toBe('a b c');
  expect(verificationText(lines, 'baidu_verify_code')).toBeNull();
});

it('stand-ins tell nobody, with a quota by day; real ones need all of their variables', async () => {
  const [baidu] = createSandboxEngines(t.clock);
  const many = Array.from({ length: 2_000 }, (_url, n) => `${SITE}/${n}`);
  expect(await baidu?.push(many)).toMatchObject({ kind: 'taken', remain: 1_000 });
  expect(await baidu?.push(many)).toEqual({ kind: 'over_quota' });
  t.clock.advance_ms(86_400_000);
  expect(await baidu?.push(many)).toMatchObject({ kind: 'taken', remain: 1_000 });

  expect(readProviders({ BAIDU_PUSH_SITE: 'a', BAIDU_PUSH_TOKEN: 'b' }, SITE).baidu_push).toMatchObject({ site: 'a', token: 'b' });
  expect(() => readProviders({ BAIDU_PUSH_SITE: 'a' }, SITE)).toThrow('BAIDU_PUSH_TOKEN');
  expect(() => readProviders({ INDEXNOW_KEY: 'short' }, SITE)).toThrow('INDEXNOW_KEY');
});

it('who may not see it sees nothing', async () => {
  expect((await t.call('GET', ENGINE_CALLS.figures, { token: publisher.token })).status).toBe(403);
  expect((await t.call('POST', ENGINE_CALLS.push, { token: publisher.token, body: {} })).status).toBe(403);
  expect((await t.call('POST', ENGINE_CALLS.push, { token: boss.token, body: {} })).body.code).toBe(0);
});
