import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { pictureFile } from '#contract/picture.ts';
import type { ItemForm } from '#contract/publish.ts';
import { createCtx } from '#server/app/ctx.ts';
import { getItem, itemPages } from '#server/modules/catalog/index.ts';
import { grantDownload } from '#server/modules/downloads/index.ts';
import {
  cleanFiles,
  deleteDraft,
  dropUnboughtVersions,
  originalFile,
  saveDraft,
  storeOriginal,
  submitItem,
  takeDown,
} from '#server/modules/publishing/index.ts';
import { file_pages, files } from '#server/modules/publishing/tables.ts';
import { testApp } from '../support/app.ts';
import { makePdf } from '../support/documents.ts';
import { makePerson, type Person } from '../support/item-world.ts';
import { makeForm, makeRenderedFile, storeFile } from '../support/publishing.ts';
import { sweepNow } from '../support/sweep.ts';

const DAY_MS = 86_400_000;

const t = testApp();
let publisher: Person;
beforeAll(async () => {
  publisher = await makePerson(t);
});

const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const store = () => makeRenderedFile(t, publisher, 2);
const exists = async (file_id: number) => (await originalFile(t.ctx(), file_id)) !== null;
const pagesOf = (file_id: number) => t.app.db.select().from(file_pages).where(eq(file_pages.file_id, file_id));
const submit = async (draft_key: string, form: Partial<ItemForm>, id?: number) =>
  submitItem(as(publisher), { kind: KINDS.scheme, draft_key, form: await makeForm(t, form), ...(id === undefined ? {} : { id }) });
/** The hourly run, an hour from now and a day later. */
const cleanForADay = async () => {
  t.clock.advance_ms(3_600_000);
  await dropUnboughtVersions(t.ctx());
  await cleanFiles(t.ctx());
  t.clock.advance_ms(DAY_MS);
  return cleanFiles(t.ctx());
};

it('removes what was uploaded and never used, with every byte of it, after a day', async () => {
  const { storage } = t.app.providers;
  const file_id = await store();
  const original = await originalFile(t.ctx(), file_id);
  const pages = await pagesOf(file_id);
  expect(await cleanFiles(t.ctx())).toBe(0);
  t.clock.advance_ms(DAY_MS - 1_000);
  expect(await cleanFiles(t.ctx())).toBe(0);
  expect(await exists(file_id)).toBe(true);
  t.clock.advance_ms(1_000);
  expect(await cleanFiles(t.ctx())).toBe(1);
  expect(await exists(file_id)).toBe(false);
  await sweepNow(t);
  expect(await storage.statPrivate(original?.key ?? '')).toBeNull();
  for (const page of pages) expect(await storage.statPrivate(pictureFile(page.key, 1440))).toBeNull();
  expect(await cleanFiles(t.ctx())).toBe(0);
});

it('keeps what a draft names, however old it is, and a file taken back into the draft', async () => {
  const [first, second] = [await store(), await store()];
  const { id } = await saveDraft(as(publisher), {
    kind: KINDS.scheme,
    draft_key: 'clean-draft',
    form: await makeForm(t, { file_id: first }),
  });
  expect(await cleanForADay()).toBe(1); // the second, in no draft
  expect(await exists(first)).toBe(true);
  expect(await exists(second)).toBe(false);
  const third = await store();
  await saveDraft(as(publisher), { kind: KINDS.scheme, id, draft_key: 'clean-draft', form: await makeForm(t, { file_id: third }) });
  await cleanFiles(t.ctx());
  t.clock.advance_ms(DAY_MS / 2);
  await saveDraft(as(publisher), { kind: KINDS.scheme, id, draft_key: 'clean-draft', form: await makeForm(t, { file_id: first }) });
  t.clock.advance_ms(DAY_MS / 2);
  await cleanFiles(t.ctx());
  expect(await exists(first)).toBe(true);
  expect(await cleanForADay()).toBe(1); // the third, replaced again
  expect(await exists(third)).toBe(false);
});

