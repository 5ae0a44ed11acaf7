import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DemandForm, EMPTY_DEMAND, type LabelType } from '#contract/demand.ts';
import { KINDS } from '#contract/kinds.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { installDefaultTerms, recount } from '#server/modules/catalog/index.ts';
import { actOnDemand, installLabels, saveLabel, showLabel, shownLabels, submitDemand } from '#server/modules/demands/index.ts';
import { extendMembership, installPlans } from '#server/modules/membership/index.ts';
import { files } from '#server/modules/publishing/tables.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { newStorageKey } from '#server/providers/storage/port.ts';
import { testApp } from '../support/app.ts';
import { makeItem, settleOutbox } from '../support/catalog.ts';
import { verifyPerson } from '../support/demands.ts';
import { makePerson, type Person } from '../support/people.ts';
import { type Site, startSite } from '../support/site.ts';

// The real pages of the real process over a database that the test has filled: no browser, no JavaScript.
const t = testApp();
let site: Site;
let owner: Person;
let reader: Person;
let tender_file = 0;
let posted = 0;
const demand = { scheme: 0, supplier: 0, tender: 0, closed: 0 };
const as = (person: Person) => createCtx(t.app, person.actor, 'test');

async function post(type: LabelType, title: string, change: Partial<DemandForm> = {}): Promise<number> {
  const label = (await shownLabels(t.ctx())).find((one) => one.type === type);
  const form: DemandForm = {
    ...{
      ...EMPTY_DEMAND,
      label_id: label?.id ?? 0,
      title,
      event: '年会庆典',
      people: '300',
      city: '杭州',
      budget_min: '3万',
      budget_max: '5万',
    },
    ...{ needs: '需要主题创意、流程脚本和舞美效果图，一周内给初稿，可以改两轮，附报价明细。', ...change },
  };
  return (await submitDemand(as(owner), { draft_key: `page-demand-${++posted}`, form })).id;
}

beforeAll(async () => {
  [owner, reader] = [await makePerson(t, { nickname: '云上会务' }), await makePerson(t)];
  await verifyPerson(t, owner);
  await inTransaction(t.ctx(), installPlans);
  await inTransaction(t.ctx(), installDefaultTerms);
  await installLabels(t.ctx());
  const key = newStorageKey();
  await t.app.providers.storage.putPrivate(key, Readable.from([Buffer.from('%PDF-1.7 招标')]));
  const row = { owner_id: owner.id, key, name: '招标文件.pdf', size_bytes: 15, sha256: 'a'.repeat(64), type: 'pdf' };
  const [stored] = await t.app.db.insert(files).values(row).returning({ id: files.id });
  tender_file = stored?.id ?? 0;
  demand.scheme = await post(1, '三百人年会找整体策划方案');
  const from_id = await makeItem(t.ctx(), { publisher_id: reader.id, title: '云栖年会整体方案' });
  const from = { from_kind: KINDS.scheme.key, from_id };
  demand.supplier = await post(2, '经销商大会找舞台灯光供应商', { ...from, city: '上海', budget_min: '', budget_max: '' });
  demand.tender = await post(3, '年度发布会整体执行公开招标', { files: [tender_file] });
  demand.closed = await post(1, '已经取消的周年庆策划方案');
  await actOnDemand(as(owner), { id: demand.closed, act: 'close', why: '活动取消' });
  await settleOutbox(t.ctx());
  // the row of cities shows those that lead somewhere, by counts that a job makes
  await recount(t.ctx());
  site = await startSite({ data_dir: t.config.data_dir, env: { DATABASE_URL: t.booted.database_url } });
}, 180_000);
afterAll(async () => {
  await site?.stop();
});

const open = async (path: string) => {
  const response = await fetch(`${site.url}${path}`, { redirect: 'manual', headers: { accept: 'text/html' } });
  return { status: response.status, location: response.headers.get('location'), html: await response.text() };
};
const shown = (html: string) => [...new Set([...html.matchAll(/href="\/demand\/details\?id=(\d+)"/g)].map((match) => Number(match[1])))];

it('C-200 lists by type and by label, newest first, without what is closed', async () => {
  expect(shown((await open('/demand')).html)).toEqual([demand.tender, demand.supplier, demand.scheme]);
  expect(shown((await open('/demandProgramme')).html)).toEqual([demand.scheme]);
  expect(shown((await open('/demandSupplier')).html)).toEqual([demand.supplier]);
  expect(shown((await open('/demandBidding')).html)).toEqual([demand.tender]);
  const [label] = await shownLabels(t.ctx());
  expect(shown((await open(`/demand?labelId=${label?.id}`)).html)).toEqual([demand.scheme]);
  const { html } = await open('/demandSupplier');
  for (const text of ['上海', '面议', '招募中', '300 人', '云上会务']) expect(html.includes(text), text).toBe(true);
});

