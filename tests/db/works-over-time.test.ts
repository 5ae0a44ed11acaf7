import { beforeAll, describe, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import type { ItemForm } from '#contract/publish.ts';
import type { PublisherView } from '#contract/publisher.ts';
import { createCtx, inTransaction, type TxCtx } from '#server/app/ctx.ts';
import { tagsOf } from '#server/http/cache-tags.ts';
import { pageCacheOf } from '#server/http/page-cache.ts';
import { grantAccess, revokeAccess } from '#server/modules/access/index.ts';
import {
  dropSeries,
  getItem,
  type Item,
  lockItem,
  ownSeries,
  saveSeries,
  seriesView,
  setItemStatus,
} from '#server/modules/catalog/index.ts';
import { grantDownload, openDownload } from '#server/modules/downloads/index.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import {
  cleanFiles,
  decideWork,
  dropUnboughtVersions,
  getOwnItem,
  hideUntilDecided,
  listMine,
  previewAddress,
  publishDue,
  saveDraft,
  scheduleItem,
  showAgain,
  submitItem,
  takeDown,
  takeDownByStaff,
} from '#server/modules/publishing/index.ts';
import { findFile } from '#server/modules/publishing/repo.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { itemScreen, itemScreenAt } from '#server/views/item-screen.ts';
import { library } from '#server/views/library.ts';
import { publisherView } from '#server/views/publisher-page.ts';
import { sitemapIndex, sitemapOfSeries } from '#server/views/sitemap.ts';
import { openLink } from '../../src/features/download/open-link.ts';
import { testApp } from '../support/app.ts';
import { settleOutbox } from '../support/catalog.ts';
import { makePerson, type Person } from '../support/item-world.ts';
import { makeForm, makeRenderedFile } from '../support/publishing.ts';

const KIND = KINDS.scheme;
const HOUR_S = 3_600;
const DAY_MS = 86_400_000;

const t = testApp();
let publisher: Person;
let drafts = 0;

const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const now_s = () => Math.floor(t.clock.now().getTime() / 1000);
const statusOf = async (id: number) => (await getItem(t.ctx(), id))?.status;
const submit = async (change: Partial<ItemForm> = {}, id?: number) => {
  const form = await makeForm(t, { file_id: change.file_id ?? (await makeRenderedFile(t, publisher)), ...change });
  const draft_key = id === undefined ? `over-time-${++drafts}` : `over-time-of-${id}`;
  return submitItem(as(publisher), { kind: KIND, draft_key, form, ...(id === undefined ? {} : { id }) });
};

beforeAll(async () => {
  publisher = await makePerson(t, { nickname: '多产策划' });
});

