import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { ACCOUNT_CALLS } from '#contract/account.ts';
import { KINDS } from '#contract/kinds.ts';
import { pictureFile } from '#contract/picture.ts';
import type { ItemForm } from '#contract/publish.ts';
import { type Actor, createCtx, inTransaction } from '#server/app/ctx.ts';
import { jobDefinitions } from '#server/areas/index.ts';
import { getItem, itemPages } from '#server/modules/catalog/index.ts';
import { cleanExports, forgetTraces, makeExport } from '#server/modules/privacy/index.ts';
import { data_exports } from '#server/modules/privacy/tables.ts';
import {
  cleanFiles,
  deleteDraft,
  dropUnboughtVersions,
  dropUploads,
  originalFile,
  saveDraft,
  storeFilm,
  storeOriginal,
  submitItem,
} from '#server/modules/publishing/index.ts';
import { pageKey } from '#server/modules/publishing/stored-files.ts';
import { renderings } from '#server/modules/publishing/tables.ts';
import { type Storage, storageAway } from '#server/providers/storage/port.ts';
import { testApp } from '../support/app.ts';
import { makePdf } from '../support/documents.ts';
import { makePerson, type Person } from '../support/item-world.ts';
import { makeForm, makeRenderedFile, storeFile } from '../support/publishing.ts';
import { sweepNow } from '../support/sweep.ts';

const t = testApp();
let owner: Person;
let real: Storage;
/** How often each way of removing is refused before it works again. */
const away = { removePrivate: 0, removePublic: 0 };
beforeAll(async () => {
  owner = await makePerson(t);
  real = t.app.providers.storage;
  const failing = (name: keyof typeof away) => async (keys: readonly string[]) => {
    if (away[name]-- > 0) throw storageAway();
    await real[name](keys);
  };
  t.app.providers.storage = { ...real, removePrivate: failing('removePrivate'), removePublic: failing('removePublic') };
});
beforeEach(() => Object.assign(away, { removePrivate: 0, removePublic: 0 }));

const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const isThere = async (key: string) => (await real.statPrivate(key)) !== null;
const everything = async () => {
  const all: string[] = [];
  for (const area of ['private', 'public'] as const) for await (const { key } of real.list(area)) all.push(`${area}/${key}`);
  return all;
};
/** Of a process that ends as soon as bytes were stored. */
const dying = (actor: Actor = { kind: 'job', name: 'test' }) => {
  const { storage } = t.app.providers;
  const putPrivate: Storage['putPrivate'] = async (...args) => {
    await storage.putPrivate(...args);
    throw new Error('killed');
  };
  const app = { ...t.app, providers: { ...t.app.providers, storage: { ...storage, putPrivate } } };
  return createCtx(app, actor, 'test');
};
const submit = async (draft_key: string, form: Partial<ItemForm>, id?: number) =>
  submitItem(as(owner), { kind: KINDS.scheme, draft_key, form: await makeForm(t, form), ...(id === undefined ? {} : { id }) });
const draftOf = async (draft_key: string, file_id: number) =>
  saveDraft(as(owner), { kind: KINDS.scheme, draft_key, form: await makeForm(t, { file_id }) });

it('every job that takes bytes away is tried for hours, and each runs somewhere', () => {
  const sweeping = jobDefinitions(t.app).filter((job) => (job.name.endsWith('.sweep') && !job.cron) || job.name === 'publishing.hide');
  expect(sweeping.map(({ name }) => name).sort()).toEqual([
    ...['chat.sweep', 'claims.sweep', 'invoices.sweep', 'offers.sweep', 'privacy.sweep', 'publishing.hide', 'publishing.sweep'],
    ...['recruiting.sweep', 'verification.sweep'],
  ]);
  for (const { name, retries = 3 } of sweeping) expect(2 ** retries, name).toBeGreaterThan(2 * 3_600);
});

it('a draft that is deleted leaves nothing, though the process dies after the commit and the storage is away for a while', async () => {
  const before = await everything();
  const file_id = await makeRenderedFile(t, owner, 2);
  const { id } = await draftOf('swept-draft', file_id);
  await deleteDraft(as(owner), id);
  expect(await originalFile(t.ctx(), file_id)).toBeNull();
  // nothing but the job goes on from here
  Object.assign(away, { removePrivate: 3 });
  for (const failed of [1, 1, 1, 0]) expect(await sweepNow(t)).toBe(failed);
  expect(await everything()).toEqual(before);
});