it('CH-6 says that a label is unknown, and shows all', async () => {
  const { status, html } = await open('/demand?labelId=999999');
  expect(status).toBe(200);
  expect(html.includes('没有这个需求类型')).toBe(true);
  expect(shown(html)).toHaveLength(3);
  expect(/<meta name="robots" content="noindex"/.test(html)).toBe(true);
});

it('filters by what the engine knows, drops what it does not, and leads an empty list to publishing', async () => {
  const { html } = await open('/demand');
  const city = /href="\/demand\?city=(\d+)"/.exec(html)?.[1];
  expect(shown((await open(`/demand?city=${city}`)).html).length).toBeGreaterThan(0);
  expect(await open('/demand?city=999999&sort=cheap')).toMatchObject({ status: 301, location: '/demand' });
  expect((await open('/demand?sort=ends')).status).toBe(200);
  const none = await open(`/demand?keyword=${encodeURIComponent('空中跳伞')}`);
  expect(none.html.includes(`/demand/add?keyword=${encodeURIComponent('空中跳伞')}`)).toBe(true);
});

it('shows every type at the neutral address, and leads a wrong one to the right one', async () => {
  for (const id of [demand.scheme, demand.supplier, demand.tender]) {
    const { status, html } = await open(`/demand/details?id=${id}`);
    expect(status).toBe(200);
    expect(new RegExp(`<link rel="canonical" href="[^"]*/demand/details\\?id=${id}"`).test(html), String(id)).toBe(true);
  }
  expect((await open(`/demandProgramme/details?id=${demand.scheme}`)).status).toBe(200);
  expect(await open(`/demandProgramme/details?id=${demand.tender}`)).toMatchObject({
    status: 302,
    location: `/demandBidding/details?id=${demand.tender}`,
  });
  expect(await open('/demand/details?id=999999')).toMatchObject({ status: 302, location: '/demand' });
  const { html } = await open(`/demand/details?id=${demand.tender}`);
  expect(html.includes('招标文件.pdf')).toBe(true);
  expect(html.includes('参考方案')).toBe(false);
  const started = (await open(`/demand/details?id=${demand.supplier}`)).html;
  expect(/参考方案：<\/span><a [^>]*href="\/programme\/detail\?id=\d+">云栖年会整体方案</.test(started)).toBe(true);
  expect(html.includes('竞标会员')).toBe(true);
});

it('says of a closed one that it is closed, to nobody who searches', async () => {
  const { status, html } = await open(`/demand/details?id=${demand.closed}`);
  expect(status).toBe(200);
  expect(html.includes('发布者已关闭这条需求')).toBe(true);
  expect(/<meta name="robots" content="noindex"/.test(html)).toBe(true);
  expect(html.includes('活动取消')).toBe(false);
});

it('SH-10 has no button beside the pages for what is not set: free orders, the community', async () => {
  const buttons = async () => {
    const { html } = await open('/demand');
    return ['free-order', 'side-community'].filter((id) => html.includes(`popovertarget="${id}"`));
  };
  const set = async (on: boolean, code: string) => {
    await setSetting(t.ctx(), 'free_order', { on, img: '', icon: '' });
    await setSetting(t.ctx(), 'customer_qrcode', code);
    await settleOutbox(t.ctx());
  };
  await set(true, 'https://work.weixin.qq.com/kfid/community');
  await expect.poll(buttons).toEqual(['free-order', 'side-community']);
  await set(false, '');
  await expect.poll(buttons).toEqual([]);
});

it('S-003, S-103, S-301 has in its frame the shop of others that is set, points and their tasks, and the help and year of today', async () => {
  const shop = async () => (await open('/demand')).html.includes('href="https://shop.example.com/"');
  expect(await shop()).toBe(false);
  const set = (shop: string) => setSetting(t.ctx(), 'outside_links', { shop, publish_resource: '' });
  await set('https://shop.example.com/');
  await settleOutbox(t.ctx());
  await expect.poll(shop).toBe(true);
  const { html } = await open('/demand');
  for (const path of ['/integral', '/integral/integralTask', '/about/helpCenter?id=14']) expect(html, path).toContain(`href="${path}"`);
  expect(html).toContain(`© ${new Date().getFullYear()} 策猫`);
  await set('');
  await settleOutbox(t.ctx());
});

