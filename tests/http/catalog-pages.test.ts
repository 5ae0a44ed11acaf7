import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LIST_PAGE_SIZE } from '#contract/catalog.ts';
import { KINDS, PUBLISHED_KINDS } from '#contract/kinds.ts';
import { EMPTY_FORM } from '#contract/publish.ts';
import { EMPTY_SHOP_FORM } from '#contract/shop.ts';
import { type Actor, inTransaction } from '#server/app/ctx.ts';
import { createCollection, installDefaultTerms, kindTerms, saveSeries, setItemStatus } from '#server/modules/catalog/index.ts';
import { recountTerms } from '#server/modules/catalog/terms/repo.ts';
import { users } from '#server/modules/identity/tables.ts';
import { previewAddress, saveDraft, storeOriginal, submitItem } from '#server/modules/publishing/index.ts';
import { saveShop } from '#server/modules/shops/index.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePublisher, settleOutbox } from '../support/catalog.ts';
import { makeFilm } from '../support/films.ts';
import { storePhotographs } from '../support/picture-works.ts';
import { type Site, startSite } from '../support/site.ts';
import { filmLesson, makeCourse } from '../support/study.ts';

// The real pages of the real process over a database that the test has filled: no browser, no JavaScript.
const t = testApp();
let site: Site;
let cid: number;
let cid2: number;
let publisher_id: number;
let collection: number;
let ppt: number;
/** As whom the publisher acts. */
let author: Actor;
const ids: number[] = [];

beforeAll(async () => {
  const ctx = t.ctx();
  await inTransaction(ctx, installDefaultTerms);
  const first = (await kindTerms(ctx, KINDS.scheme)).categories[0];
  cid = first?.id ?? 0;
  cid2 = first?.children?.[0]?.id ?? 0;
  publisher_id = await makePublisher(ctx, '星河策划');
  await t.app.db.update(users).set({ city: '上海', show_job: '创意总监' }).where(eq(users.id, publisher_id));
  author = { kind: 'user', user_id: publisher_id, token_id: 0, roles: [], address: '' };
  for (let n = 1; n <= 45; n++) {
    ids.push(
      await makeItem(ctx, {
        publisher_id,
        title: `第${n}号<年会>方案`,
        category_id: cid,
        category_sub_id: cid2,
        price_fen: n % 3 === 0 ? 1990 : 0,
        tags: n === 45 ? ['国潮', '露营'] : ['国潮'],
        cover_key: `aa/bb/cover${n}`,
        cover_width: 1440,
        cover_height: 810,
        published_at: new Date(Date.UTC(2026, 0, 1, n)),
      }),
    );
  }
  const plain = (await kindTerms(ctx, KINDS.ppt)).facets['style']?.find(({ name }) => name === '极简')?.id ?? 0;
  ppt = await makeItem(ctx, { kind: KINDS.ppt, publisher_id, title: '国潮模板', format: 'pptx', tags: ['极光'], term_ids: [plain] });
  await makeItem(ctx, { publisher_id, title: '机密草稿', category_id: cid, status: 'draft' });
  collection = await inTransaction(ctx, (tx) =>
    createCollection(tx, { kind: KINDS.scheme, title: '年会合集', introduction: '拿来就能用', item_ids: ids }),
  );
  await settleOutbox(ctx);
  await recountTerms(ctx.db);
  site = await startSite({ data_dir: t.config.data_dir, env: { DATABASE_URL: t.booted.database_url } });
}, 180_000);
afterAll(async () => {
  await site?.stop();
});

const open = async (path: string) => {
  const response = await fetch(`${site.url}${path}`, { redirect: 'manual', headers: { accept: 'text/html' } });
  const html = await response.text();
  return { status: response.status, location: response.headers.get('location'), html };
};
/** So that a failure does not print a page. */
const detailOf = (id: number) => open(`/programme/detail?id=${id}`);
const says = (html: string, what: string | RegExp) => (typeof what === 'string' ? html.includes(what) : what.test(html));
const cards = (html: string) => [...html.matchAll(/href="\/programme\/detail\?id=(\d+)"/g)].map((match) => Number(match[1]));

