import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { pictureFile } from '#contract/picture.ts';
import type { FileState, ItemForm, OwnItem, PublishedList, ReviewRow, SavedItem } from '#contract/publish.ts';
import { getItem, itemPages, listItems } from '#server/modules/catalog/index.ts';
import { originalFile, renderFile } from '#server/modules/publishing/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { audit_log } from '#server/outbox/tables.ts';
import { testApp } from '../support/app.ts';
import { makePdf } from '../support/documents.ts';
import { makePerson, type Person } from '../support/item-world.ts';
import { makeForm, makeRenderedFile, storeFile } from '../support/publishing.ts';
import { sweepNow } from '../support/sweep.ts';

const t = testApp();
let publisher: Person;
let other: Person;
let reviewer: Person;
let pdf: Buffer;
beforeAll(async () => {
  [publisher, other, reviewer] = await Promise.all([makePerson(t), makePerson(t), makePerson(t, { roles: ['reviewer'] })]);
  pdf = await makePdf({ pages: 4 });
});

let drafts = 0;
const draftKey = () => `draft-key-${++drafts}`;
const post = (body: object, token = publisher.token) => t.call<SavedItem>('POST', '/scheme/schemev2', { token, body });
const put = (body: object, token = publisher.token) => t.call<SavedItem>('PUT', '/scheme/schemev2', { token, body });
const own = (id: number, token = publisher.token) => t.call<OwnItem>('GET', '/scheme/schemev2', { token, query: { id } });
const shelve = (id: number, action: 'up' | 'down', token = publisher.token) =>
  t.call<{ status: string }>('PUT', '/scheme/scheme/editSchemes', { token, body: { id, action } });
const remove = (id: number, token = publisher.token) => t.call('DELETE', '/scheme/scheme', { token, query: { id } });
const mine = (tab = 'all', token = publisher.token) => t.call<PublishedList>('GET', '/scheme/scheme/mine', { token, query: { tab } });
const decide = (body: object, token = reviewer.token) => t.call('POST', '/scheme/review/decide', { token, body });

async function publish(form: Partial<ItemForm> = {}): Promise<{ id: number; form: ItemForm; draft_key: string }> {
  const whole = await makeForm(t, { file_id: await makeRenderedFile(t, publisher), ...form });
  const draft_key = draftKey();
  const { body } = await post({ ...whole, draft_key });
  expect(body).toMatchObject({ code: 0 });
  return { id: body.data.id, form: whole, draft_key };
}

/** Which pages of the item have their picture in the public area. */
async function publicPages(id: number): Promise<number[]> {
  const pages = await itemPages(t.ctx(), id, 1, 500);
  const seen = await Promise.all(pages.map((page) => t.app.providers.storage.statPublic(pictureFile(page.key, 640))));
  return pages.filter((_page, at) => seen[at]).map((page) => page.page_no);
}

async function hold<T>(work: () => Promise<T>): Promise<T> {
  await setSetting(t.ctx(), 'work_review', 'hold');
  try {
    return await work();
  } finally {
    await setSetting(t.ctx(), 'work_review', 'auto');
  }
}