describe('a time to appear', () => {
  it('waits for it, appears once, and empties the pages that then show it', async () => {
    const { id, status } = await submit({ publish_at: now_s() + HOUR_S });
    expect(status).toBe('scheduled');
    expect(await publishDue(t.ctx())).toBe(0);
    expect(await itemScreen(t.ctx(), KIND, id)).toBeNull();
    const [row] = (await listMine(as(publisher), { tab: 'waiting', page: 1, limit: 5 })).list;
    expect(row).toMatchObject({ id, status: 'scheduled', publish_at: now_s() + HOUR_S });
    await settleOutbox(t.ctx());
    const cache = pageCacheOf(t.app);
    const policy = { max_age_s: 600, swr_s: 0, tags: ['list:scheme'] };
    await cache.fill('/programme', async () => ({ status: 200, headers: [], body: Buffer.from('list'), policy }));

    t.clock.advance_ms(HOUR_S * 1000);
    // however many do it at once
    const appeared = await Promise.all([publishDue(t.ctx()), publishDue(t.ctx()), publishDue(t.ctx())]);
    expect(appeared.reduce((sum, n) => sum + n)).toBe(1);
    expect(await getItem(t.ctx(), id)).toMatchObject({ status: 'published', published_at: t.clock.now(), publish_at: null });
    await settleOutbox(t.ctx());
    expect(cache.find('/programme')).toBeNull();
    expect((await itemScreen(t.ctx(), KIND, id))?.item.id).toBe(id);
    // what was typed and what is seen are one
    expect(await getOwnItem(as(publisher), KIND, id)).toMatchObject({ changed: false, form: { publish_at: null } });
  });

  it('can be moved, cleared, and taken back; not into the past, and not for what was on the site', async () => {
    const { id } = await submit({ publish_at: now_s() + HOUR_S });
    expect(await scheduleItem(as(publisher), id, now_s() + 3 * HOUR_S)).toEqual({ id, status: 'scheduled' });
    t.clock.advance_ms(2 * HOUR_S * 1000);
    expect(await publishDue(t.ctx())).toBe(0);
    await expect(scheduleItem(as(publisher), id, now_s() - 1)).rejects.toThrow('请选择现在以后的时间');
    await expect(scheduleItem(as(publisher), id, now_s() + 400 * 86_400)).rejects.toThrow('最晚为一年以后');
    const stranger = await makePerson(t);
    await expect(scheduleItem(as(stranger), id, null)).rejects.toMatchObject({ status: 404 });
    expect(await takeDown(as(publisher), id)).toBe('draft');
    t.clock.advance_ms(2 * HOUR_S * 1000);
    expect(await publishDue(t.ctx())).toBe(0);

    const other = await submit({ publish_at: now_s() + HOUR_S });
    expect(await scheduleItem(as(publisher), other.id, null)).toEqual({ id: other.id, status: 'published' });
    await expect(scheduleItem(as(publisher), other.id, now_s() + HOUR_S)).rejects.toMatchObject({ status: 409 });
  });

  it('comes after the review, and a time that is over by then is at once', async () => {
    const reviewer = await makePerson(t, { roles: ['reviewer'] });
    await inTransaction(t.ctx(), (tx) => setSetting(tx, 'work_review', 'hold'));
    const [early, late] = [await submit({ publish_at: now_s() + HOUR_S }), await submit({ publish_at: now_s() + HOUR_S })];
    expect([early.status, late.status]).toEqual(['reviewing', 'reviewing']);
    await decideWork(as(reviewer), { id: early.id, action: 'approve', reason: '' });
    expect(await statusOf(early.id)).toBe('scheduled');
    t.clock.advance_ms(2 * HOUR_S * 1000);
    await decideWork(as(reviewer), { id: late.id, action: 'approve', reason: '' });
    expect(await statusOf(late.id)).toBe('published');
    expect(await publishDue(t.ctx())).toBe(1);
    expect(await statusOf(early.id)).toBe('published');
    await inTransaction(t.ctx(), (tx) => setSetting(tx, 'work_review', 'auto'));
  });
});