it('has below it who runs the site and by which filings, each where it is looked up; nothing before staff set them', async () => {
  const foot = async () => /<footer[\s\S]*?<\/footer>/.exec((await open('/demand')).html)?.[0] ?? '';
  expect(await foot()).not.toContain('beian');
  const none = { company: '', icp: '', police: '', licence: '' };
  const set = async (some: Partial<typeof none>) => {
    await setSetting(t.ctx(), 'site_filings', { ...none, ...some });
    await settleOutbox(t.ctx());
  };
  await set({ company: '上海一家<公司>', icp: '沪ICP备2026000000号-1', police: '沪公网安备31010000000123号' });
  await expect.poll(foot).toContain('href="https://beian.miit.gov.cn/"');
  const shown = await foot();
  for (const text of ['上海一家&lt;公司&gt;', '沪ICP备2026000000号-1', 'webSearch?code=31010000000123"']) expect(shown).toContain(text);
  expect(shown).not.toContain('增值电信');
  await set({ licence: '沪B2-20260000' });
  await expect.poll(foot).toContain('增值电信业务经营许可证 沪B2-20260000');
  await set({});
  await expect.poll(foot).not.toContain('增值电信');
});

it('CH-6, S-002 has the entry and the sub-menu of the labels in the header: many, one, none', async () => {
  const menu = async () => /<nav id="demand-menu"[\s\S]*?<\/nav>/.exec((await open('/demand')).html)?.[0] ?? '';
  const many = await menu();
  for (const path of ['/demandProgramme', '/demandSupplier', '/demandBidding']) expect(many.includes(`href="${path}"`), path).toBe(true);
  const staff = createCtx(t.app, (await makePerson(t, { roles: ['operator'] })).actor, 'test');
  const [first, ...others] = await shownLabels(t.ctx());
  const turn = async (id: number, on: boolean) => {
    await inTransaction(staff, (tx) => showLabel(tx, id, on, '测试'));
    await settleOutbox(t.ctx());
  };
  for (const { id } of others) await turn(id, false);
  await expect.poll(menu).toBe('');
  const one = (await open('/demand')).html;
  expect(/<a href="\/demandProgramme" class="nav-link"/.test(one)).toBe(true);
  await turn(first?.id ?? 0, false);
  await expect.poll(async () => /<a href="\/demand" class="nav-link"/.test((await open('/demand')).html)).toBe(true);
  for (const { id } of [first ?? { id: 0 }, ...others]) await turn(id, true);
  const made = await saveLabel(staff, { id: 0, name: '找婚礼方案', label: '婚礼', type: 1, shown: true, sort: 9 });
  await settleOutbox(t.ctx());
  await expect.poll(async () => (await menu()).includes(`href="/demand?labelId=${made}"`)).toBe(true);
  const hall = (await open('/demand/add')).html;
  expect(hall.includes('发布需求')).toBe(true);
});

it('C-203 gives documents of a tender to its owner and to the bidding membership alone, by a link of one account', async () => {
  const ask = (person: Person, id = demand.tender) =>
    t.call<{ url: string; name: string }>('GET', '/demand/index/file', { token: person.token, query: { id, file_id: tender_file } });
  expect((await ask(owner)).body.data.name).toBe('招标文件.pdf');
  expect((await ask(reader)).body).toMatchObject({ code: 1, msg: '招标文件仅竞标会员可以下载', data: { vip_type: 5 } });
  expect((await ask(reader, demand.scheme)).status).toBe(404);
  await inTransaction(t.ctx(), (tx) => extendMembership(tx, { user_id: reader.id, vip_type: 5, days: 30, max_download_pre_day: 5 }));
  const { url } = (await ask(reader)).body.data;
  const opened = await fetch(`${site.url}${url}`);
  expect(await opened.text()).toBe('%PDF-1.7 招标');
  expect(opened.headers.get('content-disposition')).toContain('attachment');
  expect((await fetch(`${site.url}${url}`, { headers: { token: owner.token } })).status).toBe(403);
  // another last digit than the one it has
  const forged = `${url.slice(0, -1)}${url.endsWith('0') ? '1' : '0'}`;
  expect((await fetch(`${site.url}${forged}`)).status).toBe(403);
});

it('C-202 leaves a footprint of type 3 that leads back, and stands in sitemap and feed', async () => {
  const seen = await t.call('GET', KINDS.demand.calls.detail.path, { token: reader.token, query: { id: demand.scheme } });
  expect(seen.body).toMatchObject({ code: 0, data: { demand: { type: 1, budget_text: '3 万至 5 万元', city: '杭州' } } });
  expect(KINDS.demand.types.history).toBe(3);
  await expect
    .poll(async () => JSON.stringify((await t.call('GET', '/footprint/index', { token: reader.token })).body))
    .toContain('三百人年会找整体策划方案');
  expect((await open('/feed.xml?kind=demand')).html).toContain('三百人年会找整体策划方案');
  expect((await open('/sitemap-pages.xml')).html).toContain('/demandBidding');
});
