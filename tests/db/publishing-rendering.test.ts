import { writeFile } from 'node:fs/promises';
import { eq, inArray, ne, type SQL } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { pictureFile } from '#contract/picture.ts';
import { type Ctx, createCtx, inTransaction } from '#server/app/ctx.ts';
import { workList } from '#server/areas/catalog/work-list.ts';
import { Stopping } from '#server/db/jobs.ts';
import { getItem } from '#server/modules/catalog/index.ts';
import type { StaffListAction } from '#server/modules/console/index.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import { publishingJobs, publishOptions, renderFile, retryFile, storeOriginal, submitItem } from '#server/modules/publishing/index.ts';
import { renderTurns } from '#server/modules/publishing/rendering/render-file.ts';
import { convertedKey } from '#server/modules/publishing/stored-files.ts';
import { file_pages, files, renderings } from '#server/modules/publishing/tables.ts';
import { openUpload } from '#server/modules/publishing/uploading/open-upload.ts';
import { receivePart } from '#server/modules/publishing/uploading/receive-part.ts';
import { DocumentError, type Documents, ReaderLost, type RenderedPage } from '#server/providers/document/port.ts';
import { storageFull } from '#server/providers/storage/port.ts';
import { testApp } from '../support/app.ts';
import { makePdf, makePptx } from '../support/documents.ts';
import { makePerson, type Person } from '../support/item-world.ts';
import { makeForm, storeFile } from '../support/publishing.ts';

const t = testApp();
let publisher: Person;
beforeAll(async () => {
  publisher = await makePerson(t);
});

const stateOf = async (file_id: number) => (await t.app.db.select().from(renderings).where(eq(renderings.file_id, file_id)))[0];
const pagesOf = (file_id: number) => t.app.db.select().from(file_pages).where(eq(file_pages.file_id, file_id)).orderBy(file_pages.page_no);
/** A document whose pages wait to be drawn. What is in it nobody looked at: for tests of who draws it when, and what becomes of it. */
async function unread(pages: number, wish: { background?: boolean; type?: 'pdf' | 'pptx' } = {}): Promise<number> {
  const { type = 'pdf', background = false } = wish;
  const { app } = withDocuments({ inspect: async () => ({ type, page_count: pages }) });
  const data = Buffer.from('%PDF-');
  return storeOriginal(createCtx(app, publisher.actor, 'test'), { purpose: 'document', name: `方案.${type}`, data, background });
}
/** A page as it is drawn, by name only. */
const blank = (page_no: number): RenderedPage => ({ page_no, width: 16, height: 9, text: '', pictures: [] });
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

it('counts every page, in whatever order what is said of them arrives', async () => {
  const file_id = await unread(2);
  const later = Promise.withResolvers<void>();
  const ctx = withDocuments({
    render: async (_path, { onPage }) => void (await Promise.all([onPage(blank(1)), onPage(blank(2))])),
  });
  /** The number after the first page reaches the database when that after the second has. */
  const update = (table: typeof renderings) => ({
    set: (change: Partial<typeof renderings.$inferSelect>) => ({
      where: (condition: SQL) => ({
        async returning(columns: { file_id: typeof renderings.file_id }) {
          if (change.done_pages === 1) await later.promise;
          const rows = await t.app.db.update(table).set(change).where(condition).returning(columns);
          if (change.done_pages === 2) later.resolve();
          return rows;
        },
      }),
    }),
  });
  const db = new Proxy(ctx.db, { get: (real, name) => (name === 'update' ? update : Reflect.get(real, name)) });
  await renderFile({ ...ctx, db }, file_id);
  expect(await stateOf(file_id)).toMatchObject({ status: 'done', done_pages: 2 });
});