describe('drafts', () => {
  it('keep what is typed, right or wrong, and come back as they were', async () => {
    const draft_key = draftKey();
    const { body } = await post({ title: '写', price: '-', tags: ['年会', '年会', ' '], draft_key, action: 'draft' });
    expect(body).toMatchObject({ code: 0, data: { status: 'draft' } });
    const again = await own(body.data.id);
    expect(again.body.data).toMatchObject({ status: 'draft', form: { title: '写', price: '-', tags: ['年会'] } });
  });

  it('are one item however often the first save is sent', async () => {
    const draft_key = draftKey();
    const answers = await Promise.all(Array.from({ length: 8 }, () => post({ title: '一份草稿', draft_key, action: 'draft' })));
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1);
  });

  it('survive a refused submit', async () => {
    const draft_key = draftKey();
    const { body } = await post({ title: '短', price: '0.5', draft_key });
    expect(body).toMatchObject({ code: 1, msg: '请上传方案文件' });
    expect(Object.keys(body.fields ?? {})).toEqual(['file_id', 'title', 'category_id', 'price']);
    const list = await mine('draft');
    expect(list.body.data.list.some((row) => row.title === '短')).toBe(true);
  });

  it('are deleted by their owner; what was published is not', async () => {
    const { body } = await post({ title: '不要了', draft_key: draftKey(), action: 'draft' });
    expect((await remove(body.data.id, other.token)).status).toBe(404);
    expect((await remove(body.data.id)).body.code).toBe(0);
    expect((await own(body.data.id)).status).toBe(404);
    const { id } = await publish();
    expect((await remove(id)).body.msg).toBe('发布过的方案不能删除，可以下架');
  });

  it('take their files with them, and share them with no other scheme', async () => {
    const file_id = await makeRenderedFile(t, publisher);
    const { body } = await post({ title: '带文件的草稿', file_id, draft_key: draftKey(), action: 'draft' });
    const second = await post({ title: '另一份草稿', file_id, draft_key: draftKey(), action: 'draft' });
    expect(second.body.fields).toEqual({ file_id: '这个文件已用于另一份作品，请重新上传' });
    const key = (await originalFile(t.ctx(), file_id))?.key ?? '';
    await remove(body.data.id);
    expect(await originalFile(t.ctx(), file_id)).toBeNull();
    await sweepNow(t);
    expect(await t.app.providers.storage.statPrivate(key)).toBeNull();
  });

  it('store markup as text', async () => {
    const { body } = await post({
      title: '<b>年会</b>',
      introduction: '<script>x</script>\n\n\n\n好',
      draft_key: draftKey(),
      action: 'draft',
    });
    const { form } = (await own(body.data.id)).body.data;
    expect(form).toMatchObject({ title: '<b>年会</b>', introduction: '<script>x</script>\n\n好' });
  });
});