it('lists newest first with numbered pages that are links', async () => {
  const first = await open('/programme?sort=new');
  expect(first.status).toBe(200);
  expect(cards(first.html)).toEqual(ids.slice(-20).reverse());
  expect(says(first.html, 'href="/programme?sort=new&amp;page=3"')).toBe(true);
  expect(says(first.html, /rel="next" href="\/programme\?sort=new&amp;page=2"/)).toBe(true);
  expect(says(first.html, /共\s*<strong[^>]*>45<\/strong>/)).toBe(true);
  const last = await open('/programme?sort=new&page=3');
  expect(cards(last.html)).toEqual(ids.slice(0, 5).reverse());
});

it('loads the first row at once, the first picture before everything, the rest when it is reached', async () => {
  const { html } = await open('/programme');
  const pictures = [...html.matchAll(/<img[^>]*aa\/bb\/cover[^>]*>/g)].map((match) => match[0]);
  expect(pictures).toHaveLength(20);
  expect(pictures.filter((picture) => picture.includes('fetchpriority="high"'))).toHaveLength(1);
  expect(pictures.slice(0, 6).every((picture) => picture.includes('loading="eager"'))).toBe(true);
  expect(pictures.slice(6).every((picture) => picture.includes('loading="lazy"'))).toBe(true);
  expect(pictures.every((picture) => /width="1440" height="810"/.test(picture))).toBe(true);
});

it('repeats what is chosen with a way to drop it, and searches without JavaScript', async () => {
  const { html } = await open(`/programme?cid=${cid}&cid2=${cid2}&price=free`);
  expect(says(html, 'aria-label="取消筛选 免费"')).toBe(true);
  expect(says(html, '清空筛选')).toBe(true);
  // one field for words, which begins with the kind of this list
  expect(html.match(/<form[^>]*role="search"/g)).toHaveLength(1);
  expect(says(html, /<form[^>]*action="\/search"[^>]*method="get"/)).toBe(true);
  expect(says(html, '<input type="hidden" name="type" value="scheme"')).toBe(true);
  expect(cards(html)).toHaveLength(20);
  const found = await open(`/programme?keyword=${encodeURIComponent('7号')}`);
  // others follow it
  expect([cards(found.html)[0], says(found.html, '包含全部词的只有 1 个')]).toEqual([ids[6], true]);
});

it.each([
  ['/programme?cid=abc', '/programme'],
  ['/programme?cid=999999&sort=new', '/programme?sort=new'],
  ['/programme?page=99', '/programme?page=3'],
  ['/programme?page=1', '/programme'],
  ['/programme?price=cheap&utm_source=x', '/programme'],
  ['/programme/caseDetail?id=7', '/programme/detail?id=7'],
  ['/vip', '/vip/openVip'],
  ['/about', '/about/helpCenter?id=1'],
  ['/ai', '/assistant'],
  ['/receiveOrder', '/receiveOrder/index'],
])('U-45 %s leads to %s', async (from, to) => {
  expect(await open(from)).toMatchObject({ status: 301, location: to });
});

it('a kind without any work leads on, not to itself; one that was searched leads to all of it', async () => {
  const { html } = await open('/bigcase');
  expect(says(html, '还没有大案例')).toBe(true);
  expect(says(html, /<a[^>]*href="\/programme"[^>]*>先看看方案<\/a>/)).toBe(true);
  expect(says(html, '查看全部大案例')).toBe(false);
  const searched = await open(`/bigcase?keyword=${encodeURIComponent('没有')}`);
  expect(says(searched.html, '查看全部大案例')).toBe(true);
});

it('completes the parent of a sub category', async () => {
  expect(await open(`/programme?cid2=${cid2}`)).toMatchObject({ status: 301, location: `/programme?cid=${cid}&cid2=${cid2}` });
});

