import { eq } from 'drizzle-orm';
import { beforeAll, expect, it, vi } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { TERM_CALL, type TermForm } from '#contract/term.ts';
import { type Actor, inTransaction } from '#server/app/ctx.ts';
import { tagsOf } from '#server/http/cache-tags.ts';
import { pageCacheOf } from '#server/http/page-cache.ts';
import { installDefaultTerms, kindTerms, removeTerm } from '#server/modules/catalog/index.ts';
import { announceCarriers, RENAMED_JOB } from '#server/modules/catalog/terms/edit-terms.ts';
import { submitItem } from '#server/modules/publishing/index.ts';
import { findItems } from '#server/modules/search/index.ts';
import { audit_log } from '#server/outbox/tables.ts';
import { homeView } from '#server/views/home.ts';
import { itemListView } from '#server/views/item-list.ts';
import { type ItemScreen, itemScreen } from '#server/views/item-screen.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePublisher, settleOutbox } from '../support/catalog.ts';
import { makePerson, type Person } from '../support/people.ts';
import { makeForm, makeRenderedFile } from '../support/publishing.ts';

const { scheme, job } = KINDS;

const t = testApp();
let operator: Person;
let reviewer: Person;
let publisher_id: number;
beforeAll(async () => {
  operator = await makePerson(t, { roles: ['operator'] });
  reviewer = await makePerson(t, { roles: ['reviewer'] });
  publisher_id = await makePublisher(t.ctx());
  await inTransaction(t.ctx(), installDefaultTerms);
  await settleOutbox(t.ctx());
});

const actor = (person: Person): Actor => ({
  kind: 'user',
  user_id: person.id,
  token_id: 0,
  roles: person === operator ? ['operator'] : ['reviewer'],
  address: '',
});
const save = (body: Partial<TermForm>, { token } = operator) => t.call<{ id: number }>('POST', TERM_CALL, { token, body });
const form = async (id: number) => (await t.call<TermForm>('GET', TERM_CALL, { token: operator.token, query: { id } })).body.data;
const remove = (id: number, person = operator) => inTransaction(t.ctx(actor(person)), (tx) => removeTerm(tx, id, '不再使用'));
const rows = async (query: string) => {
  const { body } = await t.call<{ rows: Array<{ id: string; cells: Record<string, unknown> }> }>('GET', '/admin/list/page', {
    token: operator.token,
    query: { list: 'terms', query },
  });
  return body.data.rows;
};
async function made(body: Partial<TermForm>): Promise<number> {
  const { body: answer } = await save(body);
  expect(answer).toMatchObject({ code: 0 });
  return answer.data.id;
}
const named = async (kind: typeof scheme | typeof job, facet: string, name: string) => {
  const { categories, facets } = await kindTerms(t.ctx(), kind);
  return (facet === 'category' ? categories : (facets[facet] ?? [])).find((term) => term.name === name)?.id ?? 0;
};

it('staff add a category, one below it and a choice of a facet: lists offer them', async () => {
  const top = await made({ place: 'scheme.category', name: '研学旅行', sort: 90 });
  const child = await made({ place: 'scheme.category', parent_id: top, name: '亲子研学', sort: 3 });
  const industry = await made({ place: 'scheme.industry', name: '航空航天', sort: 99 });
  expect(await form(child)).toEqual({ id: child, place: 'scheme.category', parent_id: top, name: '亲子研学', sort: 3 });
  const { categories, facets } = await kindTerms(t.ctx(), scheme);
  expect(categories.at(-1)).toMatchObject({ id: top, children: [{ id: child, name: '亲子研学' }] });
  expect(facets['industry']?.at(-1)).toMatchObject({ id: industry, name: '航空航天' });
  const audit = await t.app.db
    .select()
    .from(audit_log)
    .where(eq(audit_log.subject, `term:${top}`));
  expect(audit).toMatchObject([{ action: 'term.save', actor_id: operator.id, detail: { place: 'scheme.category', name: '研学旅行' } }]);
});

it('the list of staff shows them in the order of pages, by kind, by facet, by name, and no tags', async () => {
  await makeItem(t.ctx(), { publisher_id, title: '带标签', tags: ['研学'] });
  expect((await rows('kind=scheme&facet=category')).slice(0, 2).map(({ cells }) => cells)).toMatchObject([
    { name: '年会庆典', kind: '方案', facet: '分类', parent: '' },
    { name: '企业年会', parent: '年会庆典' },
  ]);
  expect((await rows('q=研学')).map(({ cells }) => cells['name'])).toEqual([
    '亲子研学',
    '研学旅行',
    ...['亲子研学', '亲子研学', '亲子研学'],
  ]);
  const areas = await rows('kind=job&facet=area');
  expect(areas[0]?.cells).toMatchObject({ name: '远程', kind: '招聘', facet: '地区' });
  // labels of demands have a screen of their own
  expect((await rows('facet=category')).some(({ cells }) => cells['kind'] === '需求')).toBe(false);
});

