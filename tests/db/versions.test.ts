import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import type { ItemForm } from '#contract/publish.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { grantAccess, revokeAccess } from '#server/modules/access/index.ts';
import { grantDownload } from '#server/modules/downloads/index.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import {
  decideWork,
  dropUnboughtVersions,
  getOwnItem,
  reviewedWorks,
  saveDraft,
  submitItem,
  takeDown,
  tellVersions,
} from '#server/modules/publishing/index.ts';
import { file_pages, files } from '#server/modules/publishing/tables.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { itemScreen } from '#server/views/item-screen.ts';
import { library, libraryChanges } from '#server/views/library.ts';
import { testApp } from '../support/app.ts';
import { makePdf } from '../support/documents.ts';
import { makePerson, type Person } from '../support/item-world.ts';
import { publishSample, storePhotographs } from '../support/picture-works.ts';
import { makeForm, makeRenderedFile, storeFile } from '../support/publishing.ts';

const KIND = KINDS.scheme;

const t = testApp();
let publisher: Person;
let reviewer: Person;
beforeAll(async () => {
  publisher = await makePerson(t);
  reviewer = await makePerson(t, { roles: ['reviewer'] });
});

let drafts = 0;
const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const submit = async (change: Partial<ItemForm>, id?: number) => {
  const form = await makeForm(t, change);
  return submitItem(as(publisher), { kind: KIND, draft_key: `version-${++drafts}`, form, ...(id === undefined ? {} : { id }) });
};
const give = (person: Person, item_id: number, source: 'purchase' | 'voucher' | 'staff' = 'purchase', ends_ms = 0) =>
  inTransaction(t.ctx(), (tx) => {
    const ends = ends_ms > 0 ? { expires_at: new Date(t.clock.now().getTime() + ends_ms) } : {};
    return grantAccess(tx, { user_id: person.id, item_id, source, source_id: null, ...ends });
  });
const told = async (person: Person) =>
  (await noticesOf(as(person), { only_unread: true, page: 1, limit: 20 })).list.filter(({ title }) => title.includes('有新版本'));
/** As pages that were drawn have them: one letter each. */
const mark = async (file_id: number, marks: string) => {
  for (const [at, letter] of [...marks].entries())
    await t.app.db
      .update(file_pages)
      .set({ mark: letter })
      .where(eq(file_pages.key, (await pages(file_id))[at]?.key ?? ''));
};
const pages = (file_id: number) => t.app.db.select().from(file_pages).where(eq(file_pages.file_id, file_id)).orderBy(file_pages.page_no);

it('T15 a file that changes wants to be said in a sentence without contact details; the same bytes again do not', async () => {
  const [v1, v2] = [await makeRenderedFile(t, publisher), await makeRenderedFile(t, publisher, 6)];
  const { id } = await submit({ file_id: v1, change_note: '' });
  await expect(submit({ file_id: v2, change_note: ' \n ' }, id)).rejects.toMatchObject({
    fields: { change_note: '请写明这次更新了什么，买过的人会看到' },
  });
  await expect(submit({ file_id: v2, change_note: '加我微信 wx_cemao2026 看新版' }, id)).rejects.toMatchObject({
    fields: { change_note: expect.stringContaining('微信') },
  });
  // only words change
  await submit({ file_id: v1, title: '2026 星光年会整案（新）', change_note: '' }, id);
  const same = await makeRenderedFile(t, publisher);
  const [{ sha256 = '' } = {}] = await t.app.db.select().from(files).where(eq(files.id, v1));
  await t.app.db.update(files).set({ sha256 }).where(eq(files.id, same));
  await submit({ file_id: same, change_note: '' }, id);
  expect(await tellVersions(t.ctx())).toBe(0);
  expect((await itemScreen(t.ctx(), KIND, id))?.change).toBeNull();

  // kept while it is typed, and gone with the version that it was said of
  const typed = { kind: KIND, id, draft_key: 'version-typed', form: await makeForm(t, { file_id: v2, change_note: '补充预算表' }) };
  await saveDraft(as(publisher), typed);
  expect(await getOwnItem(as(publisher), KIND, id)).toMatchObject({ sold: [same], form: { change_note: '补充预算表' } });
  await submitItem(as(publisher), typed);
  expect(await getOwnItem(as(publisher), KIND, id)).toMatchObject({ sold: [v2], form: { change_note: '' } });
  expect((await itemScreen(t.ctx(), KIND, id))?.change).toMatchObject({ note: '补充预算表', pages: 6, pages_before: 4 });
});

