import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import { pictureFile, pictureWidths } from '#contract/picture.ts';
import { EMPTY_FORM, type ItemForm } from '#contract/publish.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { ensureTerm, getItem, itemMedia, itemPages, kindStore, registerKind } from '#server/modules/catalog/index.ts';
import { cleanFiles, discardChange, getOwnItem, saveDraft, storeOriginal, submitItem } from '#server/modules/publishing/index.ts';
import { findItems, searchItems } from '#server/modules/search/index.ts';
import { itemScreen } from '#server/views/item-screen.ts';
import { testApp } from '../support/app.ts';
import { settleOutbox } from '../support/catalog.ts';
import { makePerson, type Person } from '../support/item-world.ts';
import { sweepNow } from '../support/sweep.ts';

/** Shows pictures, sells those behind the free ones, and has facts of its own; nothing of the house knows it. */
const POSTER: KindFacts = {
  ...KINDS.scheme,
  ...{ code: 98, key: 'poster', noun: '海报', types: {}, formats: [], facets: KINDS.design.facets },
  media: { pictures: { min: 1, max: 4 }, video: true, locked: true },
  fields: [
    { key: 'theme', label: '主题', type: 'text', max: 20, required: true },
    { key: 'place', label: '地点', type: 'text', max: 40, signed_in: true },
    { key: 'more', label: '补充信息', type: 'pairs', max: 3 },
  ],
};

/** Sells a file of another program beside its pictures. */
const ARTWORK: KindFacts = { ...POSTER, code: 97, key: 'artwork', noun: '源文件', formats: ['psd'] };

const t = testApp();
let artist: Person;
let takeAway: Array<() => void>;
let form: ItemForm;

const as = (person: Person) => createCtx(t.app, person.actor, 'test');
/** Drawing costs by the area: only the first work is large enough for three widths. */
const picture = (colour: string, [width, height]: readonly [number, number] = [400, 267]) =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .withExif({ IFD0: { Artist: '拍摄者' } })
    .jpeg()
    .toBuffer();
const LARGE = [900, 600] as const;
const store = async (colour: string, size?: typeof LARGE) =>
  storeOriginal(as(artist), { purpose: 'picture', name: `${colour}.jpg`, data: await picture(colour, size) });
const publicFile = (key: string, width: number) => t.app.providers.storage.statPublic(pictureFile(key, width));
const submit = (draft_key: string, change: Partial<ItemForm> = {}, id?: number, kind = POSTER) =>
  submitItem(as(artist), { kind, draft_key, form: { ...form, ...change }, ...(id === undefined ? {} : { id }) });

beforeAll(async () => {
  takeAway = [POSTER, ARTWORK].map((facts) => registerKind(kindStore({ facts })));
  artist = await makePerson(t, { nickname: '海报师' });
  const category_id = await inTransaction(t.ctx(), (tx) => ensureTerm(tx, POSTER, { facet: 'category', parent_id: null, name: '主视觉' }));
  const pictures = [await store('red', LARGE), await store('green', LARGE), await store('blue', LARGE)];
  form = {
    ...EMPTY_FORM,
    ...{ title: '山海之间主视觉', category_id, price: '39', free_pages: 1, cover_page: 2, pictures },
    fields: { theme: '海底两万里', place: '西湖边', more: [{ key: '尺寸', value: '三米乘两米' }] },
  };
});
afterAll(async () => {
  for (const one of takeAway) one();
});

it('publishes pictures in order: the free ones public, the others and the originals not', async () => {
  const { id, status } = await submit('poster-one');
  expect(status).toBe('published');
  await settleOutbox(t.ctx());
  const pages = await itemPages(t.ctx(), id, 1, 9);
  expect(pages.map(({ page_no, width, height }) => [page_no, width, height])).toEqual([1, 2, 3].map((n) => [n, 900, 600]));
  const media = await itemMedia(t.ctx(), id);
  expect(media.map(({ file_id, name }) => [file_id, name])).toEqual(
    form.pictures.map((one, at) => [one, `${['red', 'green', 'blue'][at]}.jpg`]),
  );
  for (const { key, page_no } of pages) {
    expect(await publicFile(key, 900)).toEqual(page_no === 1 ? expect.anything() : null);
    expect(await t.app.providers.storage.statPublic(key)).toBeNull();
  }
  // what is sold is what was sent, byte for byte, with all that a camera wrote into it
  const original = await t.app.providers.storage.readPrivate(media[0]?.key ?? '');
  const bytes = Buffer.concat(await Array.fromAsync(original as AsyncIterable<Buffer>));
  expect(bytes.equals(await picture('red', LARGE))).toBe(true);
  expect((await sharp(bytes).metadata()).exif).toBeDefined();

  const screen = await itemScreen(t.ctx(), POSTER, id);
  expect(screen?.item.imgs.map(({ page_no }) => page_no)).toEqual([1]);
  expect(screen?.item.pages).toBe(3);
  expect(screen?.item.fields).toEqual({ theme: '海底两万里', more: [{ key: '尺寸', value: '三米乘两米' }] });
  expect(screen?.item.cover?.height).toBe(Math.round((600 * 640) / 900));
  expect((await findItems(t.ctx(), POSTER, { keyword: '海底两万里' })).list.map((card) => card.id)).toEqual([id]);
  expect((await searchItems(t.ctx(), POSTER, { keyword: '西湖边' })).search.answer).not.toBe('all');
});