describe('versions of what was bought', () => {
  const give = (buyer: Person, item_id: number) =>
    inTransaction(t.ctx(), (tx) => grantAccess(tx, { user_id: buyer.id, item_id, source: 'purchase', source_id: null }));
  const checksum = async (buyer: Person, item_id: number, version?: number) => {
    const asked = { item_id, ...(version === undefined ? {} : { version }), once_a_day: true };
    const answer = await grantDownload(as(buyer), asked);
    if (answer.status !== 1) throw new Error(`status ${answer.status}`);
    const signed = openLink(answer.download_url, answer.cipher).split('/').at(-1) ?? '';
    return { signed, etag: (await openDownload(as(buyer), signed)).etag.slice(1, -1) };
  };
  const sha = async (file_id: number) => (await findFile(t.app.db, file_id))?.sha256;

  it('buyers keep the file they bought and may take the new one; who was refunded has neither', async () => {
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => makeRenderedFile(t, publisher)));
    const [v1, v2, v3] = [first ?? 0, second ?? 0, third ?? 0];
    const { id } = await submit({ file_id: v1 });
    const [early, late, refunded] = [await makePerson(t), await makePerson(t), await makePerson(t)];
    t.clock.advance_ms(60_000);
    await give(early, id);
    await give(refunded, id);
    expect((await library(as(early), { q: '', kind: '', page: 1, limit: 5 })).list[0]?.versions).toEqual([]);
    t.clock.advance_ms(60_000);
    await submit({ file_id: v2 }, id);
    await submit({ file_id: v3 }, id);
    t.clock.advance_ms(60_000);
    await give(late, id);

    const [row] = (await library(as(early), { q: '', kind: '', page: 1, limit: 5 })).list;
    expect(row?.versions.map(({ version, is_newest }) => [version, is_newest])).toEqual([
      [1, false],
      [3, true],
    ]);
    expect((await checksum(early, id, 1)).etag).toBe(await sha(v1));
    expect((await checksum(early, id, 3)).etag).toBe(await sha(v3));
    expect((await checksum(early, id)).etag).toBe(await sha(v3));
    await expect(grantDownload(as(early), { item_id: id, version: 2 })).rejects.toMatchObject({ status: 404 });
    expect((await library(as(late), { q: '', kind: '', page: 1, limit: 5 })).list[0]?.versions).toEqual([]);
    await expect(grantDownload(as(late), { item_id: id, version: 1 })).rejects.toMatchObject({ status: 404 });

    // a link that was given before the refund ends with it
    const { signed } = await checksum(refunded, id, 1);
    await inTransaction(t.ctx(), (tx) => revokeAccess(tx, { user_id: refunded.id, item_id: id, source: 'purchase', source_id: null }));
    await expect(openDownload(as(refunded), signed)).rejects.toMatchObject({ status: 403 });
    await expect(grantDownload(as(refunded), { item_id: id, version: 1 })).rejects.toMatchObject({ status: 404 });

    // what nobody bought is cleaned away, what somebody bought is not
    t.clock.advance_ms(DAY_MS + 60_000);
    expect(await dropUnboughtVersions(t.ctx())).toBe(1);
    await cleanFiles(t.ctx());
    t.clock.advance_ms(DAY_MS + 60_000);
    await cleanFiles(t.ctx());
    expect(await Promise.all([v1, v2, v3].map(async (file) => (await findFile(t.app.db, file)) !== null))).toEqual([true, false, true]);
    expect((await checksum(early, id, 1)).etag).toBe(await sha(v1));
  });

  it('a change that waits for its review is given to nobody but its publisher', async () => {
    const [v1, v2] = [await makeRenderedFile(t, publisher), await makeRenderedFile(t, publisher)];
    const { id } = await submit({ file_id: v1 });
    const buyer = await makePerson(t);
    await give(buyer, id);
    await inTransaction(t.ctx(), (tx) => setSetting(tx, 'work_review', 'hold'));
    expect((await submit({ file_id: v2 }, id)).status).toBe('reviewing');
    expect((await checksum(buyer, id)).etag).toBe(await sha(v1));
    expect((await checksum(publisher, id)).etag).toBe(await sha(v2));
    await inTransaction(t.ctx(), (tx) => setSetting(tx, 'work_review', 'auto'));
  });
});

