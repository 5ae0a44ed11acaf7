import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { VERSION_CALL } from '#contract/center.ts';
import type { DownloadAnswer } from '#contract/download.ts';
import type { RelatedItem, SampleDetail, Term } from '#contract/item.ts';
import { KINDS, VIP_ALL } from '#contract/kinds.ts';
import type { Order } from '#contract/order.ts';
import type { OwnItem, SavedItem } from '#contract/publish.ts';
import type { Album, AlbumPage, OriginalLink } from '#contract/sample.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { grantAccess } from '#server/modules/access/index.ts';
import { ensureTags, getItem, installDefaultTerms, itemMedia, setItemStatus } from '#server/modules/catalog/index.ts';
import { extendMembership } from '#server/modules/membership/index.ts';
import { refundOrder } from '#server/modules/orders/index.ts';
import { cleanFiles } from '#server/modules/publishing/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { openLink } from '../../src/features/download/open-link.ts';
import { testApp } from '../support/app.ts';
import { settleOutbox } from '../support/catalog.ts';
import { type GatewayServer, startGatewayServer } from '../support/gateway-server.ts';
import { makeItem, makePerson, type Person } from '../support/item-world.ts';
import { giveBalance } from '../support/market.ts';
import { photograph, publishSample, storePhotographs } from '../support/picture-works.ts';

const { sample, scheme } = KINDS;
const COLOURS = ['red', 'green', 'blue'];

const t = testApp();
let server: GatewayServer;
let publisher: Person;
let reader: Person;
/** Paid, with an album of three of which one is free to see; and one that is free. */
let paid: number;
let free: number;
let scheme_id: number;
beforeAll(async () => {
  server = await startGatewayServer(t.app);
  await inTransaction(t.ctx(), (tx) => installDefaultTerms(tx));
  await setSetting(t.ctx(), 'captcha_after_downloads', 1_000);
  publisher = await makePerson(t, { nickname: '半山影像' });
  reader = await makePerson(t);
  const tag_ids = await inTransaction(t.ctx(), (tx) => ensureTags(tx, scheme, ['年会']));
  scheme_id = (await makeItem(t, { publisher_id: publisher.id, title: '周年庆典方案', tag_ids })).id;
  const pictures = await storePhotographs(t, publisher, COLOURS);
  paid = (await publishSample(t, publisher, { pictures, fields: { scheme_id } })).id;
  free = (await publishSample(t, publisher, { price_type: 'free', price: '' })).id;
  await settleOutbox(t.ctx());
});
afterAll(async () => {
  await server.stop();
});

const get = <T>(path: string, query: Record<string, string | number>, token?: string) =>
  t.call<T>('GET', path, { query, ...(token ? { token } : {}) });
const detail = (sample_id: number, token?: string) => get<SampleDetail>('/sample/index/sampleDetail', { sample_id }, token);
const ask = (token: string, body: object) => t.call<OriginalLink>('POST', '/sample/index/download', { token, body });
const member = async (vip_type: number) => {
  const person = await makePerson(t);
  await inTransaction(t.ctx(), (tx) => extendMembership(tx, { user_id: person.id, vip_type, days: 30, max_download_pre_day: 0 }));
  return person;
};
const fetched = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