it('a stop in the middle is no attempt of the document: its pages stay, and it waits for the next worker at once', async () => {
  const file_id = await storeFile(t, publisher, await makePdf({ pages: 6 }), { render: false });
  const process = new AbortController();
  const stopped = renderFile(t.ctx(), file_id, { stopping: process.signal });
  await expect.poll(async () => (await pagesOf(file_id)).length).toBeGreaterThan(0);
  process.abort(new Error('the process stops'));
  await expect(stopped).rejects.toThrow('the process stops');
  expect(await stateOf(file_id)).toMatchObject({ status: 'waiting', attempt: 0 });
  await renderFile(t.ctx(), file_id);
  expect(await stateOf(file_id)).toMatchObject({ status: 'done', done_pages: 6, attempt: 1 });
});

it('makes the pages of a person before those of the demo world, also after a restart', async () => {
  const demo = await unread(1, { background: true });
  const mine = await unread(1);
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
  const file_id = await unread(1);
  const ctx = createCtx(t.app, publisher.actor, 'test');
  const { id } = await submitItem(ctx, { kind: KINDS.scheme, draft_key: 'left-waiting', form: await makeForm(t, { file_id }) });
  await t.app.db.update(renderings).set({ status: 'done' }).where(eq(renderings.file_id, file_id));
  await resume();
  expect((await getItem(t.ctx(), id))?.status).toBe('published');
});

it('fails with a reason for people, and the scheme with it; a published one stays as it was', async () => {
  const file_id = await unread(1);
  const ctx = createCtx(t.app, publisher.actor, 'test');
  const { id } = await submitItem(ctx, { kind: KINDS.scheme, draft_key: 'will-fail', form: await makeForm(t, { file_id }) });
  const documents = { ...t.app.providers.documents, render: () => Promise.reject(new DocumentError('第 1 页已损坏')) };
  const failing = createCtx({ ...t.app, providers: { ...t.app.providers, documents } }, { kind: 'job', name: 'x' }, 'x');
  await renderFile(failing, file_id);
  expect(await stateOf(file_id)).toMatchObject({ status: 'failed', failure: '第 1 页已损坏' });
  expect((await getItem(t.ctx(), id))?.status).toBe('failed');
  // they may have left the page
  const [told] = (await noticesOf(ctx, { only_unread: true, page: 1, limit: 1 })).list;
  expect([told?.title, told?.content, told?.jump_url]).toEqual([
    '您的方案没有生成页面',
    expect.stringMatching(/^《.+》原因：第 1 页已损坏。可以重试，或修改后再次提交。$/),
    `/programme/edit?id=${id}`,
  ]);
  const form = await makeForm(t, { file_id });
  await expect(submitItem(ctx, { kind: KINDS.scheme, id, draft_key: 'will-fail', form })).rejects.toMatchObject({
    fields: { file_id: '第 1 页已损坏' },
  });
});

it('tries again when the disk is full, and gives up with a reason in the end', async () => {
  const file_id = await unread(1);
  const full = { ...t.app.providers.documents, render: () => Promise.reject(new Error('disk trouble')) };
  const failing = createCtx({ ...t.app, providers: { ...t.app.providers, documents: full } }, { kind: 'job', name: 'x' }, 'x');
  for (let attempt = 1; attempt < 5; attempt++) {
    await expect(renderFile(failing, file_id)).rejects.toThrow('disk trouble');
    expect((await stateOf(file_id))?.status).toBe('waiting');
  }
  await renderFile(failing, file_id);
  expect(await stateOf(file_id)).toMatchObject({ status: 'failed', failure: '处理文件时出现问题，与文件内容无关，请点“重试”' });
});