describe('submitting', () => {
  it('publishes at once: listed, priced, with cover, pages and text, free pages public and the rest not', async () => {
    const { id, form } = await publish({ free_pages: 2, cover_page: 3 });
    const item = await getItem(t.ctx(), id);
    expect(item).toMatchObject({ status: 'published', price_fen: 1990, vip_only: false, format: 'pdf', page_count: 4, free_pages: 2 });
    expect(item?.page_texts[0]).toBe('策猫方案 第 1 页');
    expect(await publicPages(id)).toEqual([1, 2]);
    const { storage } = t.app.providers;
    expect(await storage.statPublic(pictureFile(item?.cover_key ?? '', 640))).not.toBeNull();
    expect(await storage.statPublic(pictureFile(item?.cover_key ?? '', 1440))).toBeNull();
    const listed = await listItems(t.ctx(), KINDS.scheme, { cid: form.category_id ?? 0 });
    expect(listed.list.map((card) => card.id)).toContain(id);
  });

  it('twice is once', async () => {
    const form = await makeForm(t, { file_id: await makeRenderedFile(t, publisher), title: '双击提交的方案' });
    const draft_key = draftKey();
    const answers = await Promise.all([post({ ...form, draft_key }), post({ ...form, draft_key }), post({ ...form, draft_key })]);
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1);
    expect(answers.every((answer) => answer.body.data.status === 'published')).toBe(true);
  });

  it.each([
    ['title', { title: '短' }, '标题至少 4 个字'],
    ['price', { price: '' }, '请输入价格'],
    ['price', { price: '1.234' }, '价格最多两位小数'],
    ['price', { price: '100000' }, '价格应在 1 至 99999 元之间'],
    ['category_id', { category_id: 999_999 }, '请选择分类'],
    ['category_id_sub', { category_id_sub: 999_999 }, '请选择二级分类'],
    ['cover_page', { cover_page: null }, '请选择封面'],
  ])('names the wrong field %s', async (field, change, message) => {
    const form = await makeForm(t, { file_id: await makeRenderedFile(t, publisher), ...change });
    const { body, status } = await post({ ...form, draft_key: draftKey() });
    expect(status).toBe(400);
    expect(body.fields).toEqual({ [field]: message });
  });

  it('waits for the pages and completes by itself', async () => {
    const file_id = await storeFile(t, publisher, pdf, { render: false });
    const { body } = await post({ ...(await makeForm(t, { file_id })), draft_key: draftKey() });
    expect(body.data).toMatchObject({ status: 'rendering', waiting: true });
    const before = (await mine('waiting')).body.data.list.find((row) => row.id === body.data.id);
    expect(before?.render).toMatchObject({ status: 'waiting', done_pages: 0, page_count: 4 });
    await renderFile(t.ctx(), file_id);
    expect((await getItem(t.ctx(), body.data.id))?.status).toBe('published');
    expect(await publicPages(body.data.id)).toEqual([1, 2]);
  });

  it('publishes what was submitted, not what is being typed while it waits', async () => {
    const file_id = await storeFile(t, publisher, pdf, { render: false });
    const form = await makeForm(t, { file_id, title: '提交时的标题', price: '399' });
    const draft_key = draftKey();
    const { id } = (await post({ ...form, draft_key })).body.data;
    const next = await makeRenderedFile(t, publisher);
    const saved = await put({ ...form, id, draft_key, file_id: next, title: '改', price: '3', category_id: null, action: 'draft' });
    expect(saved.body.data).toMatchObject({ status: 'rendering', waiting: true });
    await renderFile(t.ctx(), file_id);
    expect(await getItem(t.ctx(), id)).toMatchObject({ status: 'published', title: '提交时的标题', price_fen: 39_900, file_id });
    expect((await own(id)).body.data).toMatchObject({ waiting: false, form: { title: '改', price: '3', file_id: next } });
  });

  it('does not take somebody else’s file', async () => {
    const file_id = await storeFile(t, other, pdf, { render: false });
    const { body } = await post({ ...(await makeForm(t, { file_id })), draft_key: draftKey() });
    expect(body.fields).toEqual({ file_id: '文件不存在，请重新上传' });
    expect((await t.call<FileState>('GET', '/scheme/schemev2/file', { token: publisher.token, query: { file_id } })).status).toBe(404);
  });
});

describe('editing a published scheme', () => {
  it('changes words at once, moves the public copies with the free pages, and leaves drafts unseen', async () => {
    const { id, form, draft_key } = await publish({ free_pages: 1 });
    await put({ ...form, id, draft_key, title: '还没想好的标题', action: 'draft' });
    expect((await getItem(t.ctx(), id))?.title).toBe(form.title);
    const { body } = await put({ ...form, id, draft_key, title: '改过的标题', price_type: 'vip', price: '', free_pages: 3 });
    expect(body.data.status).toBe('published');
    expect(await getItem(t.ctx(), id)).toMatchObject({ title: '改过的标题', vip_only: true, price_fen: 0, free_pages: 3 });
    expect(await publicPages(id)).toEqual([1, 2, 3]);
    await put({ ...form, id, draft_key, free_pages: 2 });
    expect(await publicPages(id)).toEqual([1, 2]);
  });

  it('renders a new file beside the old one and swaps when it is ready', async () => {
    const { id, form, draft_key } = await publish();
    const old = await itemPages(t.ctx(), id, 1, 9);
    const file_id = await storeFile(t, publisher, await makePdf({ pages: 6 }), { render: false });
    const { body } = await put({ ...form, id, draft_key, file_id, title: '换了文件的方案' });
    expect(body.data).toMatchObject({ status: 'published', waiting: true });
    expect(await getItem(t.ctx(), id)).toMatchObject({ title: '换了文件的方案', page_count: 4 });
    await renderFile(t.ctx(), file_id);
    expect(await getItem(t.ctx(), id)).toMatchObject({ page_count: 6, file_id, status: 'published' });
    expect(await publicPages(id)).toEqual([1, 2]);
    await sweepNow(t);
    const { storage } = t.app.providers;
    expect(await Promise.all(old.map((page) => storage.statPublic(pictureFile(page.key, 640))))).toEqual([null, null, null, null]);
  });
});