it('removes the original, pages, cover and public copies that a new file replaced; what is sold stays whole', async () => {
  const { storage } = t.app.providers;
  const old_file = await store();
  const { id } = await submit('clean-replace', { file_id: old_file, price_type: 'free', price: '' });
  const before = await getItem(t.ctx(), id);
  const [old_page] = await itemPages(t.ctx(), id, 1, 1);
  expect(await storage.statPublic(pictureFile(before?.cover_key ?? '', 640))).not.toBeNull();

  const new_file = await store();
  await submit('clean-replace', { file_id: new_file, price_type: 'free', price: '' }, id);
  const now = await getItem(t.ctx(), id);
  expect(now?.file_id).toBe(new_file);
  expect(await cleanForADay()).toBe(1);

  expect(await exists(old_file)).toBe(false);
  await sweepNow(t);
  for (const key of [before?.cover_key ?? '', old_page?.key ?? '']) {
    expect(await storage.statPrivate(pictureFile(key, 640))).toBeNull();
    expect(await storage.statPublic(pictureFile(key, 640))).toBeNull();
  }
  const [page] = await itemPages(t.ctx(), id, 1, 1);
  expect(await storage.statPublic(pictureFile(page?.key ?? '', 1440))).not.toBeNull();
  expect(await storage.statPublic(pictureFile(now?.cover_key ?? '', 640))).not.toBeNull();
  const buyer = await makePerson(t);
  expect(await grantDownload(as(buyer), { item_id: id })).toMatchObject({ status: 1, size_bytes: now?.file_size_bytes });
});

it('keeps what a published scheme sells while its draft names another file, and after it was taken down', async () => {
  const sold = await store();
  const { id } = await submit('clean-sold', { file_id: sold });
  await saveDraft(as(publisher), { kind: KINDS.scheme, id, draft_key: 'clean-sold', form: await makeForm(t, { file_id: await store() }) });
  expect(await cleanForADay()).toBe(0);
  await takeDown(as(publisher), id);
  expect(await cleanForADay()).toBe(0);
  const original = await originalFile(t.ctx(), sold);
  expect(await t.app.providers.storage.statPrivate(original?.key ?? '')).not.toBeNull();
  expect(await pagesOf(sold)).toHaveLength(2);
});

it('keeps the file of a submit that waits for its pages while its draft names another one', async () => {
  const submitted = await storeFile(t, publisher, await makePdf({ pages: 1 }), { render: false });
  const { id } = await submit('clean-waiting', { file_id: submitted });
  await saveDraft(as(publisher), {
    kind: KINDS.scheme,
    id,
    draft_key: 'clean-waiting',
    form: await makeForm(t, { file_id: await store() }),
  });
  expect(await cleanForADay()).toBe(0);
  expect(await exists(submitted)).toBe(true);
});

it('keeps an uploaded cover while it is shown, and removes it once another took its place', async () => {
  const { default: sharp } = await import('sharp');
  const draw = async () => {
    const data = await sharp({ create: { width: 800, height: 450, channels: 3, background: '#123456' } })
      .png()
      .toBuffer();
    return storeOriginal(as(publisher), { purpose: 'cover', name: '封面.png', data });
  };
  const [file_id, cover] = [await store(), await draw()];
  const { id } = await submit('clean-cover', { file_id, cover_file_id: cover });
  expect((await getItem(t.ctx(), id))?.cover_key).toBe((await originalFile(t.ctx(), cover))?.key);
  expect(await cleanForADay()).toBe(0);
  await submit('clean-cover', { file_id, cover_file_id: await draw() }, id);
  expect(await cleanForADay()).toBe(1);
  expect(await exists(cover)).toBe(false);
  expect(await t.app.db.select().from(files).where(eq(files.item_id, id))).toHaveLength(2);
});

it('lets a save and the cleaning of the same file race without a draft that names nothing', async () => {
  for (let round = 0; round < 8; round++) {
    const file_id = await store();
    await cleanFiles(t.ctx());
    t.clock.advance_ms(DAY_MS);
    const form = await makeForm(t, { file_id });
    const [saved] = await Promise.allSettled([
      saveDraft(as(publisher), { kind: KINDS.scheme, draft_key: `clean-race-${round}`, form }),
      cleanFiles(t.ctx()),
      cleanFiles(t.ctx()),
    ]);
    expect(await exists(file_id), `round ${round}`).toBe(saved.status === 'fulfilled');
    if (saved.status === 'fulfilled') await deleteDraft(as(publisher), saved.value.id);
  }
});