it('leaves foreign parameters alone and names one address', async () => {
  const { status, html } = await open('/programme?utm_channel=wx&sort=new');
  expect(status).toBe(200);
  expect(says(html, /<link rel="canonical" href="[^"]*\/programme"/)).toBe(true);
  expect(says(html, 'name="robots"')).toBe(false);
  expect((await open(`/programme?cid=${cid}&price=free&format=pdf`)).html).toContain('<meta name="robots" content="noindex"');
});

it('says what to do when nothing fits', async () => {
  const { status, html } = await open('/programme?price=vip');
  expect(status).toBe(200);
  expect(says(html, '没有找到符合条件的方案')).toBe(true);
  expect(says(html, '查看全部方案')).toBe(true);
});

it('U-48 has the icons that browsers and phones ask for, and a page with a header for a file that is gone', async () => {
  for (const path of ['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png']) {
    const response = await fetch(`${site.url}${path}`);
    expect([path, response.status, response.headers.get('content-type')?.startsWith('image/')]).toEqual([path, 200, true]);
  }
  const gone = await open('/gone.webp');
  expect([gone.status, says(gone.html, 'site-header'), says(gone.html, '下架')]).toEqual([404, true, false]);
});

it('U-17 offers no row of filters that leads nowhere, and none to who found nothing by words alone', async () => {
  const rows = (html: string) => [...html.matchAll(/<p class="w-8[^>]*>\s*([^<]+?)\s*<\/p>/g)].map((match) => match[1]);
  // nothing is filed under a kind of event here
  expect(rows((await open('/ppt')).html)).not.toContain('活动');
  expect(rows((await open('/programme')).html)).toContain('分类');
  const missed = await open(`/search?keyword=${encodeURIComponent('☆☆')}`);
  expect(says(missed.html, '换个说法试试')).toBe(true);
  expect(rows(missed.html)).toEqual([]);
  expect(rows((await open(`/search?keyword=${encodeURIComponent('☆☆')}&price=vip`)).html)).toContain('价格');
});

it('lists another kind at its own address, finds tags by their names, and offers only what leads somewhere', async () => {
  const list = await open('/ppt');
  expect(list.status).toBe(200);
  expect(says(list.html, '<title>PPT模板 - 策猫</title>')).toBe(true);
  expect([...list.html.matchAll(/href="\/ppt\/detail\?id=(\d+)"/g)].map((match) => Number(match[1]))).toEqual([ppt]);
  expect(cards(list.html)).toEqual([]);
  // no template has this style yet
  const choices = list.html.match(/aria-label="筛选".*?<\/nav>/s)?.[0] ?? '';
  expect(choices).toContain('全部');
  expect(choices).not.toContain('国潮');
  const spec = `/ppt?searchInput=${encodeURIComponent('极光')}&page=1&type=2`;
  const { location } = await open(spec);
  expect(location).toMatch(/^\/ppt\?tag=\d+$/);
  expect(says((await open(location ?? '')).html, 'PPT模板 · #极光')).toBe(true);
  expect((await open(`/ppt?searchInput=${encodeURIComponent('没有的词')}&page=1&type=2`)).location).toBe(
    `/ppt?keyword=${encodeURIComponent('没有的词')}`,
  );
});

it('orders by price both ways', async () => {
  const up = await open('/programme?sort=price_up&price=paid');
  expect(cards(up.html)).toHaveLength(15);
  const down = cards((await open('/programme?sort=price_down')).html);
  expect(down.slice(0, 15).every((id) => (ids.indexOf(id) + 1) % 3 === 0)).toBe(true);
});

it('F-21, K-700 shows a publisher by kind; the specification’s type and h are understood', async () => {
  const { html } = await open(`/personalLecturer?uid=${publisher_id}&type=1&h=3`);
  expect(says(html, /作品类型[\s\S]*方案 <span[^>]*>45<[\s\S]*PPT模板 <span[^>]*>1</)).toBe(true);
  const templates = await open(`/personalLecturer?uid=${publisher_id}&kind=ppt`);
  expect(cards(templates.html)).toEqual([]);
  expect(says(templates.html, `href="/ppt/detail?id=${ppt}"`)).toBe(true);
  expect(says(templates.html, `rel="canonical"`)).toBe(true);
});

it('K-701 shows the position of a publisher on their page and beside their works', async () => {
  for (const path of [`/personalLecturer?uid=${publisher_id}`, `/programme/detail?id=${ids[0]}`]) {
    expect(says((await open(path)).html, '上海 · 创意总监'), path).toBe(true);
  }
});

it('U-50 shows no figures and no empty list of somebody who never published', async () => {
  const reader_id = await makePublisher(t.ctx(), '只看不发');
  const { html } = await open(`/personalLecturer?uid=${reader_id}`);
  expect(says(html, '只看不发')).toBe(true);
  for (const figure of ['粉丝', '人气']) expect(says(html, new RegExp(`<dt[^>]*>${figure}<`)), figure).toBe(false);
  const { html: published } = await open(`/personalLecturer?uid=${publisher_id}`);
  for (const figure of ['粉丝', '人气']) expect(says(published, new RegExp(`<dt[^>]*>${figure}<`)), figure).toBe(true);
});

it('gives feed readers the newest works of a kind, of a tag and of a publisher', async () => {
  const list = await open('/programme');
  const address = /type="application\/rss\+xml"[^>]*href="([^"]+)"/.exec(list.html)?.[1];
  expect(address).toBe('/feed.xml?kind=scheme');
  const { html: feed, status } = await open(address ?? '');
  expect(status).toBe(200);
  expect(feed.startsWith('<?xml')).toBe(true);
  expect(feed.match(/<item>/g)).toHaveLength(LIST_PAGE_SIZE);
  expect(feed).toContain('&lt;年会&gt;');
  expect(feed).not.toContain('机密草稿');
  const own = await open(`/feed.xml?uid=${publisher_id}`);
  expect(own.html).toMatch(/<link>http[^<]*\/programme\/detail\?id=\d+<\/link>/);
  const tag = /href="\/programme\?tag=(\d+)"[^>]*>\s*# 露营/.exec((await detailOf(ids[44] ?? 0)).html)?.[1];
  const tagged = await open(`/feed.xml?kind=scheme&tag=${tag}`);
  expect([tagged.status, [...tagged.html.matchAll(/detail\?id=(\d+)<\/link>/g)].map(([, id]) => Number(id))]).toEqual([200, [ids[44]]]);
  for (const path of ['/feed.xml', '/feed.xml?kind=nothing', '/feed.xml?kind=scheme&tag=99999999', '/feed.xml?uid=99999999'])
    expect((await open(path)).status, path).toBe(404);
});

it('has a feed of every kind that is published', async () => {
  for (const kind of PUBLISHED_KINDS) {
    const { html: feed, status } = await open(`/feed.xml?kind=${kind.key}`);
    expect([kind.key, status, feed.startsWith('<?xml')]).toEqual([kind.key, 200, true]);
  }
});

it('escapes what publishers write and never shows drafts', async () => {
  const { html } = await open('/programme?sort=new');
  expect(says(html, '&lt;年会&gt;')).toBe(true);
  expect(says(html, '<年会>')).toBe(false);
  for (const path of ['/programme', '/search?keyword=%E8%8D%89%E7%A8%BF', `/programme/heji?id=${collection}`, '/'])
    expect((await open(path)).html).not.toContain('机密草稿');
});

it('shows a series on the pages of its works and on its own', async () => {
  const [first = 0, second = 0, third = 0] = ids;
  const { id } = await saveSeries(t.ctx(author), { title: '年会三部曲', introduction: '从预热到晚宴', item_ids: [first, second, third] });
  const { html } = await detailOf(second);
  expect(says(html, /系列 2\/3/)).toBe(true);
  expect(says(html, `href="/series?id=${id}"`)).toBe(true);
  const beside = [...html.matchAll(/detail\?id=(\d+)"[^>]*>\s*<span[^>]*>(上一件|下一件)/g)].map(([, to, name]) => [Number(to), name]);
  expect(beside).toEqual([
    [first, '上一件'],
    [third, '下一件'],
  ]);
  const page = await open(`/series?id=${id}`);
  expect(says(page.html, '年会三部曲 - 策猫')).toBe(true);
  expect(cards(page.html)).toEqual([first, second, third]);
  expect((await open('/series?id=999999')).location).toBe('/hmh');
  expect(says(page.html, '购买套装')).toBe(false);
});

it('K-500 shows the film of a case in the place of its carousel', async () => {
  const ctx = t.ctx(author);
  await saveShop(ctx, { ...EMPTY_SHOP_FORM, name: '星河舞美', category: 205, province: 63, city: 6301 });
  const [picture = 0] = await storePhotographs(t, { id: publisher_id, token: '', actor: author }, ['teal']);
  const category_id = (await kindTerms(ctx, KINDS.supplier_case)).categories[0]?.id ?? null;
  const form = { ...EMPTY_FORM, title: '高原音乐会帐篷搭建', price_type: 'free' as const, category_id, pictures: [picture] };
  const fields = { custom_name: '青海文旅', start_time: '2026-05-01' };
  const publish = (draft_key: string, video_file_id: number | null) =>
    submitItem(ctx, { kind: KINDS.supplier_case, draft_key, form: { ...form, video_file_id, fields } });
  const film = await storeOriginal(ctx, { purpose: 'video', name: '现场.mp4', data: await makeFilm() });
  const filmed = await publish('case-with-film', film);
  const page = async (id: number) => (await open(`/enterpriseCenter/case?id=${id}`)).html;
  expect(says(await page(filmed.id), /<video[^>]*aria-label="高原音乐会帐篷搭建 视频"/)).toBe(true);
  expect(says(await page(filmed.id), 'data-carousel')).toBe(false);
  const [other = 0] = await storePhotographs(t, { id: publisher_id, token: '', actor: author }, ['navy']);
  form.pictures = [other];
  const pictured = await publish('case-without-film', null);
  expect(says(await page(pictured.id), /<section[^>]*aria-label="供应商案例图片"[^>]*data-carousel/)).toBe(true);
  expect(says(await page(pictured.id), '<video')).toBe(false);
});

it('shows a draft by the ticket of its publisher, marked, to nobody who searches', async () => {
  const { id } = await saveDraft(t.ctx(author), {
    kind: KINDS.scheme,
    draft_key: 'pages-draft',
    form: { ...EMPTY_FORM, title: '还在写的方案' },
  });
  const { url } = await previewAddress(t.ctx(author), id);
  const { status, html } = await open(url);
  expect(status).toBe(200);
  for (const word of ['还在写的方案', '<strong>预览</strong>', '<meta name="robots" content="noindex"'])
    expect(says(html, word)).toBe(true);
  for (const word of ['rel="canonical"', 'application/ld+json']) expect(says(html, word)).toBe(false);
  expect((await detailOf(id)).status).toBe(302);
  expect((await open(`/programme/detail?id=${id}&preview=0-0`)).status).toBe(302);
});

it('F-14, U-21 shows a collection with its pages; an unknown one leads to /hmh', async () => {
  const { status, html } = await open(`/programme/heji?id=${collection}`);
  expect(status).toBe(200);
  expect(says(html, '年会合集 - 策猫')).toBe(true);
  expect(says(html, '拿来就能用')).toBe(true);
  expect(cards(html)).toEqual(ids.slice(0, 20));
  expect(cards((await open(`/programme/heji?id=${collection}&page=3`)).html)).toEqual(ids.slice(40));
  expect(await open(`/programme/heji?id=${collection}&page=9`)).toMatchObject({
    status: 301,
    location: `/programme/heji?id=${collection}&page=3`,
  });
  for (const path of ['/programme/collections', `/programme/collections?of=${ids[0]}`, '/'])
    expect(says((await open(path)).html, `href="/programme/heji?id=${collection}"`), path).toBe(true);
  expect(await open('/programme/collections?of=999999')).toMatchObject({ status: 302, location: '/hmh?type=1' });
  expect(await open('/programme/collections?page=7')).toMatchObject({ status: 301, location: '/programme/collections' });
  expect(await open('/about/helpCenter?id=2')).toMatchObject({ status: 302, location: '/about/helpCenter?id=1' });
  for (const path of ['/about/buyAgreement', '/about/helpCenter?id=41'])
    expect((await open(path)).html, path).toMatch(/rel="canonical" href="[^"]*\/about\/buyAgreement"/);
  const asked = await open('/about/helpCenter?keyword=%E9%80%80%E6%AC%BE');
  expect(says(asked.html, /href="\/about\/buyAgreement">\s*购买须知\s*<\/a>\s*<p class="mt-1/)).toBe(true);
  expect(await open('/about/constructor')).toMatchObject({ status: 302, location: '/hmh' });
  expect(await open('/programme/heji?id=')).toMatchObject({ status: 302, location: '/programme/heji' });
  for (const query of ['?id=999999', '?id=x', ''])
    expect(await open(`/programme/heji${query}`)).toMatchObject({ status: 302, location: '/hmh?type=1' });
});

it('searches, and offers words to those who have none', async () => {
  const found = await open(`/search?keyword=${encodeURIComponent('年会')}`);
  expect(says(found.html, '“年会”的搜索结果 - 策猫')).toBe(true);
  expect(cards(found.html)).toHaveLength(20);
  const filtered = await open(`/search?keyword=${encodeURIComponent('年会')}&price=paid&sort=new`);
  expect(cards(filtered.html)).toEqual(ids.filter((_id, index) => (index + 1) % 3 === 0).reverse());
  const both = await open(`/search?keyword=${encodeURIComponent('国潮')}`);
  expect(says(both.html, /内容类型[\s\S]*方案 <span[^>]*>45<[\s\S]*PPT模板 <span[^>]*>1</)).toBe(true);
  const other = await open(`/search?type=ppt&keyword=${encodeURIComponent('国潮')}`);
  expect(says(other.html, `href="/ppt/detail?id=${ppt}"`)).toBe(true);
  expect(cards(other.html)).toEqual([]);
  // what only a template says is shown although nobody asked for templates
  expect(says((await open(`/search?keyword=${encodeURIComponent('极光')}`)).html, `href="/ppt/detail?id=${ppt}"`)).toBe(true);
  expect(await open(`/search?type=nothing&keyword=${encodeURIComponent('国潮')}`)).toMatchObject({ status: 301 });
  expect(await open('/search?keyword=')).toMatchObject({ status: 302, location: '/search' });
  const start = await open('/search');
  expect(start.status).toBe(200);
  expect(says(start.html, '大家都在搜')).toBe(true);
  expect(says(start.html, 'href="/search?keyword=%E5%B9%B4%E4%BC%9A"')).toBe(true);
});

it('drops a scheme that left the site from the pages that recommend it', async () => {
  const id = ids[0] as number;
  const gone = cards((await detailOf(id)).html).find((card) => card !== id) as number;
  expect(cards((await detailOf(id)).html)).toContain(gone);
  await inTransaction(t.ctx(), (tx) => setItemStatus(tx, gone, ['published'], 'taken_down'));
  await expect.poll(async () => cards((await detailOf(id)).html), { timeout: 10_000 }).not.toContain(gone);
  // H7: what was public says that it is gone and offers what is near
  const left = await detailOf(gone);
  expect([left.status, says(left.html, '这份方案已下架'), says(left.html, 'noindex'), cards(left.html).length > 0]).toEqual([
    410,
    true,
    true,
    true,
  ]);
});

it('cuts a keyword as long as the field takes, and remembers none that found nothing', async () => {
  const { html } = await open(`/search?keyword=${encodeURIComponent('☆'.repeat(50))}`);
  expect(/<h1[^>]*>([^<]*)</.exec(html)?.[1]).toBe(`“${'☆'.repeat(20)}…”的搜索结果`);
  expect(/<section[^>]+data-recent-searches[^>]*>/.exec(html)?.[0]).toMatch(/data-keyword(=""|[ >])/);
});

it('U-24 says once that what is bought can be downloaded again, and twice nothing else of the price', async () => {
  const { html } = await detailOf(ids[2] as number);
  const text = html.replace(/<(script|style)[\s\S]*?<\/\1>/g, '').replace(/<[^>]+>/g, ' ');
  expect(text.match(/随时再下载/g)).toHaveLength(1);
});

it('shows no panel of filters where none of them would lead anywhere', async () => {
  await makeItem(t.ctx(), { kind: KINDS.resource_case, publisher_id, title: '一场' });
  await settleOutbox(t.ctx());
  const { html } = await open('/resourceCase');
  expect([says(html, '一场'), says(html, 'aria-label="筛选"')]).toEqual([true, false]);
  expect(says((await open('/programme')).html, 'aria-label="筛选"')).toBe(true);
});

it('F-12, K4 shows beside a scheme the resources of its tags as cards, and no tab where there are none', async () => {
  const id = await makeItem(t.ctx(), { publisher_id, title: '国潮方案', category_id: cid, tags: ['国潮'] });
  expect(says((await detailOf(id)).html, '相关资源')).toBe(false);
  const make = (title: string, tags: string[]) => makeItem(t.ctx(), { kind: KINDS.resource, publisher_id, title, tags });
  const [other, near] = [await make('别的场地', ['婚礼']), await make('国潮布景', ['国潮'])];
  await settleOutbox(t.ctx());
  const plan = await makeItem(t.ctx(), { publisher_id, title: '国潮方案二', category_id: cid, tags: ['国潮'] });
  const { html } = await detailOf(plan);
  const shown = [...html.matchAll(/href="\/resources\/details\?id=(\d+)"/g)].map(([, found]) => Number(found));
  expect(shown).toEqual([near, other]);
  expect(says(html, 'id="beside-resource"')).toBe(true);
});

it('promises machines no price for what only members open', async () => {
  const [vip_only, sold] = await Promise.all(
    [0, 3900].map((price_fen) =>
      makeItem(t.ctx(), { publisher_id, title: '会员方案', vip_only: true, price_fen, category_id: cid, category_sub_id: cid2 }),
    ),
  );
  expect(says((await detailOf(vip_only as number)).html, '"@type":"Offer"')).toBe(false);
  const { html } = await detailOf(sold as number);
  expect(says(html, '"price":"39.00"')).toBe(true);
  expect(says(html, `/programme?cid=${cid}&cid2=${cid2}"`)).toBe(true);
});

it('C-005, K-115, K-304 has a list of orders of each kind that is sold, with its own title and nothing of anybody in it', async () => {
  for (const [path, title] of [
    ['/personalCenter/mySchemeOrder', '我的方案订单'],
    ['/personalCenter/myPPTOrder', '我的PPT模板订单'],
  ] as const) {
    const { html } = await open(path);
    expect([path, says(html, title)]).toEqual([path, true]);
    expect(html).toMatch(/<astro-island[^>]+OrderList/);
  }
});

it('lets who bought a course that is off the site into its player, and names nothing of it to others', async () => {
  const course = await makeCourse(
    t,
    { id: publisher_id },
    { title: '下架的课程', lessons: [filmLesson('第一讲', 60), filmLesson('第二讲', 60)] },
  );
  const path = `/study/player?id=${course.id}&lesson=${course.lessons[1]}`;
  expect(says((await open(path)).html, '下架的课程')).toBe(true);
  await inTransaction(t.ctx(), (tx) => setItemStatus(tx, course.id, ['published'], 'taken_down'));
  await settleOutbox(t.ctx());
  for (const gone of [path, `/study/playerH5?id=${course.id}`]) {
    await expect.poll(async () => says((await open(gone)).html, '这门课程已下架')).toBe(true);
    const { status, html } = await open(gone);
    expect([status, says(html, '下架的课程'), says(html, '第二讲'), says(html, /<meta name="robots" content="noindex/)]).toEqual([
      200,
      false,
      false,
      true,
    ]);
    expect(html).toMatch(/<astro-island[^>]+OffSitePlayer/);
  }
  // to sign in leads back to the lesson
  expect(says((await open(path)).html, `/login?from=${encodeURIComponent(path)}`)).toBe(true);
  expect(await open('/study/player?id=987654')).toMatchObject({ status: 302, location: '/study' });
});