it('T15 who has the work for good gets one message a version once it is on sale; who lost the right or came later none', async () => {
  const { id } = await submit({ file_id: await makeRenderedFile(t, publisher) });
  const holders = await Promise.all([makePerson(t), makePerson(t), makePerson(t)]);
  const [bought, redeemed, given] = holders as [Person, Person, Person];
  const [refunded, for_a_day, late] = [await makePerson(t), await makePerson(t), await makePerson(t)];
  await give(bought, id);
  await give(redeemed, id, 'voucher');
  await give(given, id, 'staff');
  await give(given, id, 'voucher');
  await give(refunded, id);
  await give(for_a_day, id, 'voucher', 86_400_000);
  await inTransaction(t.ctx(), (tx) => revokeAccess(tx, { user_id: refunded.id, item_id: id, source: 'purchase', source_id: null }));
  t.clock.advance_ms(60_000);
  await inTransaction(t.ctx(), (tx) => setSetting(tx, 'work_review', 'hold'));
  const v2 = await makeRenderedFile(t, publisher, 5);
  expect((await submit({ file_id: v2, change_note: '换了流程图' }, id)).status).toBe('reviewing');
  // staff see what changes; nobody else does
  expect((await reviewedWorks(t.ctx(), [id])).get(id)?.work?.change).toBe('换了流程图（新增 1 页）');
  expect(await tellVersions(t.ctx())).toBe(0);
  expect((await library(as(bought), { q: '', kind: '', page: 1, limit: 5 })).list[0]?.versions).toEqual([]);
  await expect(libraryChanges(as(bought), id)).rejects.toMatchObject({ status: 404 });
  await decideWork(as(reviewer), { id, action: 'approve', reason: '' });
  await inTransaction(t.ctx(), (tx) => setSetting(tx, 'work_review', 'auto'));
  t.clock.advance_ms(60_000);
  await give(late, id);
  expect((await reviewedWorks(t.ctx(), [id])).get(id)?.work?.change).toBe('');

  // a batch of one at a time, and two workers at once
  const sent = await Promise.all([tellVersions(t.ctx(), undefined, 1), tellVersions(t.ctx(), undefined, 2)]);
  expect(sent[0] + sent[1]).toBe(3);
  expect(await tellVersions(t.ctx())).toBe(0);
  for (const person of holders) {
    expect(await told(person)).toMatchObject([{ title: '您的方案有新版本', content: '《2026 星光年会整案》更新：换了流程图' }]);
  }
  for (const person of [refunded, for_a_day, late, publisher]) expect(await told(person)).toEqual([]);
  const [row] = (await library(as(bought), { q: '', kind: '', page: 1, limit: 5 })).list;
  expect(row?.versions).toMatchObject([
    { version: 1, note: '', pages: 4 },
    { version: 2, note: '换了流程图', pages: 5, is_newest: true },
  ]);
  for (const version of [1, 2]) expect((await grantDownload(as(bought), { item_id: id, version, once_a_day: true })).status).toBe(1);
  for (const person of [refunded, for_a_day, late]) await expect(libraryChanges(as(person), id)).rejects.toMatchObject({ status: 404 });
});

it('T15 a version that left the site again before anybody was told is not announced', async () => {
  const { id } = await submit({ file_id: await makeRenderedFile(t, publisher) });
  const buyer = await makePerson(t);
  await give(buyer, id);
  t.clock.advance_ms(60_000);
  await submit({ file_id: await makeRenderedFile(t, publisher) }, id);
  await takeDown(as(publisher), id);
  expect(await tellVersions(t.ctx())).toBe(0);
  expect(await told(buyer)).toEqual([]);
});

it('T15 two versions differ in pages that are new, changed, gone or moved, by what was drawn or, without marks, by their texts', async () => {
  const [v1, v2] = [await makeRenderedFile(t, publisher, 5), await makeRenderedFile(t, publisher, 6)];
  await mark(v1, 'abcde');
  await mark(v2, 'cXabdY');
  const { id } = await submit({ file_id: v1 });
  const buyer = await makePerson(t);
  await give(buyer, id);
  t.clock.advance_ms(60_000);
  await submit({ file_id: v2, change_note: '调整了顺序' }, id);
  const { list, total, versions, unit } = await libraryChanges(as(buyer), id);
  expect(versions.map(({ pages }) => pages)).toEqual([5, 6]);
  expect([total, unit]).toEqual([3, '页']);
  expect(list.map(({ type, before, after }) => [type, before?.page_no ?? 0, after?.page_no ?? 0])).toEqual([
    ['moved', 3, 1],
    ['new', 0, 2],
    ['changed', 5, 6],
  ]);
  const src = list[0]?.after?.thumb.src ?? '';
  expect(src).toMatch(/^\/gateway\/scheme\/schemev2\/picture\?/);

  await t.app.db.update(file_pages).set({ mark: '' }).where(eq(file_pages.file_id, v1));
  expect((await libraryChanges(as(buyer), id)).list).toMatchObject([{ type: 'new', before: null, after: { page_no: 6 } }]);
  // what was bought stays beside the newest, however long
  t.clock.advance_ms(86_400_000);
  await dropUnboughtVersions(t.ctx());
  expect((await libraryChanges(as(buyer), id)).versions).toHaveLength(2);
});

it('T15 pages that are drawn of different files are the same where they look the same', async () => {
  const [before, after] = [await makePdf({ pages: 3 }), await makePdf({ pages: 4 })];
  const { id } = await submit({ file_id: await storeFile(t, publisher, before) });
  const buyer = await makePerson(t);
  await give(buyer, id);
  t.clock.advance_ms(60_000);
  await submit({ file_id: await storeFile(t, publisher, after) }, id);
  expect((await libraryChanges(as(buyer), id)).list.map(({ type, after }) => [type, after?.page_no])).toEqual([['new', 4]]);
  expect((await pages(await storeFile(t, publisher, after)))[0]?.mark).toMatch(/^[\w-]{22}$/);
});

it('T15 pictures are compared one by one', async () => {
  const [red = 0, green = 0, blue = 0, fresh = 0] = await storePhotographs(t, publisher, ['red', 'green', 'blue', 'yellow']);
  const { id = 0, form } = await publishSample(t, publisher, { pictures: [red, green, blue] });
  const buyer = await makePerson(t);
  await give(buyer, id);
  t.clock.advance_ms(60_000);
  const changed = { ...form, pictures: [red, fresh, blue], change_note: '换了第二张' };
  await submitItem(as(publisher), { kind: KINDS.sample, id, draft_key: 'version-pictures', form: changed });
  expect(await libraryChanges(as(buyer), id)).toMatchObject({
    unit: '张',
    total: 1,
    list: [{ type: 'changed', before: { page_no: 2 }, after: { page_no: 2 } }],
  });
  await tellVersions(t.ctx());
  expect(await told(buyer)).toMatchObject([{ title: `您的${KINDS.sample.noun}有新版本` }]);
});