describe('taking down', () => {
  it('F-60 hides the scheme and its pages, and restoring shows them again at their old date', async () => {
    const { id } = await publish();
    const published_at = (await getItem(t.ctx(), id))?.published_at;
    expect((await shelve(id, 'down')).body.data.status).toBe('taken_down');
    expect(await publicPages(id)).toEqual([]);
    expect((await shelve(id, 'down')).status).toBe(409);
    t.clock.advance_ms(60_000);
    expect((await shelve(id, 'up')).body.data.status).toBe('published');
    expect(await publicPages(id)).toEqual([1, 2]);
    expect((await getItem(t.ctx(), id))?.published_at).toEqual(published_at);
  });

  it('is the owner’s alone, as reading and writing are', async () => {
    const { id, form, draft_key } = await publish();
    expect((await shelve(id, 'down', other.token)).status).toBe(404);
    expect((await own(id, other.token)).status).toBe(404);
    expect((await put({ ...form, id, draft_key }, other.token)).body.code).toBe(1);
    expect((await put({ title: '抢来的标题', draft_key, id, action: 'draft' }, other.token)).status).toBe(404);
    expect((await getItem(t.ctx(), id))?.title).toBe(form.title);
  });
});

describe('my schemes', () => {
  it('come by tab with their numbers, to their publisher only', async () => {
    const person = await makePerson(t);
    await post({ title: '只有一份草稿', draft_key: draftKey(), action: 'draft' }, person.token);
    const { body } = await mine('all', person.token);
    expect(body.data).toMatchObject({ total: 1, counts: { all: 1, draft: 1, published: 0 } });
    expect((await mine('published', person.token)).body.data.list).toEqual([]);
    expect((await t.call('GET', '/scheme/scheme/mine')).body.code).toBe(2);
  });

  it('show pictures of private pages by a signed URL that expires and cannot be changed', async () => {
    const { body } = await t.call<FileState>('GET', '/scheme/schemev2/file', {
      token: publisher.token,
      query: { file_id: await makeRenderedFile(t, publisher) },
    });
    expect(body.data.render).toMatchObject({ status: 'done', done_pages: 4, page_count: 4 });
    const url = new URL(body.data.pages[3]?.thumb.src ?? '', 'http://x');
    const query = Object.fromEntries(url.searchParams);
    const path = url.pathname.replace('/gateway', '');
    const picture = await t.call('GET', path, { query }).catch((error: Error) => error.message);
    // the answer is a picture, not an envelope
    expect(String(picture)).toMatch(/JSON|RIFF/);
    expect((await t.call('GET', path, { query: { ...query, width: 1440 } })).status).toBe(404);
    t.clock.advance_ms(3 * 3_600_000);
    expect((await t.call('GET', path, { query })).status).toBe(404);
  });
});

