import { beforeAll, describe, expect, it } from 'vitest';
import { KINDS, type KindFacts, type PublishCalls } from '#contract/kinds.ts';
import { pictureFile } from '#contract/picture.ts';
import { EMPTY_FORM, type ItemForm, type OwnItem, type PublishedList, type PublishOptions, type SavedItem } from '#contract/publish.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { publishEndpoints } from '#server/areas/publishing/routes.ts';
import { createGateway } from '#server/http/gateway.ts';
import { ensureTerm, getItem, installDefaultTerms, kindStore, kindTerms, registerKind } from '#server/modules/catalog/index.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/item-world.ts';
import { makeForm, makeRenderedFile } from '../support/publishing.ts';

const PPT = KINDS.ppt.calls.publish;
const SCHEME = KINDS.scheme.calls.publish;

const t = testApp();
let publisher: Person;
let other: Person;
beforeAll(async () => {
  [publisher, other] = await Promise.all([makePerson(t), makePerson(t)]);
  await inTransaction(t.ctx(), (tx) => installDefaultTerms(tx));
});

let drafts = 0;
const draftKey = () => `kinds-key-${++drafts}`;
const token = () => publisher.token;

async function formOf(kind: KindFacts, change: Partial<ItemForm> = {}, owner = publisher): Promise<ItemForm> {
  const { categories } = await kindTerms(t.ctx(), kind);
  const category_id = categories[0]?.id ?? null;
  const file_id = await makeRenderedFile(t, owner);
  return { ...EMPTY_FORM, title: '国潮风年会提案模板', category_id, price: '29', free_pages: 2, file_id, ...change };
}

async function publish(kind: KindFacts, calls: PublishCalls, change: Partial<ItemForm> = {}) {
  const form = await formOf(kind, change);
  const draft_key = draftKey();
  const { body } = await t.call<SavedItem>('POST', calls.form, { token: token(), body: { ...form, draft_key } });
  expect(body).toMatchObject({ code: 0, data: { status: 'published' } });
  return { id: body.data.id, form, draft_key };
}

const own = (calls: PublishCalls, id: number, as = publisher) => t.call<OwnItem>('GET', calls.form, { token: as.token, query: { id } });
const mine = (query: Record<string, string> = {}, path = '/user/publish/mine') =>
  t.call<PublishedList>('GET', path, { token: token(), query: { limit: 50, ...query } });