it('a new name stands in the list’s filter, on the pages of works and in the search, after the kept ones went', async () => {
  const id = await named(scheme, 'category', '团建拓展');
  const work = await makeItem(t.ctx(), { publisher_id, title: '两天一夜', category_id: id });
  await makeItem(t.ctx(), { publisher_id, title: '别的' });
  await settleOutbox(t.ctx());
  const cache = pageCacheOf(t.app);
  const pages = {
    list: async () => tagsOf.list(scheme, await itemListView(t.ctx(), scheme, {})),
    filtered: async () => tagsOf.list(scheme, await itemListView(t.ctx(), scheme, { cid: await named(scheme, 'category', '发布会') })),
    home: async () => tagsOf.home(await homeView(t.ctx())),
    item: async () => tagsOf.item((await itemScreen(t.ctx(), scheme, work)) as ItemScreen),
  };
  for (const [key, tags] of Object.entries(pages)) {
    const policy = { max_age_s: 3_600, swr_s: 0, tags: await tags() };
    await cache.fill(key, async () => ({ status: 200, headers: [], body: Buffer.from(key), policy }));
  }
  const kept = () => Object.keys(pages).filter((key) => cache.find(key) !== null);
  expect(kept()).toHaveLength(4);
  expect((await findItems(t.ctx(), scheme, { keyword: '鲸落团队' })).answer).toBe('category');
  expect(await save({ ...(await form(id)), name: '鲸落团队' })).toMatchObject({ status: 200 });
  const sent = vi.spyOn(t.app.jobs, 'send');
  await settleOutbox(t.ctx());
  expect(kept()).toEqual(['item']);
  // the works follow by a job
  expect(sent).toHaveBeenCalledWith(RENAMED_JOB, { term_id: id }, expect.anything());
  sent.mockRestore();
  expect(await announceCarriers(t.ctx(), id)).toBe(1);
  await settleOutbox(t.ctx());
  expect(kept()).toEqual([]);
  const { terms } = await itemListView(t.ctx(), scheme, {});
  expect(terms.categories.find((term) => term.id === id)?.name).toBe('鲸落团队');
  const detail = await t.call<{ category_two: Array<{ name: string }> }>('GET', scheme.calls.detail.path, { query: { id: work } });
  expect(detail.body.data.category_two[0]?.name).toBe('鲸落团队');
  const found = await findItems(t.ctx(), scheme, { keyword: '鲸落团队' });
  expect([found.answer, found.list[0]?.id]).toEqual(['all', work]);
  // the next start of a process brings nothing back
  await inTransaction(t.ctx(), installDefaultTerms);
  expect(await named(scheme, 'category', '团建拓展')).toBe(0);
});

it('their order is the operator’s, also after the next start', async () => {
  const id = await named(scheme, 'industry', '科技制造');
  await save({ ...(await form(id)), sort: 0 });
  const first = await named(scheme, 'industry', '互联网');
  await save({ ...(await form(first)), sort: 50 });
  await inTransaction(t.ctx(), installDefaultTerms);
  const names = (await kindTerms(t.ctx(), scheme)).facets['industry']?.map(({ name }) => name) ?? [];
  expect([names[0], names.at(-2)]).toEqual(['科技制造', '互联网']);
});