describe('reading', () => {
  it('K-203 gives the entity by the specified names', async () => {
    const { body } = await detail(paid);
    expect(body).toMatchObject({
      code: 0,
      data: {
        ...{ id: paid, title: '云栖谷周年庆典全程影像', introduce: '两天一夜，六百人。', price: 30 },
        ...{ is_download: 0, is_collect: 0, is_vip: 0, photo_num: 3, img_num: 3, uid: publisher.id, user: { id: publisher.id } },
        ...{ theme: '向光而行', location: '杭州', adress: '云栖会展中心', start_time: '2026-03-01', end_time: '2026-03-02' },
        ...{ activity_company: '鹿鸣文化', sponsor: '云栖集团', toppic: '半山影像' },
      },
    });
    const { photo_key, album_url, img_urls, imgs } = body.data;
    expect(album_url).toBe(`/bigcase/album?vv=${photo_key}&sample_id=${paid}`);
    expect([img_urls.length, imgs.length]).toEqual([1, 1]);
  });

  it('knows nothing of other kinds, of drafts and of what is not there', async () => {
    const draft = (await publishSample(t, publisher, { pictures: await storePhotographs(t, publisher, ['gold']) })).id;
    await inTransaction(t.ctx(), (tx) => setItemStatus(tx, draft, ['published'], 'taken_down'));
    const seen = await Promise.all([detail(scheme_id), detail(draft), detail(999_999)]);
    expect(seen.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await get('/sample/index/sampleImgs', { sample_id: scheme_id })).status).toBe(404);
    expect((await get('/sample/photo/sample', { sample_id: 999_999 })).status).toBe(404);
  });

  it('lists cases, and those like one', async () => {
    const listed = await get<{ list: RelatedItem[]; total: number }>('/sample/index/getSampleList', {});
    expect(listed.body.data.list.map(({ id }) => id).sort()).toEqual([paid, free].sort());
    const like = await get<{ list: RelatedItem[] }>('/sample/index/getSampleList', { sample_id: paid });
    expect(like.body.data.list.map(({ id, relate_id }) => [id, relate_id])).toEqual([[free, free]]);
    const found = await get<{ list: RelatedItem[] }>('/sample/index/getSampleList', { keyword: '云栖谷' });
    expect(found.body.data.list).toHaveLength(2);
    const industries = (await get<{ list: Term[] }>('/sample/index/getIndustury', {})).body.data.list;
    const chosen = await get<{ total: number }>('/sample/index/getSampleList', { industry: industries[0]?.id ?? 0 });
    const other = await get<{ total: number }>('/sample/index/getSampleList', { industry: industries[1]?.id ?? 0 });
    expect([chosen.body.data.total, other.body.data.total]).toEqual([2, 0]);
  });

  it('K-212 recommends schemes beside a case, the one that it names first, and no resources while there are none', async () => {
    for (let n = 0; n < 7; n++) await makeItem(t, { publisher_id: publisher.id, title: `方案 ${n}` });
    const tab = async (type: number, page = 1) =>
      (await get<{ list: RelatedItem[] }>('/sample/index/recomList', { sample_id: paid, type, page, limit: 6 })).body.data.list;
    const first = await tab(2);
    expect(first[0]).toMatchObject({ id: scheme_id, kind: 'scheme', relate_id: scheme_id, show_price: 1, vip_only: 0 });
    expect(new Set(first.map(({ id }) => id)).size).toBe(6);
    expect((await tab(2, 2)).length).toBe(6);
    expect(await tab(1)).toEqual([]);
    expect((await get('/sample/index/recomList', { sample_id: paid, type: 3 })).body.code).toBe(1);
    const linkable = await get<{ list: RelatedItem[] }>('/sample/index/getSchemeList', { keyword: '周年庆典' }, publisher.token);
    expect(linkable.body.code).toBe(0);
    expect((await get<{ list: [] }>('/sample/index/getResourceList', {}, publisher.token)).body.data.list).toEqual([]);
  });

  it('shows further images to whom a right opens them', async () => {
    const images = async (sample_id: number, token?: string) =>
      (
        await get<{ img_list: object[]; is_all: number; img_num: number; collect_url: string }>(
          '/sample/index/sampleImgs',
          { sample_id },
          token,
        )
      ).body.data;
    expect(await images(paid, reader.token)).toMatchObject({ img_list: [{ img_no: 1 }], is_all: 0, img_num: 3 });
    const own = await images(paid, publisher.token);
    expect([own.img_list.length, own.is_all]).toEqual([3, 1]);
    expect(own.collect_url).toContain('/pic/');
    expect((await images(free, reader.token)).is_all).toBe(1);
  });

  it('K-211 collects by 9, follows its publisher, shares by 12 and is reported by 10', async () => {
    const { token } = await makePerson(t);
    const tool = (path: string, body: object) => t.call('POST', `/api/tools/${path}`, { token, body });
    expect((await tool('collect', { rid: paid, type: 9 })).body.msg).toBe('收藏成功');
    expect((await tool('collect', { rid: paid, type: 10 })).status).toBe(404);
    await tool('focus', { rid: publisher.id, type: 2 });
    expect((await tool('share', { rid: paid, type: 12, url: `/bigcase/details?id=${paid}` })).body.code).toBe(0);
    const report = { type: 10, rid: paid, url: '/bigcase/details', mobile: '13800000000', content: '与描述不符', ruid: publisher.id };
    expect((await tool('report', report)).body.msg).toBe('举报成功');
    expect((await detail(paid, token)).body.data).toMatchObject({ is_collect: 1, is_follow: 1 });
  });
});

