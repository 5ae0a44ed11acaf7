import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import { avifFile, pictureFile } from '#contract/picture.ts';
import { EMPTY_FORM, type ItemForm } from '#contract/publish.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { serveFilm } from '#server/http/public-films.ts';
import { servePicture } from '#server/http/public-pictures.ts';
import { ensureTerm, itemCards, itemMedia, itemPages, kindStore, registerKind } from '#server/modules/catalog/index.ts';
import {
  getOwnItem,
  previewAddress,
  reviewedWorks,
  saveDraft,
  storeOriginal,
  submitItem,
  takeDown,
} from '#server/modules/publishing/index.ts';
import { pickItems } from '#server/views/feed.ts';
import { itemDetailJson } from '#server/views/item-detail.ts';
import { itemScreen, itemScreenAt } from '#server/views/item-screen.ts';
import { testApp } from '../support/app.ts';
import { settleOutbox } from '../support/catalog.ts';
import { boxesOf, makeFilm } from '../support/films.ts';
import { makePerson, type Person } from '../support/item-world.ts';

// every picture is made in two formats by a process of its own
vi.setConfig({ testTimeout: 300_000 });

/** Shows pictures and a film, and names another one. */
const CASE: KindFacts = {
  ...KINDS.scheme,
  ...{ code: 96, key: 'shown_case', noun: '案例', types: {}, formats: [], facets: KINDS.design.facets },
  media: { pictures: { min: 1, max: 9 }, video: true, locked: false },
  fields: [
    { key: 'start', label: '开始日期', type: 'date', to: 'end' },
    { key: 'end', label: '结束日期', type: 'date' },
    { key: 'place', label: '地点', type: 'text', max: 40, signed_in: true },
    { key: 'before', label: '上一次', type: 'item', kind: 'shown_case' },
  ],
};

const t = testApp();
let artist: Person;
let reader: Person;
let category_id: number;
let takeAway: () => void;
let server: Server;
let origin: string;

const as = (person: Person) => createCtx(t.app, person.actor, 'test');
/** A picture of its own for each number, as small as its test allows: two formats of each width are drawn of it. */
const blank = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#7a9' }, limitInputPixels: false });

function scene(number: number, width = 420, height = 280): Sharp {
  let state = number;
  const next = (most: number) => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return Math.round((state / 0x7fffffff) * most);
  };
  const circle = () =>
    `<circle cx="${next(900)}" cy="${next(600)}" r="${40 + next(160)}" fill="rgb(${next(255)},${next(255)},${next(255)})"/>`;
  const circles = Array.from({ length: 14 }, circle).join('');
  const ground = '<rect width="900" height="600" fill="#ccc"/>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600">${ground}${circles}</svg>`;
  return sharp(Buffer.from(svg)).resize(width, height, { fit: 'fill' });
}
const store = (person: Person, data: Uint8Array, name = '现场.jpg', purpose: 'picture' | 'video' = 'picture') =>
  storeOriginal(as(person), { purpose, name, data });
const publish = (person: Person, draft_key: string, change: Partial<ItemForm>) =>
  submitItem(as(person), {
    kind: CASE,
    draft_key,
    form: { ...EMPTY_FORM, title: '湖边婚礼现场', category_id, price_type: 'free', ...change },
  });
const bytesOf = async (key: string) => Buffer.concat(await Array.fromAsync(await t.app.providers.storage.readPrivate(key)));
const textOf = async (id: number, who: Person | null) => {
  const json = await itemDetailJson(who ? as(who) : t.ctx(), CASE, id);
  return JSON.parse(Buffer.concat(json.pieces).toString()) as { fields: object; reader_fields: object; video: object | null };
};