it('an edit takes pictures away and turns them round; what is gone is public no more, and an edit can be discarded', async () => {
  const { id } = await submit('poster-two', { pictures: [await store('cyan'), await store('gold'), await store('pink')], free_pages: 2 });
  const [first, second, third] = await itemPages(t.ctx(), id, 1, 9);
  const own = await getOwnItem(as(artist), POSTER, id);
  expect(own.pictures.map(({ file }) => file.name)).toEqual(['cyan.jpg', 'gold.jpg', 'pink.jpg']);
  expect(own.form.cover_page).toBe(2);
  expect(own.changed).toBe(false);
  const turned = [own.form.pictures[2], own.form.pictures[1]].map(Number);
  await saveDraft(as(artist), { kind: POSTER, id, draft_key: 'poster-two', form: { ...own.form, pictures: turned } });
  expect((await getOwnItem(as(artist), POSTER, id)).changed).toBe(true);
  expect((await discardChange(as(artist), POSTER, id)).form.pictures).toEqual(own.form.pictures);
  await submit('poster-two', { ...own.form, pictures: turned, cover_page: 1 }, id);
  const after = await itemPages(t.ctx(), id, 1, 9);
  expect(after.map(({ key }) => key)).toEqual([third?.key, second?.key]);
  await sweepNow(t);
  for (const width of pictureWidths(400)) {
    expect(await publicFile(first?.key ?? '', width)).toBeNull();
    expect(await publicFile(second?.key ?? '', width)).not.toBeNull();
    expect(await publicFile(third?.key ?? '', width)).not.toBeNull();
  }
});

it('files that a draft or an item names are kept by cleaning, others go after their grace', async () => {
  const [kept, lost] = [await store('navy'), await store('olive')];
  await saveDraft(as(artist), { kind: POSTER, draft_key: 'poster-three', form: { ...form, pictures: [kept] } });
  await cleanFiles(t.ctx());
  t.clock.advance_ms(25 * 3_600_000);
  expect(await cleanFiles(t.ctx())).toBeGreaterThanOrEqual(1);
  const still = async (id: number) =>
    saveDraft(as(artist), { kind: POSTER, draft_key: `again-${id}-x`, form: { ...form, pictures: [id] } }).then(
      () => true,
      (error) => error.fields.pictures !== '有图片不存在，请重新上传',
    );
  expect([await still(kept), await still(lost)]).toEqual([true, false]);
});

it('refuses what is not right, field by field', async () => {
  const other = await makePerson(t, { nickname: '别人' });
  const theirs = await storeOriginal(as(other), { purpose: 'picture', name: 'a.jpg', data: await picture('black') });
  await expect(submit('poster-four', { pictures: [theirs] })).rejects.toMatchObject({ fields: { pictures: '有图片不存在，请重新上传' } });
  await expect(submit('poster-five', { pictures: [], fields: {} })).rejects.toMatchObject({
    fields: { pictures: '请上传图片', 'field.theme': '请填写主题' },
  });
  await expect(
    storeOriginal(as(artist), { purpose: 'video', name: 'a.mp4', data: Buffer.from('<script>alert(1)</script>') }),
  ).rejects.toThrow();
  const psd = await storeOriginal(as(artist), { purpose: 'opaque', name: '主视觉.psd', data: Buffer.from('8BPS\0\x01 and what follows') });
  const category_id = await inTransaction(t.ctx(), (tx) => ensureTerm(tx, ARTWORK, { facet: 'category', parent_id: null, name: '源文件' }));
  await expect(submit('poster-six', { category_id, pictures: [await store('tan')] }, undefined, ARTWORK)).rejects.toThrow(
    '请上传源文件文件',
  );
  const { id } = await submit('poster-seven', { category_id, pictures: [await store('tan')], file_id: psd }, undefined, ARTWORK);
  expect(await getItem(t.ctx(), id)).toMatchObject({ file_id: psd, format: 'psd', page_count: 1, free_pages: 1 });
});