it('D14 holds nothing against a document that the machine did: readers that are lost, a full disk, workers that die', async () => {
  const file_id = await unread(1);
  const faults = [
    new ReaderLost('killed'),
    storageFull(),
    Object.assign(new Error('gone'), { errno: -2, syscall: 'open' }),
    new Stopping('stops'),
  ];
  for (let round = 0; round < 20; round++) {
    const fault = faults[round % faults.length] as Error;
    await expect(renderFile(withDocuments({ render: () => Promise.reject(fault) }), file_id)).rejects.toThrow(fault.message);
    // and a worker that dies without a word
    await t.app.db
      .update(renderings)
      .set({ status: 'rendering', attempt: 500 + round })
      .where(eq(renderings.file_id, file_id));
    t.clock.advance_ms(30_000);
  }
  expect(await stateOf(file_id)).toMatchObject({ status: 'rendering', failures: 0, failure: '' });
  await renderFile(withDocuments({ render: (_path, { onPage }) => onPage(blank(1)) }), file_id);
  expect(await stateOf(file_id)).toMatchObject({ status: 'done', failures: 0 });
});

it('D14 a file that failed is made again by its publisher and by staff, and its work goes on', async () => {
  const ctx = createCtx(t.app, publisher.actor, 'test');
  const reviewer = await makePerson(t, { roles: ['reviewer'] });
  const work = workList.actions.find(({ name }) => name === 'retry') as StaffListAction;
  const byStaff = (id: number) => inTransaction(createCtx(t.app, reviewer.actor, 'test'), (tx) => work.run(tx, String(id), '读者反馈'));
  const failing = withDocuments({ render: () => Promise.reject(new DocumentError('第 1 页已损坏')) });
  for (const by of ['publisher', 'staff'] as const) {
    const file_id = await storeFile(t, publisher, await makePdf({ pages: 1 }), { render: false });
    const form = await makeForm(t, { file_id });
    const { id } = await submitItem(ctx, { kind: KINDS.scheme, draft_key: `again-by-${by}`, form });
    const again = () => (by === 'publisher' ? retryFile(ctx, { id }) : byStaff(id));
    await expect(again()).rejects.toMatchObject({ status: 409 });
    await renderFile(failing, file_id);
    expect((await getItem(ctx, id))?.status).toBe('failed');
    await again();
    expect([(await getItem(ctx, id))?.status, (await stateOf(file_id))?.status]).toEqual(['rendering', 'waiting']);
    await renderFile(t.ctx(), file_id);
    expect((await getItem(ctx, id))?.status).toBe('published');
  }
  const stranger = createCtx(t.app, (await makePerson(t)).actor, 'test');
  const file_id = await unread(1);
  await renderFile(failing, file_id);
  await expect(retryFile(stranger, { file_id })).rejects.toMatchObject({ status: 404 });
  // in the form: the pages only, what is typed is submitted by hand
  expect((await retryFile(ctx, { file_id })).render).toMatchObject({ status: 'waiting', failure: '' });
});

it('publishes a PPTX with the pages LibreOffice makes', { timeout: 120_000 }, async () => {
  const storing = storeFile(t, publisher, await makePptx(2), { name: '方案.pptx' });
  // where nothing shuts LibreOffice in, the form says so and the upload is refused
  if (!(await t.app.providers.documents.conversion()).possible) {
    expect((await publishOptions(t.ctx(), KINDS.scheme)).pptx_supported).toBe(false);
    return await expect(storing).rejects.toThrow('请导出为 PDF 后上传');
  }
  const file_id = await storing;
  const ctx = createCtx(t.app, publisher.actor, 'test');
  const { id } = await submitItem(ctx, { kind: KINDS.scheme, draft_key: 'a-pptx-scheme', form: await makeForm(t, { file_id }) });
  const item = await getItem(t.ctx(), id);
  expect(item).toMatchObject({ status: 'published', format: 'pptx', page_count: 2 });
  expect(item?.page_texts[1]).toContain('年会策划 第 2 页');
});