beforeAll(async () => {
  takeAway = registerKind(kindStore({ facts: CASE }));
  artist = await makePerson(t, { nickname: '摄影师' });
  reader = await makePerson(t, { nickname: '读者' });
  category_id = await inTransaction(t.ctx(), (tx) => ensureTerm(tx, CASE, { facet: 'category', parent_id: null, name: '婚礼' }));
  server = createServer(async (req, res) => {
    const url = req.url ?? '';
    const served = url.startsWith('/pic/')
      ? await servePicture(t.app.providers.storage, url, req, res, [])
      : await serveFilm(t.ctx(), url, req, res, []);
    if (!served) res.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  takeAway();
});

it('pictures are turned upright, made in WebP and AVIF at each width without what a camera knows, and have a small blur', async () => {
  const sideways = await scene(5, 900, 600)
    .withExif({ IFD0: { Artist: '摄影师' }, IFD3: { GPSLatitude: '30/1 15/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const { id } = await publish(artist, 'upright', { pictures: [await store(artist, sideways)] });
  await settleOutbox(t.ctx());
  const [page] = await itemPages(t.ctx(), id, 1, 1);
  expect([page?.width, page?.height]).toEqual([600, 900]);
  expect(Buffer.from(page?.placeholder ?? '', 'base64').length).toBeGreaterThan(4);
  expect(Buffer.from(page?.placeholder ?? '', 'base64').length).toBeLessThanOrEqual(60);
  for (const width of [320, 600]) {
    for (const file of [pictureFile(page?.key ?? '', width), avifFile(pictureFile(page?.key ?? '', width))]) {
      const facts = await sharp(await bytesOf(file)).metadata();
      expect([facts.width, facts.exif, facts.orientation]).toEqual([width, undefined, undefined]);
      expect(await t.app.providers.storage.statPublic(file)).not.toBeNull();
    }
  }
  const shown = (await itemScreen(t.ctx(), CASE, id))?.item.imgs[0]?.picture;
  expect(shown?.placeholder).toMatch(/^data:image\/png;base64,/);
  expect(shown?.placeholder?.length).toBeLessThan(500);
  const type = async (accept: string) => {
    const answer = await fetch(`${origin}${shown?.src}`, { headers: { accept } });
    return [answer.headers.get('content-type'), answer.headers.get('vary')];
  };
  expect(await type('image/avif,image/webp,*/*')).toEqual(['image/avif', 'Accept']);
  expect(await type('image/webp,*/*')).toEqual(['image/webp', 'Accept']);
});

it('says what to do with pictures that are not taken', async () => {
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(200)]);
  await expect(store(artist, heic, 'IMG_1.heic')).rejects.toThrow('暂不支持 HEIC 照片');
  const svg = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  await expect(store(artist, svg, 'a.png')).rejects.toThrow('不支持 SVG 图片');
  await expect(store(artist, await scene(1, 90, 60).png().toBuffer(), 'a.png')).rejects.toThrow(
    '图片太小：宽和高都至少 100 像素，这张是 90 × 60',
  );
  const huge = await blank(15_900, 15_900).png().toBuffer();
  await expect(store(artist, huge, 'a.png')).rejects.toThrow('图片太大：这张有 25,281 万像素，最多 22,000 万，请缩小后上传');
});

it('D1 D2 P8 P9 P10 looks at the original: banners, long pictures and those of phones are taken, and long ones stay readable', async () => {
  const path = join(t.app.config.data_dir, 'original');
  const drawn = async (picture: Sharp) => {
    await picture.toFile(path);
    const { width, height } = await t.app.providers.documents.pictures(path);
    return [width, height];
  };
  expect(await drawn(blank(12_000, 800).png())).toEqual([1_440, 96]);
  expect(await drawn(blank(6_000, 400).jpeg())).toEqual([1_440, 96]);
  expect(await drawn(blank(400, 13_000).png())).toEqual([400, 13_000]);
  expect(await drawn(blank(750, 12_000).jpeg())).toEqual([750, 12_000]);
  // a phone's 108 megapixels, held upright
  expect(await drawn(blank(12_000, 9_000).withMetadata({ orientation: 6 }).jpeg())).toEqual([1_440, 1_920]);
});

it('tells the publisher of pictures they show already, and staff of pictures that somebody else shows', async () => {
  const { id } = await publish(artist, 'first', {
    title: '第一场婚礼',
    pictures: [await store(artist, await scene(42).png().toBuffer()), await store(artist, await scene(300).png().toBuffer())],
  });
  const again = await store(artist, await scene(300, 600, 400).jpeg({ quality: 60 }).toBuffer());
  const other = await store(artist, await scene(170).png().toBuffer());
  const draft = await publish(artist, 'second', { title: '第二场婚礼', pictures: [other, again] });
  expect((await getOwnItem(as(artist), CASE, draft.id)).pictures.map(({ alike }) => alike)).toEqual([
    '',
    '与您的《第一场婚礼》第 2 张很像',
  ]);
  const taken = await publish(reader, 'taken', {
    title: '拿来的现场',
    pictures: [await store(reader, await scene(42, 380, 256).webp().toBuffer())],
  });
  const note = async (item_id: number) => (await reviewedWorks(t.ctx(), [item_id])).get(item_id)?.note;
  expect(await note(taken.id)).toBe('第 1 张与摄影师的《第一场婚礼》第 1 张很像');
  expect(await note(id)).toBe('第 1 张与读者的《拿来的现场》第 1 张很像');
});

it('keeps a film so that it plays while it loads, without what its program wrote, and plays it by parts while it is published', async () => {
  const film = await makeFilm({ seconds: 4, comment: '拍摄地点 30.25,120.16' });
  expect(boxesOf(film).indexOf('mdat')).toBeLessThan(boxesOf(film).indexOf('moov'));
  const video_file_id = await store(artist, film, '现场.mp4', 'video');
  const pictures = [await store(artist, await scene(77, 900, 600).png().toBuffer())];
  const { id } = await publish(artist, 'film', { pictures, video_file_id, fields: { place: '断桥' } });
  const own = await getOwnItem(as(artist), CASE, id);
  expect(own.video?.film?.duration_ms).toBe(4000);
  const work = (await reviewedWorks(t.ctx(), [id])).get(id)?.work;
  expect(work?.fields.facts).toEqual([{ key: '地点', value: '断桥' }]);
  expect((await fetch(origin + work?.video_src)).status).toBe(200);
  const key = (await itemMedia(t.ctx(), id)).find(({ type }) => type === 'video')?.key ?? '';
  const kept = await bytesOf(key);
  expect(boxesOf(kept).indexOf('moov')).toBeLessThan(boxesOf(kept).indexOf('mdat'));
  expect(kept.includes('120.16')).toBe(false);
  const video = (await itemScreen(t.ctx(), CASE, id))?.item.video;
  expect(video).toMatchObject({ src: `/video/${key}`, type: 'mp4', width: 64, height: 64, duration_s: 4 });
  expect(video?.poster).toMatch(/^\/pic\/.+-640\.webp$/);

  const part = await fetch(origin + video?.src, { headers: { range: 'bytes=10-19' } });
  expect([part.status, part.headers.get('content-range'), part.headers.get('content-type')]).toEqual([
    206,
    `bytes 10-19/${kept.length}`,
    'video/mp4',
  ]);
  expect(Buffer.from(await part.arrayBuffer()).equals(kept.subarray(10, 20))).toBe(true);
  expect((await fetch(origin + video?.src, { headers: { range: 'bytes=99999999-' } })).status).toBe(416);
  expect((await fetch(origin + video?.src, { headers: { 'if-none-match': part.headers.get('etag') ?? '' } })).status).toBe(304);
  expect((await fetch(`${origin}/video/${key.replace(/.$/, 'g')}`)).status).toBe(404);

  await takeDown(as(artist), id);
  expect((await fetch(origin + video?.src)).status).toBe(404);
  const signed = (await getOwnItem(as(artist), CASE, id)).video?.film?.src ?? '';
  expect((await fetch(origin + signed)).headers.get('cache-control')).toMatch(/^private/);
  expect((await fetch(origin + signed.replace('sign=', 'sign=0'))).status).toBe(404);
  expect((await textOf(id, artist)).video).toBeNull();
  t.clock.advance_ms(3 * 3_600_000);
  expect((await fetch(origin + signed)).status).toBe(404);
});

it('captions go with the film: read by its reviewer, shown and given while it is published, kept by an edit, gone when they are taken away', async () => {
  const srt = '1\n00:00:01,000 --> 00:00:03,500\n帐篷 <b>怎么</b>立住\n';
  const [pictures, video_file_id] = [
    [await store(artist, await scene(41).png().toBuffer())],
    await store(artist, await makeFilm(), '讲.mp4', 'video'),
  ];
  await expect(publish(artist, 'captions', { pictures, video_file_id, video_captions: '第一句' })).rejects.toMatchObject({
    fields: { video_captions: expect.any(String) },
  });
  const { id } = await publish(artist, 'captions', { pictures, video_file_id, video_captions: srt });
  const { form, changed } = await getOwnItem(as(artist), CASE, id);
  expect([form.video_captions.startsWith('WEBVTT'), changed]).toEqual([true, false]);
  expect((await reviewedWorks(t.ctx(), [id])).get(id)?.work?.fields.texts).toContainEqual({ label: '字幕', text: '00:01 帐篷 怎么立住' });
  const shown = async () => (await itemScreen(t.ctx(), CASE, id))?.item.video?.captions ?? '';
  const answer = await fetch(origin + (await shown()));
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/vtt; charset=utf-8']);
  expect(await answer.text()).toBe(form.video_captions);
  const first = await shown();
  const edit = (video_captions: string) =>
    submitItem(as(artist), { kind: CASE, id, draft_key: 'captions-edit', form: { ...form, video_captions } });
  await edit(srt.replace('立住', '立稳'));
  expect([await shown(), (await shown()) !== first]).toEqual([expect.stringMatching(/^\/video\/.+\.vtt\?v=/), true]);
  await edit('');
  expect([await shown(), (await fetch(origin + first)).status]).toEqual(['', 404]);
});

it('captions of a draft are shown with its preview, and to nobody else', async () => {
  const video_file_id = await store(artist, await makeFilm(), '未发布.mp4', 'video');
  const video_captions = '1\n00:00:01,000 --> 00:00:03,500\n还没有发布\n';
  const form = { ...EMPTY_FORM, title: '还在写的案例', video_file_id, video_captions };
  const { id } = await saveDraft(as(artist), { kind: CASE, draft_key: 'captions-draft', form });
  const seen = async () => {
    const { url } = await previewAddress(as(artist), id);
    return (await itemScreenAt(t.ctx(), CASE, new URL(url, 'http://site')))?.item.video;
  };
  const film = await seen();
  const address = film?.captions ?? '';
  const answer = await fetch(origin + address);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, max-age=600']);
  expect(await answer.text()).toMatch(/^WEBVTT[\s\S]+还没有发布/);
  const refused = [address.split('?')[0] as string, address.replace('sign=', 'sign=0'), address.replace(`draft=${id}`, `draft=${id - 1}`)];
  for (const other of refused) expect([other, (await fetch(origin + other)).status]).toEqual([other, 404]);
  await saveDraft(as(artist), { kind: CASE, id, draft_key: 'captions-draft', form: { ...form, video_captions: '读不懂' } });
  expect((await seen())?.captions).toBe('');
  expect((await fetch(origin + address)).status).toBe(404);
  await saveDraft(as(artist), { kind: CASE, id, draft_key: 'captions-draft', form });
  t.clock.advance_ms(31 * 60_000);
  expect((await fetch(origin + address)).status).toBe(404);
});

it('takes WebM, and says why browsers cannot play what it refuses', async () => {
  const webm = await store(artist, await makeFilm({ codec: 'vp8' }), 'a.webm', 'video');
  expect(webm).toBeGreaterThan(0);
  await expect(store(artist, await makeFilm({ codec: 'hevc' }), 'a.mp4', 'video')).rejects.toThrow('H.265（HEVC）');
  const broken = (await makeFilm()).subarray(0, 900);
  await expect(store(artist, broken, 'a.mp4', 'video')).rejects.toThrow('视频已损坏或没有传完整');
  await expect(store(artist, await scene(3).png().toBuffer(), 'a.mp4', 'video')).rejects.toThrow(
    '请上传 H.264 编码的 MP4、MOV、MKV 视频，或 WebM 视频',
  );
});

it('shows what fields say: to everybody, to signed-in readers, and the item that one names', async () => {
  const pictures = [await store(artist, await scene(201).png().toBuffer())];
  const before = await publish(artist, 'named', { title: '去年的现场', pictures });
  const fields = { start: '2026-05-01', end: '2026-05-01', place: '西湖边', before: before.id };
  const cover_focus = { x: 20, y: 80 };
  const more = [await store(artist, await scene(400).png().toBuffer())];
  const { id } = await publish(artist, 'naming', { title: '今年的现场', pictures: more, fields, cover_focus });
  await settleOutbox(t.ctx());
  const item = (await itemScreen(t.ctx(), CASE, id))?.item;
  expect(item?.fields_signed_in).toEqual(['place']);
  expect(item?.named['before']).toMatchObject({ id: before.id, title: '去年的现场', unit: '张' });
  expect(JSON.stringify(item)).not.toContain('西湖边');
  expect((await itemCards(t.ctx(), [id]))[0]?.cover?.focus).toBe('20 80');
  expect((await getOwnItem(as(artist), CASE, id)).form.cover_focus).toEqual(cover_focus);
  expect((await textOf(id, null)).reader_fields).toEqual({});
  expect((await textOf(id, reader)).reader_fields).toEqual({ place: '西湖边' });
  await takeDown(as(artist), before.id);
  expect((await itemScreen(t.ctx(), CASE, id))?.item.named).toEqual({});

  // what a field may name: own ones whatever their state, and what others published
  const titles = async (person: Person, keyword: string) => (await pickItems(as(person), CASE, { keyword })).map(({ title }) => title);
  expect(await titles(artist, '现场')).toContain('去年的现场');
  expect(await titles(reader, '现场')).not.toContain('去年的现场');
  expect((await titles(reader, '今年的现场'))[0]).toBe('今年的现场');
  expect(await pickItems(as(reader), CASE, { id: before.id })).toEqual([]);
  await expect(
    publish(reader, 'foreign', { pictures: [await store(reader, await scene(11).png().toBuffer())], fields: { before: before.id } }),
  ).rejects.toMatchObject({ fields: { 'field.before': '所选的上一次已不存在，请重新选择' } });
});