describe('K-206, M-009 the album and its originals', () => {
  const album = (token?: string, sample_id = paid, vv?: string) =>
    get<Album>('/sample/photo/sample', { sample_id, ...(vv === undefined ? {} : { vv }) }, token);
  const photos = (token: string, sample_id = paid) => get<AlbumPage & { access?: unknown }>('/sample/photo', { sample_id }, token);

  it.each([
    ['a member of schemes', () => member(scheme.sale.vip_type), true],
    ['a member of all', () => member(VIP_ALL), true],
    ['a member of cases', () => member(sample.sale.vip_type), false],
    ['a member of designs', () => member(KINDS.design.sale.vip_type), false],
    ['the publisher', async () => publisher, true],
    ['anybody else', () => makePerson(t), false],
  ])('%s', async (_who, who, opens) => {
    const { token } = await who();
    for (const sample_id of [paid, free]) {
      // K2: what is allowed is seen everywhere, the originals are a right of their own
      const sees = opens || sample_id === free;
      const seen = await photos(token, sample_id);
      expect((await album(token, sample_id)).body.data.is_open).toBe(sees ? 1 : 0);
      expect([seen.status, seen.body.data.originals]).toEqual(sees ? [200, opens ? 1 : 0] : [403, undefined]);
      expect((await ask(token, { sample_id, type: 2 })).status).toBe(opens ? 200 : 403);
    }
  });

  it('tells who may not what would open it', async () => {
    const { body } = await photos(reader.token);
    expect(body.msg).toContain('方案会员');
    expect(body.data.access).toMatchObject({ allowed: false });
    expect((body.data.access as { offers: object[] }).offers).toContainEqual({ kind: 'membership', vip_type: 1, price_then: 0 });
    expect((await get('/sample/photo', { sample_id: paid })).body.code).toBe(2);
    expect((await album()).body.data).toMatchObject({ photo_num: 3, is_open: 0 });
  });

  it('K-205 is found by its own name only, and is not there when its publisher gives none', async () => {
    const { photo_key } = (await detail(paid)).body.data;
    expect((await album(undefined, paid, photo_key)).body.data.photo_key).toBe(photo_key);
    expect((await album(undefined, free, photo_key)).status).toBe(404);
    expect((await album(undefined, paid, photo_key.slice(0, -1) + (photo_key.endsWith('A') ? 'B' : 'A'))).status).toBe(404);
    const none = (
      await publishSample(t, publisher, {
        pictures: await storePhotographs(t, publisher, ['teal']),
        price_type: 'free',
        fields: { album: '0' },
      })
    ).id;
    expect((await detail(none)).body.data).toMatchObject({ photo_key: '', photo_num: 0, album_url: '' });
    expect((await album(undefined, none)).body.msg).toBe('该案例暂无云相册');
    expect((await ask(publisher.token, { sample_id: none, type: 2 })).body.msg).toBe('该案例暂无云相册');
    await inTransaction(t.ctx(), (tx) => setItemStatus(tx, none, ['published'], 'taken_down'));
  });

  it('K-207 gives one original byte for byte, by its number or by the address under which it is shown', async () => {
    const { token } = await member(scheme.sale.vip_type);
    const { list } = (await photos(token)).body.data;
    expect(list.map(({ img_no, name }) => [img_no, name])).toEqual([
      [1, 'red.jpg'],
      [2, 'green.jpg'],
      [3, 'blue.jpg'],
    ]);
    for (const [at, imgurl] of ['1', list[1]?.src, list[2]?.src].entries()) {
      const { data } = (await ask(token, { sample_id: paid, type: 1, imgurl })).body;
      const response = await fetched(data.url);
      const original = await photograph(COLOURS[at] as string);
      expect(sha256(await bytesOf(response))).toBe(sha256(original));
      expect(data).toMatchObject({ size_bytes: original.length, file_name: `00${at + 1}-${COLOURS[at]}.jpg` });
      expect(response.headers.get('etag')).toBe(`"${sha256(original)}"`);
    }
    const public_src = (await detail(paid)).body.data.img_urls[0];
    expect((await ask(token, { sample_id: paid, type: 1, imgurl: public_src })).body.data.file_name).toBe('001-red.jpg');
    for (const imgurl of ['4', '/pic/aa/bb/cc-320.webp', '']) {
      expect((await ask(token, { sample_id: paid, type: 1, imgurl })).status).toBe(404);
    }
  });

  it('gives all originals as a ZIP whose size is known ahead and that goes on where it broke off', async () => {
    const { token } = await member(VIP_ALL);
    const { data } = (await ask(token, { sample_id: paid, type: 2 })).body;
    expect(data.file_name).toBe('云栖谷周年庆典全程影像.zip');
    const response = await fetched(data.url);
    const etag = response.headers.get('etag') ?? '';
    expect([response.status, response.headers.get('content-length')]).toEqual([200, String(data.size_bytes)]);
    expect([response.headers.get('content-type'), response.headers.get('accept-ranges')]).toEqual(['application/zip', 'bytes']);
    const whole = await bytesOf(response);
    const archive = await fromBufferPromise(whole, { lazyEntries: true });
    const names: string[] = [];
    for await (const entry of archive.eachEntry()) {
      names.push(entry.fileName);
      const stream = await archive.openReadStreamPromise(entry);
      const bytes = Buffer.concat(await Array.fromAsync(stream as AsyncIterable<Buffer>));
      expect(sha256(bytes)).toBe(sha256(await photograph(COLOURS[names.length - 1] as string)));
    }
    expect(names).toEqual(COLOURS.map((colour, at) => `00${at + 1}-${colour}.jpg`));
    for (const at of [0, 1, 700, whole.length - 30]) {
      const rest = await fetched(data.url, { range: `bytes=${at}-`, 'if-range': etag });
      expect([at, rest.status, (await bytesOf(rest)).equals(whole.subarray(at))]).toEqual([at, 206, true]);
    }
    // a day is one download, however many originals are taken
    await ask(token, { sample_id: paid, type: 1, imgurl: '1' });
    expect((await getItem(t.ctx(), paid))?.download_num).toBeGreaterThan(0);
  });
});