it('converts a PPTX once, whatever happens while its pages are drawn, and keeps nothing of it', async () => {
  let conversions = 0;
  const convert = async (_path: string, target: string) => {
    conversions++;
    await writeFile(target, '%PDF-');
  };
  let failing = true;
  const with_trouble = withDocuments({
    conversion: async () => ({ possible: true, reason: '' }),
    convert,
    inspect: async () => ({ type: 'pdf', page_count: 3 }),
    async render(_path, { skip, onPage }) {
      for (const page_no of [1, 2, 3]) {
        if (failing && page_no > 1) throw new Error('disk trouble');
        if (!skip(page_no)) await onPage(blank(page_no));
      }
    },
  });
  const file_id = await unread(3, { type: 'pptx' });
  await expect(renderFile(with_trouble, file_id)).rejects.toThrow('disk trouble');
  const [file] = await t.app.db.select().from(files).where(eq(files.id, file_id));
  const converted = () => t.app.providers.storage.statPrivate(convertedKey(t.config.secrets.upload, file as { key: string }));
  expect(await converted()).not.toBeNull();
  failing = false;
  await renderFile(with_trouble, file_id);
  expect(await stateOf(file_id)).toMatchObject({ status: 'done', done_pages: 3 });
  expect([conversions, await converted()]).toEqual([1, null]);
});

it('counts faults only as long as they bring no page', async () => {
  const file_id = await unread(3);
  await t.app.db.update(renderings).set({ attempt: 8, failures: 4 }).where(eq(renderings.file_id, file_id));
  const late = withDocuments({
    async render(_path, { onPage }) {
      await onPage(blank(1));
      throw new Error('trouble');
    },
  });
  await expect(renderFile(late, file_id)).rejects.toThrow('trouble');
  expect(await stateOf(file_id)).toMatchObject({ status: 'waiting', failures: 1 });
  await t.app.db.update(renderings).set({ attempt: 8, done_pages: 5 }).where(eq(renderings.file_id, file_id));
  await renderFile(
    withDocuments({ render: async (_path, { onPage }) => void (await Promise.all([1, 2, 3].map((no) => onPage(blank(no))))) }),
    file_id,
  );
  expect(await stateOf(file_id)).toMatchObject({ status: 'done', done_pages: 3 });
});

