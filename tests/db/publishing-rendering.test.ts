import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { pictureFile } from '#contract/picture.ts';
import { createCtx } from '#server/kernel/ctx.ts';
import { getItem } from '#server/modules/catalog/index.ts';
import { publishingJobs, renderFile, storeOriginal, submitItem } from '#server/modules/publishing/index.ts';
import { file_pages, renderings } from '#server/modules/publishing/tables.ts';
import { DocumentError } from '#server/providers/document/port.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makePdf, makePptx } from '../support/documents.ts';
import { makePerson, type Person } from '../support/item-world.ts';
import { makeForm, storeFile } from '../support/publishing.ts';

let t: TestApp;
let publisher: Person;
beforeAll(async () => {
  t = await startTestApp();
  publisher = await makePerson(t);
});
afterAll(() => t.stop());

const stateOf = async (file_id: number) => (await t.app.db.select().from(renderings).where(eq(renderings.file_id, file_id)))[0];
const pagesOf = (file_id: number) => t.app.db.select().from(file_pages).where(eq(file_pages.file_id, file_id)).orderBy(file_pages.page_no);
const resume = () =>
  publishingJobs(t.app)
    .find((job) => job.name === 'publishing.resume')
    ?.run({}, new AbortController().signal);

it('makes every page once when many workers take the same file', async () => {
  const file_id = await storeFile(t, publisher, await makePdf({ pages: 3 }), { render: false });
  await Promise.all([renderFile(t.ctx(), file_id), renderFile(t.ctx(), file_id), renderFile(t.ctx(), file_id)]);
  expect(await stateOf(file_id)).toMatchObject({ status: 'done', done_pages: 3, page_count: 3, attempt: 1 });
  expect((await pagesOf(file_id)).map((page) => page.page_no)).toEqual([1, 2, 3]);
});

it('takes up what a killed worker left: its pages stay, the rest is made', async () => {
  const file_id = await storeFile(t, publisher, await makePdf({ pages: 4 }), { render: false });
  // the first worker dies after two pages
  const dying = { ...t.app.providers.documents };
  dying.render = async (path, options) => {
    await t.app.providers.documents.render(path, { ...options, skip: (page_no) => page_no > 2 || options.skip(page_no) });
    await new Promise(() => undefined);
  };
  const dead = createCtx({ ...t.app, providers: { ...t.app.providers, documents: dying } }, { kind: 'job', name: 'dead' }, 'dead');
  void renderFile(dead, file_id);
  await expect.poll(async () => (await pagesOf(file_id)).length, { timeout: 20_000 }).toBe(2);
  const before = await pagesOf(file_id);
  // still alive as far as anybody knows
  await renderFile(t.ctx(), file_id);
  expect((await stateOf(file_id))?.status).toBe('rendering');
  t.clock.advance_ms(30_000);
  await renderFile(t.ctx(), file_id);
  expect(await stateOf(file_id)).toMatchObject({ status: 'done', done_pages: 4, attempt: 2 });
  const after = await pagesOf(file_id);
  expect(after.slice(0, 2)).toEqual(before);
  for (const page of after) expect(await t.app.providers.storage.statPrivate(pictureFile(page.key, 1440))).not.toBeNull();
});

it('a stop in the middle is no attempt of the document: its pages stay, and it waits for the next worker at once', async () => {
  const file_id = await storeFile(t, publisher, await makePdf({ pages: 6 }), { render: false });
  const process = new AbortController();
  const stopped = renderFile(t.ctx(), file_id, process.signal);
  await expect.poll(async () => (await pagesOf(file_id)).length).toBeGreaterThan(0);
  process.abort(new Error('the process stops'));
  await expect(stopped).rejects.toThrow('the process stops');
  expect(await stateOf(file_id)).toMatchObject({ status: 'waiting', attempt: 0 });
  await renderFile(t.ctx(), file_id);
  expect(await stateOf(file_id)).toMatchObject({ status: 'done', done_pages: 6, attempt: 1 });
});