it('a deletion that is rolled back takes no bytes', async () => {
  const file_id = await makeRenderedFile(t, owner, 1);
  const key = (await originalFile(t.ctx(), file_id))?.key ?? '';
  const undone = inTransaction(as(owner), async (tx) => {
    await dropUploads(tx, owner.id, [file_id]);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await sweepNow(t)).toBe(0);
  expect(await isThere(key)).toBe(true);
  await inTransaction(as(owner), (tx) => dropUploads(tx, owner.id, [file_id]));
  await sweepNow(t);
  expect(await isThere(key)).toBe(false);
});

it('public copies and originals go each by itself', async () => {
  const old_file = await makeRenderedFile(t, owner, 2);
  const { id } = await submit('swept-areas', { file_id: old_file, price_type: 'free', price: '' });
  const original = (await originalFile(t.ctx(), old_file))?.key ?? '';
  const cover = pictureFile((await getItem(t.ctx(), id))?.cover_key ?? '', 640);
  await submit('swept-areas', { file_id: await makeRenderedFile(t, owner, 2), price_type: 'free', price: '' }, id);
  await sweepNow(t);
  t.clock.advance_ms(3_600_000);
  await dropUnboughtVersions(t.ctx());
  await cleanFiles(t.ctx());
  t.clock.advance_ms(86_400_000);
  expect(await cleanFiles(t.ctx())).toBe(1);
  Object.assign(away, { removePublic: 1 });
  expect(await sweepNow(t)).toBe(1);
  expect([await isThere(original), (await real.statPublic(cover)) !== null]).toEqual([false, true]);
  expect(await sweepNow(t)).toBe(0);
  expect(await real.statPublic(cover)).toBeNull();
});

it('pages of a file that was exchanged are public no longer, though the process dies after the commit; pages of now stay', async () => {
  const [first, second] = [await makeRenderedFile(t, owner, 2), await makeRenderedFile(t, owner, 2)];
  const { id } = await submit('swept-pages', { file_id: first });
  const pageOf = async () => pictureFile((await itemPages(t.ctx(), id, 1, 1))[0]?.key ?? '', 1440);
  const before = await pageOf();
  await submit('swept-pages', { file_id: second }, id);
  expect(await real.statPublic(before)).not.toBeNull();
  Object.assign(away, { removePublic: 2 });
  for (const failed of [1, 1, 0]) expect(await sweepNow(t)).toBe(failed);
  expect([await real.statPublic(before), await isThere(before)]).toEqual([null, true]);
  // back to the first, before the job ran that hides it
  await submit('swept-pages', { file_id: first }, id);
  await submit('swept-pages', { file_id: second }, id);
  await submit('swept-pages', { file_id: first }, id);
  await sweepNow(t);
  expect([await pageOf(), (await real.statPublic(before)) !== null]).toEqual([before, true]);
});

it('a page that was stored without its row goes with its file, also one that arrives after the deletion', async () => {
  const before = await everything();
  const file_id = await storeFile(t, owner, await makePdf({ pages: 3 }), { render: false });
  const key = (await originalFile(t.ctx(), file_id))?.key ?? '';
  const page = pageKey(t.config.secrets.upload, { key }, 2);
  for (const width of [320, 777]) await real.putPrivate(pictureFile(page, width), Buffer.from('page'));
  const { id } = await draftOf('swept-half', file_id);
  await deleteDraft(as(owner), id);
  await real.putPrivate(pictureFile(pageKey(t.config.secrets.upload, { key }, 3), 1440), Buffer.from('page'));
  const { rows } = await t.booted.pool.pool.query(
    "select start_after > now() + interval '50 minutes' as later from pgboss.job where name = 'publishing.sweep' and data->'pages' <> '[]'",
  );
  expect(rows).toEqual([{ later: true }]);
  await sweepNow(t);
  expect(await everything()).toEqual(before);
  expect(await t.app.db.select().from(renderings).where(eq(renderings.file_id, file_id))).toEqual([]);
});

it('what a check stored of an upload goes when nothing came of it, and stays with its row', async () => {
  const before = await everything();
  const data = await sharp({ create: { width: 777, height: 400, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const cover = { purpose: 'cover', name: '封面.png', data } as const;
  await expect(storeOriginal(dying(owner.actor), cover)).rejects.toThrow('killed');
  expect(await everything()).toHaveLength(before.length + 1);
  await sweepNow(t);
  expect(await everything()).toEqual(before);
  await storeOriginal(as(owner), cover);
  const stored = await everything();
  expect(stored.length).toBeGreaterThan(before.length + 3);
  await sweepNow(t);
  expect(await everything()).toEqual(stored);
});

it('a film that was cut and not recorded goes again; one that was stays', async () => {
  const before = await everything();
  const film = { type: 'mp4', width: 16, height: 9, duration_ms: 1_000 } as const;
  const made = { owner_id: owner.id, name: '试看.mp4', path: import.meta.filename, film };
  await expect(storeFilm(dying(), made)).rejects.toThrow('killed');
  expect(await everything()).toHaveLength(before.length + 1);
  const stored = await originalFile(t.ctx(), await storeFilm(t.ctx(), made));
  await sweepNow(t);
  expect(new Set(await everything())).toEqual(new Set([...before, `private/${stored?.key}`]));
});

async function exportOf(person: Person) {
  const [row] = await t.app.db.select().from(data_exports).where(eq(data_exports.user_id, person.id));
  return row as NonNullable<typeof row>;
}
async function ordered(): Promise<Person> {
  const person = await makePerson(t);
  await t.call('POST', ACCOUNT_CALLS.export, { token: person.token });
  return person;
}

it('a package of somebody’s data goes when the process dies before it is ready, and when it dies after it ended', async () => {
  const before = await everything();
  const person = await ordered();
  const { id } = await exportOf(person);
  await expect(makeExport(dying(), id)).rejects.toThrow('killed');
  expect(await everything()).toHaveLength(before.length + 1);
  await makeExport(t.ctx(), id);
  await sweepNow(t);
  const { file_key, state } = await exportOf(person);
  expect([state, await isThere(file_key as string)]).toEqual(['ready', true]);
  expect(await everything()).toHaveLength(before.length + 1);
  t.clock.advance_ms(4 * 86_400_000);
  await cleanExports(t.ctx());
  expect((await exportOf(person)).state).toBe('gone');
  Object.assign(away, { removePrivate: 2 });
  for (const failed of [1, 1, 0]) expect(await sweepNow(t)).toBe(failed);
  expect(await everything()).toEqual(before);
});

it('a package goes with its account, though the storage is away then', async () => {
  const before = await everything();
  const person = await ordered();
  await makeExport(t.ctx(), (await exportOf(person)).id);
  Object.assign(away, { removePrivate: 2 });
  await forgetTraces(t.ctx(), person.id);
  expect((await exportOf(person)).state).toBe('gone');
  while ((await sweepNow(t)) > 0);
  expect(await everything()).toEqual(before);
});