describe('a preview', () => {
  it('shows the draft by a ticket of half an hour, and nothing without it', async () => {
    const { id } = await saveDraft(as(publisher), {
      kind: KIND,
      draft_key: 'preview-one',
      form: await makeForm(t, { title: '还没有人看过的草稿', file_id: await makeRenderedFile(t, publisher), free_pages: 2 }),
    });
    const at = (url: string) => itemScreenAt(t.ctx(), KIND, new URL(url, 'http://site'));
    const { url } = await previewAddress(as(publisher), id);
    const screen = await at(url);
    expect(screen).toMatchObject({ preview: true, item: { title: '还没有人看过的草稿', pages: 4, price: 19.9 } });
    expect(screen?.item.imgs).toHaveLength(2);
    for (const { picture } of screen?.item.imgs ?? []) expect(picture.src).toMatch(/^\/gateway\/scheme\/schemev2\/picture\?.*sign=/);
    expect(screen?.item.cover?.src).toContain('sign=');
    expect(await at(`/programme/detail?id=${id}`)).toBeNull();
    expect(await at(url.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).toBeNull();
    expect(await at(url.replace(`id=${id}`, `id=${id - 1}`))).toBeNull();
    await expect(previewAddress(as(await makePerson(t)), id)).rejects.toMatchObject({ status: 404 });
    t.clock.advance_ms(31 * 60_000);
    expect(await at(url)).toBeNull();
  });

  it('of a published work shows what is typed, while readers see what is published', async () => {
    const { id } = await submit({ title: '已经发布的标题' });
    const form = await makeForm(t, { title: '正在改的标题', file_id: (await getItem(t.ctx(), id))?.file_id ?? null });
    await saveDraft(as(publisher), { kind: KIND, id, draft_key: `over-time-of-${id}`, form });
    const { url } = await previewAddress(as(publisher), id);
    expect((await itemScreenAt(t.ctx(), KIND, new URL(url, 'http://site')))?.item.title).toBe('正在改的标题');
    expect((await itemScreen(t.ctx(), KIND, id))?.item.title).toBe('已经发布的标题');
  });
});

describe('a series', () => {
  it('places its published works, in order, on their pages and on its own', async () => {
    const ids = [await submit(), await submit(), await submit()].map((saved) => saved.id);
    const [a = 0, b = 0, c = 0] = ids;
    const { id } = await saveSeries(as(publisher), { title: '年会三部曲', introduction: '从预热到晚宴', item_ids: [c, a, b] });
    expect((await itemScreen(t.ctx(), KIND, a))?.series).toMatchObject({ id, place: 2, total: 3, previous: { id: c }, next: { id: b } });
    expect((await seriesView(t.ctx(), id))?.items.map((card) => card.id)).toEqual([c, a, b]);
    const shown = await itemScreen(t.ctx(), KIND, a);
    if (!shown) throw new Error('not shown');
    expect(tagsOf.item(shown)).toEqual(expect.arrayContaining([`series:${id}`, `item:${c}`, `item:${b}`]));

    // what is taken down leaves its place, on the pages of the others too
    await settleOutbox(t.ctx());
    const cache = pageCacheOf(t.app);
    const keep = (key: string, tags: string[]) =>
      cache.fill(key, async () => ({ status: 200, headers: [], body: Buffer.from(key), policy: { max_age_s: 600, swr_s: 0, tags } }));
    await keep('/programme/detail?id=1', tagsOf.item(shown));
    await inTransaction(t.ctx(), async (tx) => {
      await lockItem(tx, b);
      await setItemStatus(tx, b, ['published'], 'taken_down');
    });
    await settleOutbox(t.ctx());
    expect(cache.find('/programme/detail?id=1')).toBeNull();
    expect((await itemScreen(t.ctx(), KIND, a))?.series).toMatchObject({ place: 2, total: 2, next: null });
    expect((await ownSeries(as(publisher)))[0]?.items.map(({ status }) => status)).toEqual(['published', 'published', 'taken_down']);

    // a change of order empties the pages of all its works
    await keep('/programme/detail?id=2', [`item:${c}`]);
    await saveSeries(as(publisher), { id, title: '年会三部曲', introduction: '', item_ids: [a, c] });
    await settleOutbox(t.ctx());
    expect(cache.find('/programme/detail?id=2')).toBeNull();
    expect((await itemScreen(t.ctx(), KIND, a))?.series).toMatchObject({ place: 1, total: 2 });
    await dropSeries(as(publisher), id);
    expect((await itemScreen(t.ctx(), KIND, a))?.series).toBeNull();
    expect(await seriesView(t.ctx(), id)).toBeNull();
  });

  it('stands on the page of its publisher and in the sitemap while something of it is shown', async () => {
    const [a = 0, b = 0] = [await submit(), await submit()].map((saved) => saved.id);
    await settleOutbox(t.ctx());
    const cache = pageCacheOf(t.app);
    const view = () => publisherView(t.ctx(), publisher.id, 1);
    await cache.fill('/personalLecturer?uid=1', async () => ({
      ...{ status: 200, headers: [], body: Buffer.from('x') },
      policy: { max_age_s: 600, swr_s: 0, tags: tagsOf.publisher((await view()) as PublisherView) },
    }));
    const { id } = await saveSeries(as(publisher), { title: '上下集', introduction: '', item_ids: [a, b] });
    await settleOutbox(t.ctx());
    expect(cache.find('/personalLecturer?uid=1')).toBeNull();
    expect((await view())?.series).toMatchObject([{ id, title: '上下集', item_num: 2, cover: expect.anything() }]);
    expect(tagsOf.publisher((await view()) as PublisherView)).toContain(`series:${id}`);
    expect([await sitemapIndex(t.ctx()), await sitemapOfSeries(t.ctx())]).toEqual([
      expect.stringContaining('/sitemap-series.xml<'),
      expect.stringContaining(`/series?id=${id}<`),
    ]);
    for (const one of [a, b]) await inTransaction(t.ctx(), (tx) => setItemStatus(tx, one, ['published'], 'taken_down'));
    expect((await view())?.series).toEqual([]);
    expect(await sitemapOfSeries(t.ctx())).not.toContain(`id=${id}<`);
    await dropSeries(as(publisher), id);
  });

  it('holds own works only, each in one series', async () => {
    const [a, b, c] = [await submit(), await submit(), await submit()].map((saved) => saved.id);
    const other = await makePerson(t);
    const wish = { title: '第一系列', introduction: '', item_ids: [a ?? 0, b ?? 0] };
    const { id } = await saveSeries(as(publisher), wish);
    await expect(saveSeries(as(other), wish)).rejects.toThrow('有作品不存在');
    await expect(saveSeries(as(publisher), { ...wish, item_ids: [b ?? 0, c ?? 0] })).rejects.toThrow('已在另一个系列中');
    await expect(saveSeries(as(publisher), { ...wish, item_ids: [c ?? 0] })).rejects.toThrow('至少包含两件');
    await expect(saveSeries(as(publisher), { ...wish, title: ' ' })).rejects.toThrow('请输入系列名称');
    await expect(saveSeries(as(other), { ...wish, id })).rejects.toMatchObject({ status: 404 });
    await expect(dropSeries(as(other), id)).rejects.toMatchObject({ status: 404 });
  });
});

describe('what becomes of a work without its publisher', () => {
  const newest = async () => {
    const [row] = (await noticesOf(as(publisher), { only_unread: false, page: 1, limit: 1 })).list;
    return [row?.title, row?.content, row?.jump_url];
  };
  const desk = async () => as(await makePerson(t, { roles: ['reviewer', 'operator'] }));

  it('is told: refused with the reason and the way to change it, approved with its page, or when it will appear', async () => {
    await setSetting(t.ctx(), 'work_review', 'hold');
    try {
      const reviewer = await desk();
      const { id } = await submit({ title: '会被退回的方案' });
      await decideWork(reviewer, { id, action: 'reject', reason: '页面模糊' });
      expect(await newest()).toEqual([
        '您的方案没有通过审核',
        '《会被退回的方案》原因：页面模糊。修改后可以再次提交。',
        `/programme/edit?id=${id}`,
      ]);
      await submit({ title: '会被退回的方案' }, id);
      await decideWork(reviewer, { id, action: 'approve', reason: '' });
      expect(await newest()).toEqual(['您的方案已通过审核', '《会被退回的方案》读者现在就能看到。', `/programme/detail?id=${id}`]);
      const later = await submit({ title: '定时的方案', publish_at: now_s() + HOUR_S });
      await decideWork(reviewer, { id: later.id, action: 'approve', reason: '' });
      expect(await newest()).toEqual([
        '您的方案已通过审核',
        expect.stringMatching(/^《定时的方案》将在 \d{4}-\d\d-\d\d \d\d:\d\d 自动发布。$/),
        expect.any(String),
      ]);
    } finally {
      await setSetting(t.ctx(), 'work_review', 'auto');
    }
  });

  it('is told: taken down by staff and put back, hidden by reports, or a file that became no pages', async () => {
    const operator = await desk();
    const { id } = await submit({ title: '被投诉的方案' });
    const run = (work: (tx: TxCtx, item: Item) => Promise<unknown>) =>
      inTransaction(operator, async (tx) => work(tx, (await lockItem(tx, id)) as Item));
    await run((tx, item) => takeDownByStaff(tx, item, '侵犯他人著作权'));
    expect(await newest()).toEqual([
      '您的方案已被下架',
      '《被投诉的方案》原因：侵犯他人著作权。已购买的人照常下载。改好后可以恢复上架，由审核员查看后决定。',
      `/programme/edit?id=${id}`,
    ]);
    await run(showAgain);
    expect(await newest()).toEqual(['您的方案已恢复展示', '《被投诉的方案》读者现在就能看到。', `/programme/detail?id=${id}`]);
    await run((tx, item) => hideUntilDecided(tx, item, '多位用户举报了这份作品，核查期间暂时下架。'));
    expect((await newest()).slice(0, 2)).toEqual(['您的方案暂时下架', '《被投诉的方案》原因：多位用户举报了这份作品，核查期间暂时下架。']);
  });
});