it('refuses names that are taken, empty or too long, and another place', async () => {
  const id = await named(scheme, 'category', '发布会');
  const wrong = async (body: Partial<TermForm>) => (await save(body)).body;
  expect(await wrong({ place: 'scheme.category', name: ' 年会庆典 ' })).toMatchObject({
    code: 1,
    fields: { name: '已有名为“年会庆典”的选项' },
  });
  expect(await wrong({ ...(await form(id)), name: '年会庆典' })).toMatchObject({ fields: { name: '已有名为“年会庆典”的选项' } });
  // elsewhere it is another one
  expect(await wrong({ place: 'scheme.category', parent_id: id, name: '年会庆典' })).toMatchObject({ code: 0 });
  expect(await wrong({ place: 'scheme.category', name: '  ' })).toMatchObject({ code: 1, fields: { name: expect.any(String) } });
  expect(await wrong({ place: 'scheme.category', name: '长'.repeat(21) })).toMatchObject({ fields: { name: '名称最多 20 个字' } });
  expect(await wrong({ place: 'scheme.tag', name: '标签' })).toMatchObject({ fields: { place: '请选择类型与筛选项' } });
  expect(await wrong({ place: 'demand.category', name: '标签' })).toMatchObject({ fields: { place: '请选择类型与筛选项' } });
  expect(await wrong({ place: 'scheme.industry', parent_id: id, name: '新' })).toMatchObject({ fields: { parent_id: expect.any(String) } });
  expect(await wrong({ place: 'ppt.category', parent_id: id, name: '新' })).toMatchObject({
    fields: { parent_id: '请选择PPT模板的一级分类' },
  });
  expect(await wrong({ ...(await form(id)), place: 'ppt.category' })).toMatchObject({ fields: { place: expect.any(String) } });
  expect(await wrong({ ...(await form(id)), parent_id: id })).toMatchObject({ fields: { parent_id: expect.any(String) } });
  expect(await save({ id: 9_999_999, place: 'scheme.category', name: '新' })).toMatchObject({ status: 404 });
  const remote = await named(job, 'area', '远程');
  expect(await wrong({ ...(await form(remote)), name: '居家' })).toMatchObject({ fields: { name: '“远程”是网站用到的名称，不能修改' } });
  await expect(remove(remote)).rejects.toMatchObject({ status: 409 });
});

it('takes away what nothing uses, and says how much uses the rest', async () => {
  const top = await made({ place: 'ppt.category', name: '要删的', sort: 90 });
  const child = await made({ place: 'ppt.category', parent_id: top, name: '下面的' });
  await expect(remove(top)).rejects.toMatchObject({ status: 409, message: '“要删的”下还有 1 个二级分类，请先删除它们' });
  const style = await made({ place: 'ppt.style', name: '像素' });
  await makeItem(t.ctx(), { kind: KINDS.ppt, publisher_id, title: '甲', category_id: top, category_sub_id: child, term_ids: [style] });
  await makeItem(t.ctx(), { kind: KINDS.ppt, publisher_id, title: '乙', category_id: top, category_sub_id: child, status: 'draft' });
  await expect(remove(child)).rejects.toMatchObject({ status: 409, data: { works: 2 } });
  await expect(remove(style)).rejects.toMatchObject({ status: 409, message: '“像素”还有 1 个作品在用（含草稿与已下架），不能删除' });
  const unused = await made({ place: 'ppt.style', name: '没人用' });
  await remove(unused);
  expect((await rows('q=没人用')).length).toBe(0);
  await expect(remove(unused)).rejects.toMatchObject({ status: 404 });
  const audit = await t.app.db.select().from(audit_log).where(eq(audit_log.action, 'term.remove'));
  expect(audit).toMatchObject([{ subject: `term:${unused}`, detail: { name: '没人用', reason: '不再使用' } }]);
});

it('a work that is submitted while its category is being taken away is asked for another one', async () => {
  const writer = await makePerson(t);
  const id = await made({ place: 'scheme.category', name: '正在删的', sort: 95 });
  const file_id = await makeRenderedFile(t, writer);
  const form = { ...(await makeForm(t, { file_id })), category_id: id, category_id_sub: null };
  const decided = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<void>();
  const removal = inTransaction(t.ctx(actor(operator)), async (tx) => {
    await removeTerm(tx, id, '不再使用');
    taken.resolve();
    await decided.promise;
  });
  await taken.promise;
  const submit = submitItem(t.ctx(writer.actor), { kind: scheme, draft_key: 'while-removed', form }).catch((error: unknown) => error);
  await Promise.race([submit, new Promise((resolve) => setTimeout(resolve, 1_500))]);
  decided.resolve();
  await removal;
  expect(await submit).toMatchObject({ fields: { category_id: '所选的分类刚被删除，请重新选择' } });
});

it('is for those who hold the verb', async () => {
  const id = await named(scheme, 'category', '发布会');
  expect(await save({ place: 'scheme.category', name: '新的' }, reviewer)).toMatchObject({ status: 403 });
  expect(await t.call('GET', TERM_CALL, { token: reviewer.token, query: { id } })).toMatchObject({ status: 403 });
  await expect(remove(id, reviewer)).rejects.toMatchObject({ status: 403 });
});