describe('R-2 turns', () => {
  /** Draws nothing and says what came: pages are made by name only. */
  function quickDocuments(pages: number) {
    return withDocuments({
      async render(_path, options) {
        for (let page_no = 1; page_no <= pages; page_no++) {
          if (options.skip(page_no)) continue;
          if (options.goesOn && !options.goesOn()) return;
          t.clock.advance_ms(1_000);
          await options.onPage(blank(page_no));
        }
      },
    });
  }
  const takeAll = (ctx: Ctx, file_id: number, busy = 0) => renderTurns(ctx, { busy }, file_id, new AbortController().signal);
  /** Uploads of one person, in order; what waits from other tests is out of the way. */
  async function uploads(owner: Person, count: number): Promise<number[]> {
    const ids: number[] = [];
    const { app } = withDocuments({ inspect: async () => ({ type: 'pdf', page_count: 2 }) });
    for (let at = 0; at < count; at++) {
      t.clock.advance_ms(1_000);
      ids.push(
        await storeOriginal(createCtx(app, owner.actor, 'test'), { purpose: 'document', name: '方案.pdf', data: Buffer.from('%PDF-') }),
      );
    }
    return ids;
  }
  const order = async (ids: number[]) => {
    const rows = await t.app.db.select().from(renderings).where(inArray(renderings.file_id, ids)).orderBy(renderings.updated_at);
    return rows.filter((row) => row.status === 'done').map((row) => row.file_id);
  };
  beforeAll(async () => {
    await t.app.db.update(renderings).set({ status: 'failed' }).where(ne(renderings.status, 'done'));
  });

  it('serves the first file of a newcomer before the second of another', async () => {
    const [a, b, c] = [await makePerson(t), await makePerson(t), await makePerson(t)];
    const first = await uploads(a, 4);
    const second = await uploads(b, 2);
    const third = await uploads(c, 1);
    const [a1, a2, a3, a4] = first as [number, number, number, number];
    const [b1, b2] = second as [number, number];
    const [c1] = third as [number];
    await takeAll(quickDocuments(2), a1);
    expect(await order([...first, ...second, ...third])).toEqual([a1, b1, c1, a2, b2, a3, a4]);
  });

  it('leaves the rest of a long file for its next turn when somebody else waits, and draws it whole in the end', async () => {
    const [a, b] = [await makePerson(t), await makePerson(t)];
    const [long] = (await uploads(a, 1)) as [number];
    const [short] = (await uploads(b, 1)) as [number];
    const ctx = quickDocuments(2);
    await renderFile(ctx, long, { turn_ms: 0 });
    expect(await stateOf(long)).toMatchObject({ status: 'waiting', attempt: 0, done_pages: 1 });
    await takeAll(ctx, short);
    expect(await order([long, short])).toEqual([short, long]);
    expect((await pagesOf(long)).map((page) => page.page_no)).toEqual([1, 2]);
  });

  it('draws a long file to its end when nobody else waits', async () => {
    const [long, other] = (await uploads(await makePerson(t), 2)) as [number, number];
    await renderFile(quickDocuments(2), long, { turn_ms: 0 });
    expect(await stateOf(long)).toMatchObject({ status: 'done', done_pages: 2 });
    expect(await stateOf(other)).toMatchObject({ status: 'waiting', attempt: 0 });
    await takeAll(quickDocuments(2), other);
  });

  it('hands what waits to the next job when its time is over', async () => {
    const [waiting] = (await uploads(await makePerson(t), 1)) as [number];
    await t.booted.pool.pool.query("delete from pgboss.job where name = 'publishing.render'");
    await renderTurns(quickDocuments(2), { busy: 0 }, 0, new AbortController().signal, 0);
    expect(await stateOf(waiting)).toMatchObject({ status: 'waiting', attempt: 0 });
    const { rows } = await t.booted.pool.pool.query(
      "select data ->> 'file_id' as file_id from pgboss.job where name = 'publishing.render'",
    );
    expect(rows).toEqual([{ file_id: String(waiting) }]);
    await takeAll(quickDocuments(2), waiting);
  });

  it('keeps the seat above the others for a newcomer', async () => {
    const [a, b] = [await makePerson(t), await makePerson(t)];
    const [working, next] = (await uploads(a, 2)) as [number, number];
    await t.app.db.update(renderings).set({ status: 'rendering', attempt: 1 }).where(eq(renderings.file_id, working));
    const [new_one] = (await uploads(b, 1)) as [number];
    await takeAll(quickDocuments(2), next, 2);
    expect(await stateOf(new_one)).toMatchObject({ status: 'done' });
    expect(await stateOf(next)).toMatchObject({ status: 'waiting' });
  });
});

it('keeps the bytes of an upload whose check was interrupted: the last part again is checked again', async () => {
  const data = await makePdf({ pages: 1 });
  const person = createCtx(t.app, publisher.actor, 'test');
  const lost = createCtx(withDocuments({ inspect: () => Promise.reject(new ReaderLost('killed')) }).app, publisher.actor, 'test');
  const signed = await openUpload(person, { purpose: 'document', name: '方案.pdf', size_bytes: data.length });
  const part = (bytes: Uint8Array) => ({ ...signed, offset: 0, data: once(bytes) });
  await expect(receivePart(lost, part(data))).rejects.toMatchObject({ status: 503, message: '文件检查被中断，请稍后继续上传' });
  expect(await receivePart(person, part(new Uint8Array(0)))).toMatchObject({ status: 'done', received_bytes: data.length });
});

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** A job's context whose documents do some things in their own way. */
function withDocuments(own: Partial<Documents>): Ctx {
  const documents = { ...t.app.providers.documents, ...own };
  return createCtx({ ...t.app, providers: { ...t.app.providers, documents } }, { kind: 'job', name: 'test' }, 'test');
}