describe('K-209, M-101 buying', () => {
  it('opens pictures, album and originals, and a refund closes them', async () => {
    const buyer = await makePerson(t);
    await giveBalance(t, buyer.id, 10_000);
    const order = await t.call<Order>('POST', '/sample/buy/order', {
      token: buyer.token,
      body: { id: paid, user_coupon_id: 0, cache: 0, balance: 1 },
    });
    expect(order.body.data).toMatchObject({ price: 30, use_balance: 1, pay_price: 0 });
    await t.call('POST', '/api/order/balance', { token: buyer.token, body: { orderid: order.body.data.orderid } });
    expect((await detail(paid, buyer.token)).body.data).toMatchObject({ is_download: 1, access: { allowed: true, right: 'purchase' } });
    const { url } = (await ask(buyer.token, { sample_id: paid, type: 2 })).body.data;
    expect((await fetched(url)).status).toBe(200);
    // who goes to what was bought from a list of orders gets the same file
    const again = await t.call<DownloadAnswer>('POST', '/scheme/index/downloadurl', { token: buyer.token, body: { id: paid } });
    expect(again.body.data).toMatchObject({ status: 1, file_name: '云栖谷周年庆典全程影像.zip' });
    await refundOrder(t.ctx(), { orderid: order.body.data.orderid, reason: '测试' });
    expect((await fetched(url)).status).toBe(403);
    expect((await ask(buyer.token, { sample_id: paid, type: 2 })).status).toBe(403);
  });

  it('is not for those who have it permanently, and not by the call of another kind', async () => {
    const order = async (person: Person, id: number, path = '/sample/buy/order') =>
      (await t.call('POST', path, { token: person.token, body: { id } })).status;
    expect(await order(publisher, paid)).toBe(409);
    // K minor: what the membership opens for its time can be bought
    expect(await order(await member(scheme.sale.vip_type), paid)).toBe(200);
    expect(await order(reader, free)).toBe(409);
    expect(await order(reader, paid, '/scheme/buy/order')).toBe(404);
    expect(await order(reader, scheme_id)).toBe(404);
  });
});