describe('review', () => {
  it('holds a scheme: seen by its publisher and reviewers only, until approved', async () => {
    await hold(async () => {
      const { id } = await publish({ title: '等待审核的方案' });
      expect((await getItem(t.ctx(), id))?.status).toBe('reviewing');
      expect(await publicPages(id)).toEqual([]);
      expect((await listItems(t.ctx(), KINDS.scheme, {})).list.map((card) => card.id)).not.toContain(id);
      expect((await own(id)).body.data.status).toBe('reviewing');
      const queue = await t.call<{ list: ReviewRow[] }>('GET', '/scheme/review/list', { token: reviewer.token });
      expect(queue.body.data.list.find((row) => row.id === id)).toMatchObject({ title: '等待审核的方案', pages: 4, price: 19.9 });
      const pages = await t.call<unknown[]>('GET', '/scheme/review/pages', { token: reviewer.token, query: { id } });
      expect(pages.body.data).toHaveLength(4);
      expect((await decide({ id, decision: 'approve' })).body.code).toBe(0);
      expect((await getItem(t.ctx(), id))?.status).toBe('published');
      expect(await publicPages(id)).toEqual([1, 2]);
    });
  });

  it('gives back with a reason, which the publisher reads and answers by submitting again', async () => {
    await hold(async () => {
      const { id, form, draft_key } = await publish({ title: '会被退回的方案' });
      expect((await decide({ id, decision: 'reject' })).body.fields).toEqual({ reason: '请填写未通过的原因' });
      expect((await decide({ id, decision: 'reject', reason: '第 3 页含联系方式' })).body.code).toBe(0);
      const row = (await mine('rejected')).body.data.list.find((candidate) => candidate.id === id);
      expect(row?.reject_reason).toBe('第 3 页含联系方式');
      const { body } = await put({ ...form, id, draft_key });
      expect(body.data.status).toBe('reviewing');
      expect((await getItem(t.ctx(), id))?.reject_reason).toBe('');
    });
  });

  it('lets one of two reviewers win and writes one audit row', async () => {
    await hold(async () => {
      const { id } = await publish();
      const second = await makePerson(t, { roles: ['reviewer'] });
      const answers = await Promise.all([
        decide({ id, decision: 'approve' }),
        decide({ id, decision: 'reject', reason: '重复' }, second.token),
        decide({ id, decision: 'approve' }, second.token),
      ]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
      const rows = await t.app.db
        .select()
        .from(audit_log)
        .where(eq(audit_log.subject, `item:${id}`));
      expect(rows).toHaveLength(1);
    });
  });

  it('approves what the reviewer saw, not what took its place since', async () => {
    await hold(async () => {
      const { id, form, draft_key } = await publish();
      const held = async () =>
        (await t.call<{ list: ReviewRow[] }>('GET', '/scheme/review/list', { token: reviewer.token })).body.data.list.find(
          (row) => row.id === id,
        );
      const seen_at = (await held())?.updated_at;
      t.clock.advance_ms(60_000);
      await put({ ...form, id, draft_key, file_id: await makeRenderedFile(t, publisher) });
      const stale = await decide({ id, decision: 'approve', seen_at });
      expect([stale.status, stale.body.msg]).toEqual([409, '发布者刚修改了这份作品，请重新查看后再决定']);
      expect((await getItem(t.ctx(), id))?.status).toBe('reviewing');
      expect((await decide({ id, decision: 'approve', seen_at: (await held())?.updated_at })).body.code).toBe(0);
    });
  });

  it('is closed to everybody else: code 1 and 403', async () => {
    for (const [method, path, rest] of [
      ['GET', '/scheme/review/list', {}],
      ['GET', '/scheme/review/pages', { query: { id: 1 } }],
      ['POST', '/scheme/review/decide', { body: { id: 1, decision: 'approve' } }],
    ] as const) {
      const { status, body } = await t.call(method, path, { token: publisher.token, ...rest });
      expect([status, body.code]).toEqual([403, 1]);
    }
  });

  it('looks again at a new file and at what comes back to the shelf', async () => {
    const { id, form, draft_key } = await publish();
    await hold(async () => {
      expect((await put({ ...form, id, draft_key, title: '只改了文字的方案' })).body.data.status).toBe('published');
      const file_id = await makeRenderedFile(t, publisher);
      expect((await put({ ...form, id, draft_key, file_id })).body.data.status).toBe('reviewing');
      expect(await publicPages(id)).toEqual([]);
      await decide({ id, decision: 'approve' });
      await shelve(id, 'down');
      expect((await shelve(id, 'up')).body.data.status).toBe('reviewing');
    });
  });
});