describe('a PPT template', () => {
  it('K-114 offers its own choices and is published with them by its own calls', async () => {
    const options = (await t.call<PublishOptions>('GET', PPT.options)).body.data;
    expect(Object.keys(options.facets)).toEqual(['style', 'scene', 'industry', 'activity']);
    const terms = { style: options.facets['style']?.[2]?.id ?? 0, scene: options.facets['scene']?.[0]?.id ?? 0 };
    const { id } = await publish(KINDS.ppt, PPT, { terms });
    expect(await getItem(t.ctx(), id)).toMatchObject({
      kind: KINDS.ppt.code,
      status: 'published',
      term_ids: Object.values(terms),
      page_count: 4,
    });
    expect((await own(PPT, id)).body.data).toMatchObject({ form: { terms }, was_published: true, changed: false });
  });

  it('is not there for the calls of schemes, nor a scheme for its own', async () => {
    const ppt = await publish(KINDS.ppt, PPT);
    const scheme = await publish(KINDS.scheme, SCHEME);
    for (const [calls, id] of [
      [SCHEME, ppt.id],
      [PPT, scheme.id],
    ] as const) {
      const answers = [
        await own(calls, id),
        await t.call('PUT', calls.form, { token: token(), body: { title: 'x', id, draft_key: draftKey(), action: 'draft' } }),
        await t.call('PUT', calls.shelf, { token: token(), body: { id, action: 'down' } }),
        await t.call('DELETE', calls.draft, { token: token(), query: { id } }),
        await t.call('DELETE', calls.change, { token: token(), query: { id } }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    }
  });

  it('is told of in its own words', async () => {
    const { body } = await t.call('POST', PPT.form, { token: token(), body: { title: '没有文件的模板', draft_key: draftKey() } });
    expect(body.msg).toBe('请上传PPT模板文件');
    const { id } = await publish(KINDS.ppt, PPT);
    expect((await own(PPT, id, other)).body.msg).toBe('PPT模板不存在');
    expect((await t.call('DELETE', PPT.draft, { token: token(), query: { id } })).body.msg).toBe('发布过的PPT模板不能删除，可以下架');
  });

  it('goes off the shelf and back by its own call', async () => {
    const { id } = await publish(KINDS.ppt, PPT);
    const shelve = (action: string) => t.call<{ status: string }>('PUT', PPT.shelf, { token: token(), body: { id, action } });
    expect((await shelve('down')).body.data.status).toBe('taken_down');
    expect((await shelve('up')).body.data.status).toBe('published');
  });
});

it('P-020 我的发布 shows works of every kind, and one kind when it is asked for', async () => {
  const ppt = await publish(KINDS.ppt, PPT);
  const scheme = await publish(KINDS.scheme, SCHEME);
  const ids = async (query: Record<string, string>, path?: string) => (await mine(query, path)).body.data.list.map(({ id }) => id);
  expect(await ids({})).toEqual(expect.arrayContaining([ppt.id, scheme.id]));
  expect(await ids({ kind: 'ppt' })).toContain(ppt.id);
  expect(await ids({ kind: 'ppt' })).not.toContain(scheme.id);
  expect(await ids({}, SCHEME.mine)).not.toContain(ppt.id);
  expect(await ids({}, PPT.mine)).not.toContain(scheme.id);
  expect((await mine({ kind: 'nothing' })).body.fields).toEqual({ kind: '没有这类作品' });
});

it('a kind that nobody knew before is published, edited and taken down by calls made of its facts', async () => {
  const BADGE: KindFacts = { ...KINDS.scheme, code: 91, key: 'badge', noun: '徽章', types: {}, formats: ['pdf'], facets: KINDS.ppt.facets };
  const calls: PublishCalls = {
    ...{ form: '/badge', options: '/badge/options', change: '/badge/change' },
    ...{ draft: '/badge', shelf: '/badge/shelf', mine: '/badge/mine' },
  };
  const takeAway = registerKind(kindStore({ facts: BADGE }));
  const gateway = createGateway(t.app, publishEndpoints(BADGE, calls));
  const call = async <T>(method: string, path: string, body?: object): Promise<{ code: number; msg: string; data: T }> => {
    const headers = { platform: '4', token: other.token, 'content-type': 'application/json' };
    const answer = await gateway.request(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    return answer.json();
  };
  try {
    const category_id = await inTransaction(t.ctx(), (tx) => ensureTerm(tx, BADGE, { facet: 'category', parent_id: null, name: '奖章' }));
    const style = await inTransaction(t.ctx(), (tx) => ensureTerm(tx, BADGE, { facet: 'style', parent_id: null, name: '烫金' }));
    expect((await call<PublishOptions>('GET', calls.options)).data.facets['style']).toMatchObject([{ id: style, name: '烫金' }]);
    const form = await formOf(BADGE, { category_id, terms: { style } }, other);
    const draft_key = draftKey();
    const { data } = await call<SavedItem>('POST', calls.form, { ...form, draft_key });
    expect(data.status).toBe('published');
    expect(await getItem(t.ctx(), data.id)).toMatchObject({ kind: 91, term_ids: [style] });
    await call('PUT', calls.form, { ...form, id: data.id, draft_key, title: '改过名字的徽章' });
    expect((await getItem(t.ctx(), data.id))?.title).toBe('改过名字的徽章');
    expect((await call<PublishedList>('GET', calls.mine)).data.list).toMatchObject([{ id: data.id, kind: 'badge' }]);
    expect((await call<{ status: string }>('PUT', calls.shelf, { id: data.id, action: 'down' })).data.status).toBe('taken_down');
    const pptx = await makeRenderedFile(t, other, 2, 'pptx');
    const refused = await call('POST', calls.form, { ...form, file_id: pptx, draft_key: draftKey() });
    expect(refused.msg).toBe('请上传 PDF 文件');
  } finally {
    takeAway();
  }
});

describe('a change of what is on the site', () => {
  it('is known as such and can be discarded: the form goes back to what readers see', async () => {
    const { id, form, draft_key } = await publish(KINDS.ppt, PPT, { cover_page: 3, tags: ['国潮', '年会'], price: '１９．９元' });
    expect((await own(PPT, id)).body.data).toMatchObject({ changed: false, form: { price: '19.9', cover_page: 3 } });
    const next = await makeRenderedFile(t, publisher);
    const change = { ...form, id, draft_key, title: '还没想好的标题', price: '99', file_id: next, cover_page: 1, action: 'draft' };
    await t.call('PUT', PPT.form, { token: token(), body: change });
    expect((await own(PPT, id)).body.data).toMatchObject({ changed: true, form: { title: '还没想好的标题', file_id: next } });
    const { body } = await t.call<OwnItem>('DELETE', PPT.change, { token: token(), query: { id } });
    const public_form = {
      title: form.title,
      price: '19.90',
      file_id: form.file_id,
      cover_page: 3,
      cover_file_id: null,
      tags: ['国潮', '年会'],
    };
    expect(body.data).toMatchObject({ changed: false, status: 'published', form: public_form });
    // submitting what it went back to changes nothing
    await t.call('PUT', PPT.form, { token: token(), body: { ...body.data.form, id, draft_key } });
    const item = await getItem(t.ctx(), id);
    expect(item).toMatchObject({ title: form.title, price_fen: 1990, file_id: form.file_id, status: 'published' });
    expect(await t.app.providers.storage.statPublic(pictureFile(item?.cover_key ?? '', 640))).not.toBeNull();
  });

  it('is its publisher’s, and nothing of what was never on the site', async () => {
    const { id } = await publish(KINDS.scheme, SCHEME);
    const discard = (of: number, as = publisher) => t.call('DELETE', SCHEME.change, { token: as.token, query: { id: of } });
    expect((await discard(id, other)).status).toBe(404);
    const draft = await t.call<SavedItem>('POST', SCHEME.form, {
      token: token(),
      body: { title: '草稿', draft_key: draftKey(), action: 'draft' },
    });
    expect([(await discard(draft.body.data.id)).status, (await own(SCHEME, draft.body.data.id)).body.data.form.title]).toEqual([
      409,
      '草稿',
    ]);
  });
});

it('a draft shows the page that would be its cover', async () => {
  const form = await makeForm(t, { file_id: await makeRenderedFile(t, publisher), cover_page: 2, title: '带封面的草稿' });
  const { body } = await t.call<SavedItem>('POST', SCHEME.form, {
    token: token(),
    body: { ...form, draft_key: draftKey(), action: 'draft' },
  });
  const row = (await mine({ tab: 'draft' })).body.data.list.find(({ id }) => id === body.data.id);
  const url = new URL(row?.cover_src ?? '', 'http://x');
  const picture = await t.call('GET', url.pathname.replace('/gateway', ''), { query: Object.fromEntries(url.searchParams) }).catch(String);
  // the answer is the picture, whose text is no JSON
  expect(String(picture)).toContain('page 2');
});

it('a tag that is too long stays as typed and is named', async () => {
  const long = '一二三四五六七八九十一二三';
  const form = await makeForm(t, { file_id: await makeRenderedFile(t, publisher), tags: ['年会', long] });
  const { body } = await t.call<SavedItem>('POST', SCHEME.form, { token: token(), body: { ...form, draft_key: draftKey() } });
  expect(body.fields).toEqual({ tags: `标签最多 12 个字，“${long}”太长了` });
});

it('an upload is for a document, by whichever word', async () => {
  const sign = (type: string) =>
    t.call<{ dir: string }>('POST', '/api/oss/signature_new', { token: token(), body: { type, save_name: 'a.pdf', size: 10 } });
  for (const word of ['document', 'scheme']) expect((await sign(word)).body.data.dir).toBe('document/');
  expect((await sign('cover')).body.data.dir).toBe('cover/');
  expect((await sign('other')).body.code).toBe(1);
});