it('K-213 is edited by the specified calls, which know only the publisher’s own', async () => {
  const { id, form } = await publishSample(t, publisher, { pictures: await storePhotographs(t, publisher, ['navy', 'pink']) });
  const own = (token: string) => get<OwnItem>('/sample/index/sampleEditDetail', { sample_id: id }, token);
  expect((await own(publisher.token)).body.data.form.fields).toMatchObject({ theme: '向光而行', album: '1' });
  expect((await own(reader.token)).status).toBe(404);
  const edit = (token: string, change: object) =>
    t.call<SavedItem>('POST', '/sample/index/editSample', { token, body: { ...form, ...change, id, draft_key: 'sample-edit-key' } });
  const turned = [...form.pictures].reverse();
  expect((await edit(reader.token, { action: 'draft', pictures: [] })).status).toBe(404);
  const nameless = await edit(publisher.token, { fields: { ...form.fields, theme: '' } });
  expect([nameless.status, JSON.stringify(nameless.body)]).toEqual([400, expect.stringContaining('请填写活动主题')]);
  expect((await edit(publisher.token, { pictures: turned })).body.code).toBe(0);
  expect((await itemMedia(t.ctx(), id)).map(({ file_id }) => file_id)).toEqual(turned);
});

// last: the clock goes on past every login
it('refuses links that are forged, lent, or whose right has ended', async () => {
  const person = await member(scheme.sale.vip_type);
  const { url } = (await ask(person.token, { sample_id: paid, type: 2 })).body.data;
  expect((await fetched(`${url.slice(0, -2)}xx`)).status).toBe(403);
  expect((await fetched(url, { token: reader.token })).status).toBe(403);
  expect((await fetched(url, { token: person.token })).status).toBe(200);
  t.clock.advance_ms(5 * 3_600_000);
  expect((await fetched(url)).status).toBe(403);
  const fresh = (await ask(person.token, { sample_id: paid, type: 2 })).body.data.url;
  t.clock.advance_ms(31 * 86_400_000);
  expect((await fetched(fresh)).status).toBe(403);
});

it('gives a buyer the pictures that were bought when they were exchanged since, also after cleaning', async () => {
  const [owner, buyer, later] = [await makePerson(t), await makePerson(t), await makePerson(t)];
  const { id, form } = await publishSample(t, owner, { pictures: await storePhotographs(t, owner, ['navy', 'pink']) });
  const buy = (person: Person) =>
    inTransaction(t.ctx(), (tx) => grantAccess(tx, { user_id: person.id, item_id: id, source: 'purchase', source_id: null }));
  t.clock.advance_ms(60_000);
  await buy(buyer);
  t.clock.advance_ms(60_000);
  const pictures = [form.pictures[1] ?? 0, ...(await storePhotographs(t, owner, ['olive']))];
  const exchanged = { ...form, pictures, id, draft_key: 'sample-exchanged-key', action: 'submit', change_note: '换了一张全景' };
  expect((await t.call('POST', '/sample/index/editSample', { token: owner.token, body: exchanged })).body.code).toBe(0);
  t.clock.advance_ms(60_000);
  await buy(later);
  const names = async (version: number) => {
    const { body } = await t.call<DownloadAnswer>('POST', VERSION_CALL, { token: buyer.token, body: { id, version } });
    if (body.data.status !== 1) throw new Error(body.msg);
    const archive = await fromBufferPromise(await bytesOf(await fetched(openLink(body.data.download_url, body.data.cipher))), {
      lazyEntries: true,
    });
    return Array.fromAsync(archive.eachEntry(), ({ fileName }) => fileName);
  };
  expect([await names(1), await names(2)]).toEqual([
    ['001-navy.jpg', '002-pink.jpg'],
    ['001-pink.jpg', '002-olive.jpg'],
  ]);
  t.clock.advance_ms(25 * 3_600_000);
  await cleanFiles(t.ctx());
  t.clock.advance_ms(25 * 3_600_000);
  await cleanFiles(t.ctx());
  expect(await names(1)).toEqual(['001-navy.jpg', '002-pink.jpg']);
  expect((await t.call('POST', VERSION_CALL, { token: later.token, body: { id, version: 1 } })).status).toBe(404);
});