it('makes the pages of a person before those of the demo world, also after a restart', async () => {
  const ctx = createCtx(t.app, publisher.actor, 'test');
  const data = await makePdf({ pages: 1 });
  const demo = await storeOriginal(ctx, { purpose: 'document', name: '演示.pdf', data, background: true });
  const mine = await storeFile(t, publisher, data, { render: false });
  const queue = async () => {
    const { rows } = await t.booted.pool.pool.query<{ file_id: number }>(
      `select (data ->> 'file_id')::int as file_id from pgboss.job where name = 'publishing.render' and state = 'created'
         and (data ->> 'file_id')::bigint = any($1) order by priority desc, created_on`,
      [[demo, mine]],
    );
    return rows.map((row) => row.file_id);
  };
  expect(await queue()).toEqual([mine, demo]);
  // the jobs are lost, the renderings still wait
  await t.booted.pool.pool.query("delete from pgboss.job where name = 'publishing.render'");
  t.clock.advance_ms(30_000);
  await resume();
  expect(await queue()).toEqual([mine, demo]);
});

it('completes a submit that a crash left waiting after the last page', async () => {
  const file_id = await storeFile(t, publisher, await makePdf({ pages: 1 }), { render: false });
  const ctx = createCtx(t.app, publisher.actor, 'test');
  const { id } = await submitItem(ctx, { kind: KINDS.scheme, draft_key: 'left-waiting', form: await makeForm(t, { file_id }) });
  await t.app.db.update(renderings).set({ status: 'done' }).where(eq(renderings.file_id, file_id));
  await resume();
  expect((await getItem(t.ctx(), id))?.status).toBe('published');
});

it('fails with a reason for people, and the scheme with it; a published one stays as it was', async () => {
  const file_id = await storeFile(t, publisher, await makePdf({ pages: 1 }), { render: false });
  const ctx = createCtx(t.app, publisher.actor, 'test');
  const { id } = await submitItem(ctx, { kind: KINDS.scheme, draft_key: 'will-fail', form: await makeForm(t, { file_id }) });
  const documents = { ...t.app.providers.documents, render: () => Promise.reject(new DocumentError('第 1 页已损坏')) };
  const failing = createCtx({ ...t.app, providers: { ...t.app.providers, documents } }, { kind: 'job', name: 'x' }, 'x');
  await renderFile(failing, file_id);
  expect(await stateOf(file_id)).toMatchObject({ status: 'failed', failure: '第 1 页已损坏' });
  expect((await getItem(t.ctx(), id))?.status).toBe('failed');
  const form = await makeForm(t, { file_id });
  await expect(submitItem(ctx, { kind: KINDS.scheme, id, draft_key: 'will-fail', form })).rejects.toMatchObject({
    fields: { file_id: '第 1 页已损坏' },
  });
});

it('tries again when the disk is full, and gives up with a reason in the end', async () => {
  const file_id = await storeFile(t, publisher, await makePdf({ pages: 1 }), { render: false });
  const full = { ...t.app.providers.documents, render: () => Promise.reject(new Error('disk trouble')) };
  const failing = createCtx({ ...t.app, providers: { ...t.app.providers, documents: full } }, { kind: 'job', name: 'x' }, 'x');
  for (let attempt = 1; attempt < 5; attempt++) {
    await expect(renderFile(failing, file_id)).rejects.toThrow('disk trouble');
    expect((await stateOf(file_id))?.status).toBe('waiting');
  }
  await renderFile(failing, file_id);
  expect(await stateOf(file_id)).toMatchObject({ status: 'failed', failure: '文件处理时出现问题，请稍后重新上传' });
});

it('publishes a PPTX with the pages LibreOffice makes', { timeout: 120_000 }, async () => {
  const file_id = await storeFile(t, publisher, await makePptx(2), { name: '方案.pptx' });
  const ctx = createCtx(t.app, publisher.actor, 'test');
  const { id } = await submitItem(ctx, { kind: KINDS.scheme, draft_key: 'a-pptx-scheme', form: await makeForm(t, { file_id }) });
  const item = await getItem(t.ctx(), id);
  expect(item).toMatchObject({ status: 'published', format: 'pptx', page_count: 2 });
  expect(item?.page_texts[1]).toContain('年会策划 第 2 页');
});
