import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_CALLS } from '#contract/admin.ts';
import type { ItemCard, ItemDetail, RelatedItem } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';
import { EMPTY_FORM, type ItemForm, type OwnItem, type PublishedList, type SavedItem } from '#contract/publish.ts';
import { EMPTY_SHOP_FORM, type OwnShop, RISK_TIPS, SHOP_LABELS, type ShopCard, type ShopForm, type ShopInfo } from '#contract/shop.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { getItem, installDefaultTerms, kindTerms } from '#server/modules/catalog/index.ts';
import { storeOriginal } from '#server/modules/publishing/index.ts';
import { changeCertificate } from '#server/modules/shops/index.ts';
import { caseScreenAt, shopScreen } from '#server/views/shop-screens.ts';
import { testApp } from '../support/app.ts';
import { settleOutbox } from '../support/catalog.ts';
import { makeItem, makePerson, type Person } from '../support/item-world.ts';

const SUPPLIER = KINDS.supplier_case;
const RESOURCE = KINDS.resource_case;
const CALL = '/activity/activityCase';
const FORM: ShopForm = {
  ...EMPTY_SHOP_FORM,
  name: '云上舞美',
  category: 201,
  province: 33,
  city: 3301,
  introduction: '自有工厂，十年搭建。',
};

const t = testApp();
let owner: Person;
let reader: Person;
let shop_id: number;
beforeAll(async () => {
  [owner, reader] = await Promise.all([makePerson(t, { nickname: '云上老板' }), makePerson(t)]);
  await inTransaction(t.ctx(), (tx) => installDefaultTerms(tx));
});

async function upload(person: Person, purpose: 'picture' | 'cover', width: number, height: number): Promise<number> {
  const data = await sharp({ create: { width, height, channels: 3, background: '#c33' } })
    .jpeg()
    .toBuffer();
  return storeOriginal(createCtx(t.app, person.actor, 'test'), { purpose, name: '现场.jpg', data });
}

const save = (person: Person, form: Partial<ShopForm>) =>
  t.call<{ id: number }>('POST', '/resource/shop/save', { token: person.token, body: { ...FORM, ...form } });
const info = async (id: number, person?: Person) =>
  (await t.call<ShopInfo>('GET', '/resource/resource/shopInfo', { ...(person ? { token: person.token } : {}), query: { shop_id: id } }))
    .body;
const focus = (method: 'POST' | 'DELETE', person: Person) =>
  t.call('POST' === method ? 'POST' : 'DELETE', '/api/tools/focus', { token: person.token, body: { rid: shop_id, type: 1 } });
const by = <T>(person: Person | null, method: string, path: string, input: Record<string, unknown>) =>
  t.call<T>(method, path, {
    ...(person ? { token: person.token } : {}),
    ...(method === 'GET' ? { query: input as Record<string, string | number> } : { body: input }),
  });

let drafts = 0;
async function publish(kind: typeof SUPPLIER | typeof RESOURCE, change: Partial<ItemForm> = {}, person = owner): Promise<number> {
  const form = await caseForm(kind, change);
  const { body } = await by<SavedItem>(person, 'POST', kind.calls.publish.form, { ...form, draft_key: `case-key-${++drafts}` });
  expect([body.msg, body.fields]).toEqual(['ok', undefined]);
  expect(body.data.status).toBe('published');
  await settleOutbox(t.ctx());
  return body.data.id;
}

async function caseForm(kind: typeof SUPPLIER | typeof RESOURCE, change: Partial<ItemForm> = {}): Promise<ItemForm> {
  const { categories } = await kindTerms(t.ctx(), kind);
  const first = categories[0];
  const fields: ItemForm['fields'] =
    kind === SUPPLIER
      ? {
          custom_name: '山海汽车',
          site_address: '杭州国际博览中心',
          start_time: '2026-03-01',
          end_time: '2026-03-03',
          price: '12000',
          max_price: '30000',
        }
      : {};
  return {
    ...EMPTY_FORM,
    ...{
      title: '新车发布会舞美搭建',
      introduction: '三天两夜的搭建。',
      price_type: 'free',
      pictures: [await upload(owner, 'picture', 900, 600)],
      tags: ['发布会', '舞美'],
    },
    ...{ category_id: first?.id ?? null, category_id_sub: first?.children?.[0]?.id ?? null, fields },
    ...change,
  };
}

describe('a shop', () => {
  it('wants a shop before a case', async () => {
    const form = await caseForm(SUPPLIER);
    const { status, body } = await by(owner, 'POST', `${CALL}/index`, { ...form, draft_key: 'before-shop-1' });
    expect(status).toBe(409);
    expect(body.msg).toBe('请先开通店铺，再发布供应商案例');
  });

  it('P-065, P-066 is refused field by field, then opened once and changed', async () => {
    expect((await by<OwnShop | null>(owner, 'GET', '/resource/shop/mine', {})).body.data).toBeNull();
    const wrong = await save(owner, {
      name: '',
      category: 999,
      city: 1301,
      established: '1800',
      licence: '123',
      company_site: 'javascript:alert(1)',
    });
    expect(Object.keys(wrong.body.fields ?? {}).toSorted()).toEqual(['category', 'city', 'company_site', 'established', 'licence', 'name']);
    const opened = await save(owner, { mark: ['自有工厂', '自有工厂', ' 24 小时 '] });
    expect(opened.body.msg).toBe('店铺已开通');
    shop_id = opened.body.data.id;
    const changed = await save(owner, { name: '云上舞美工厂', mark: ['自有工厂'] });
    expect(changed.body).toMatchObject({ msg: '店铺资料已保存', data: { id: shop_id } });
    const own = (await by<OwnShop>(owner, 'GET', '/resource/shop/mine', {})).body.data;
    expect(own.shop).toMatchObject({
      id: shop_id,
      name: '云上舞美工厂',
      area_name: '浙江省 杭州市',
      cate: '舞美搭建 · 舞台搭建',
      mark: ['自有工厂'],
    });
    expect(own.form).toEqual({ ...FORM, name: '云上舞美工厂', mark: ['自有工厂'] });
  });

  it('is told by the specified names; without a licence readers are warned', async () => {
    expect((await info(shop_id)).data).toMatchObject({
      id: shop_id,
      is_vip: 0,
      is_gold_certification: 0,
      res_num: 0,
      case_num: 0,
      view_num: 0,
      focus_num: 0,
      create_year: 1,
      establish_year: 0,
      lable: [],
      risk_tips: RISK_TIPS,
      is_follow: 0,
      is_focus: 0,
      owner_id: owner.id,
    });
    expect((await t.call('GET', '/resource/resource/shopInfo', { query: { shop_id: 999_999 } })).status).toBe(404);
    const year = Number(t.clock.now().toISOString().slice(0, 4));
    await save(owner, { licence: '91330100ma2abcde1x', established: String(year - 5) });
    expect((await info(shop_id)).data).toMatchObject({ risk_tips: '', establish_year: 5 });
  });

  it('takes logo and cover of the right shape, of the owner alone', async () => {
    const set = (slot: string, file_id: number, person = owner) =>
      by<ShopCard>(person, 'POST', '/resource/shop/picture', { slot, file_id });
    const square = await upload(owner, 'cover', 480, 480);
    expect((await set('cover', square)).body.msg).toBe('店铺封面的比例应为 1440:480');
    expect((await set('logo', square)).body.data).toMatchObject({ logo_img: { width: 480, height: 480 } });
    expect((await set('cover', await upload(owner, 'cover', 1440, 480))).body.data.cover_img).toMatchObject({ height: 480 });
    expect((await set('logo', square, reader)).status).toBe(404);
    expect((await set('logo', await upload(reader, 'cover', 300, 300), reader)).body.msg).toBe('请先开通店铺');
  });

  it('is certified by staff alone', async () => {
    const staff = await makePerson(t, { roles: ['operator'] });
    const certify = (person: Person, labels: string[]) =>
      by(person, 'POST', '/admin/shop/certify', { shop_id, is_vip: 1, is_gold: 1, labels });
    expect((await certify(owner, [])).status).toBe(403);
    expect((await certify(staff, ['nothing'])).body.fields).toEqual({ labels: '没有这个标签' });
    expect((await certify(staff, ['quick'])).body.code).toBe(0);
    expect((await info(shop_id)).data).toMatchObject({
      is_vip: 1,
      is_gold_certification: 1,
      lable: [{ name: '响应快', icon: '/shop-labels/quick.svg' }],
    });
  });

  it('is certified in the console, for a reason, one change at a time', async () => {
    const staff = await makePerson(t, { roles: ['operator'] });
    const change = (person: Person, is_gold: boolean) =>
      inTransaction(createCtx(t.app, person.actor, 'test'), (tx) => changeCertificate(tx, shop_id, { is_gold }, '材料过期'));
    await expect(change(owner, false)).rejects.toMatchObject({ status: 403 });
    await expect(change(staff, true)).rejects.toMatchObject({ status: 409 });
    await change(staff, false);
    expect((await info(shop_id)).data).toMatchObject({ is_gold_certification: 0, is_vip: 1, lable: [{ name: '响应快' }] });
    await change(staff, true);
    const { data: facts } = (await by<{ actions: Array<{ name: string }> }>(staff, 'GET', ADMIN_CALLS.facts, { list: 'shops' })).body;
    expect(facts.actions.map(({ name }) => name)).toEqual(
      expect.arrayContaining(SHOP_LABELS.flatMap(({ key }) => [`${key}-on`, `${key}-off`])),
    );
    const label = (key: string, on: boolean) =>
      inTransaction(createCtx(t.app, staff.actor, 'test'), (tx) => changeCertificate(tx, shop_id, { label: { key, on } }, '核实过现场'));
    await label('onsite', true);
    await expect(label('onsite', true)).rejects.toMatchObject({ status: 409 });
    await label('quick', false);
    expect((await info(shop_id)).data).toMatchObject({ is_vip: 1, lable: [{ name: '现场有保障' }] });
    await label('onsite', false);
    await label('quick', true);
    const page = await by<{ rows: Array<{ id: string; cells: object }> }>(staff, 'GET', ADMIN_CALLS.page, { list: 'shops' });
    expect(page.body.data.rows).toMatchObject([{ id: String(shop_id), cells: { name: '云上舞美', state: '金牌认证、会员店铺' } }]);
    expect((await by(owner, 'GET', ADMIN_CALLS.page, { list: 'shops' })).status).toBe(403);
  });

  it('P-030 is followed by focus type 1, never by its owner', async () => {
    expect((await focus('POST', owner)).body.fields).toEqual({ rid: '不能关注自己的店铺' });
    await focus('POST', reader);
    await focus('POST', reader);
    expect((await info(shop_id, reader)).data).toMatchObject({ is_follow: 1, is_focus: 1, focus_num: 1 });
    expect((await info(shop_id)).data.is_follow).toBe(0);
    const followed = (type: number) => by<{ list: object[]; total: number }>(reader, 'GET', '/user/focus', { type });
    expect((await followed(1)).body.data).toMatchObject({ list: [{ type: 1, uid: shop_id, nickname: '云上舞美', fans_num: 1 }], total: 1 });
    expect((await followed(2)).body.data.total).toBe(0);
    await focus('DELETE', reader);
    expect((await info(shop_id, reader)).data).toMatchObject({ is_follow: 0, focus_num: 0 });
  });

  it('K-607 is found by area, category and certificate', async () => {
    const other = await makePerson(t);
    const { id } = (await save(other, { name: '北方灯光', category: 301, province: 11, city: null })).body.data;
    const list = async (query: Record<string, string | number>) =>
      (await t.call<{ list: ShopCard[]; total: number }>('GET', '/resource/shop/list', { query })).body.data.list.map((shop) => shop.id);
    expect(await list({})).toEqual([shop_id, id]);
    expect(await list({ sort: 'new' })).toEqual([id, shop_id]);
    expect(await list({ province: 33 })).toEqual([shop_id]);
    expect(await list({ city: 3301, cate: 2 })).toEqual([shop_id]);
    expect(await list({ cate2: 202 })).toEqual([]);
    expect(await list({ cate: 3 })).toEqual([id]);
    expect(await list({ certified: 1 })).toEqual([shop_id]);
    expect(await list({ page: 99 })).toEqual([shop_id, id]);
  });
});

describe('a supplier case', () => {
  let id: number;
  const detail = (case_id: number, person: Person | null = null) =>
    by<ItemDetail & Record<string, unknown>>(person, 'GET', `${CALL}/detail`, { case_id });

  it('K-603, K-608, P-068 is published into the shop and told by the specified names', async () => {
    id = await publish(SUPPLIER);
    expect((await detail(id)).body.data).toMatchObject({
      id,
      title: '新车发布会舞美搭建',
      custom_name: '山海汽车',
      site_address: '杭州国际博览中心',
      service_type_name: expect.any(String),
      start_time: '2026-03-01',
      end_time: '2026-03-03',
      price: 12_000,
      max_price: 30_000,
      video_url: '',
      introduce: '三天两夜的搭建。',
      is_like: 0,
      is_focus: 0,
      shop_id,
      shop: { name: '云上舞美', case_num: 1, is_gold_certification: 1, mark: [], lable: [{ icon: '/shop-labels/quick.svg' }] },
      resources: [],
    });
    expect((await by(null, 'GET', RESOURCE.calls.detail.path, { case_id: id })).status).toBe(404);
    expect((await detail(999_999)).status).toBe(404);
  });

  it('ends on the day it begins when no end was typed', async () => {
    const one = await publish(SUPPLIER, {
      fields: { custom_name: '一日客户', start_time: '2026-05-01', end_time: '', price: '', max_price: '' },
    });
    expect((await detail(one)).body.data).toMatchObject({ start_time: '2026-05-01', end_time: '2026-05-01', price: 0, max_price: 0 });
  });

  it('is liked by POST and DELETE of its own call, each as often as one likes', async () => {
    const like = (method: string) => by<{ zan: number }>(reader, method, `${CALL}/like`, { case_id: id });
    expect((await like('POST')).body).toMatchObject({ msg: '点赞成功', data: { zan: 1 } });
    expect((await like('POST')).body.data.zan).toBe(1);
    expect((await getItem(t.ctx(), id))?.like_num).toBe(1);
    expect((await detail(id, reader)).body.data.is_like).toBe(1);
    expect((await like('DELETE')).body).toMatchObject({ msg: '取消点赞成功', data: { zan: 0 } });
    expect((await like('DELETE')).body.data.zan).toBe(0);
    expect((await getItem(t.ctx(), id))?.like_num).toBe(0);
    expect((await by(null, 'POST', `${CALL}/like`, { case_id: id })).body.code).toBe(2);
  });

  it('K-605 tells whether the reader follows its shop', async () => {
    await focus('POST', reader);
    expect((await detail(id, reader)).body.data).toMatchObject({ is_focus: 1, shop: { is_follow: 1, focus_num: 1 } });
    expect((await detail(id)).body.data).toMatchObject({ is_focus: 0 });
    await focus('DELETE', reader);
  });

  it('K-602 is shared by type 11 and collected by nobody', async () => {
    const url = `/enterpriseCenter/case?id=${id}`;
    expect((await by(reader, 'POST', '/api/tools/share', { type: 11, rid: id, url })).body.code).toBe(0);
    expect((await by(reader, 'POST', '/api/tools/collect', { type: 11, rid: id })).status).toBe(404);
  });

  it('stands in the list of its shop, has others like it by p, and its owner counts them', async () => {
    const list = (person: Person | null, query: Record<string, string | number>) =>
      by<PublishedList>(person, 'GET', `${CALL}/index`, query);
    const of_shop = (await list(null, { shop_id })).body.data.list.map((row) => row.id);
    expect(of_shop).toContain(id);
    expect((await list(null, {})).body.code).toBe(2);
    expect((await list(owner, {})).body.data.list.map((row) => row.id)).toEqual(of_shop);
    expect((await list(reader, {})).body.data.list).toEqual([]);
    const related = (await by<{ list: RelatedItem[] }>(null, 'GET', `${CALL}/related`, { case_id: id, p: 1 })).body.data.list;
    expect(related.map((card) => card.kind)).toEqual(['supplier_case']);
    expect((await by<Record<string, number>>(owner, 'GET', `${CALL}/count`, {})).body.data).toMatchObject({
      all: 2,
      published: 2,
      draft: 0,
    });
  });

  it('P-067 goes off the shelf and back by PUT and by POST, and the shop counts it', async () => {
    const shelf = (method: string, action: string, person = owner) => by(person, method, `${CALL}/shelf`, { id, action });
    expect((await shelf('PUT', 'down', reader)).status).toBe(404);
    expect((await shelf('PUT', 'down')).body.data).toEqual({ id, status: 'taken_down' });
    await settleOutbox(t.ctx());
    expect((await detail(id)).status).toBe(404);
    expect((await info(shop_id)).data.case_num).toBe(1);
    expect((await shelf('POST', 'up')).body.data).toEqual({ id, status: 'published' });
    await settleOutbox(t.ctx());
    expect((await info(shop_id)).data.case_num).toBe(2);
  });

  it('is changed by PUT and its drafts are thrown away by DELETE', async () => {
    const own = (await by<OwnItem>(owner, 'GET', `${CALL}/own`, { id })).body.data;
    const form = { ...own.form, title: '新车发布会舞美与灯光' };
    expect((await by(owner, 'PUT', `${CALL}/index`, { ...form, id, draft_key: 'change-key-1' })).body.code).toBe(0);
    await settleOutbox(t.ctx());
    expect((await detail(id)).body.data.title).toBe('新车发布会舞美与灯光');
    const { body } = await by<SavedItem>(owner, 'POST', `${CALL}/index`, {
      ...form,
      pictures: [],
      draft_key: 'draft-key-one',
      action: 'draft',
    });
    expect((await by(reader, 'DELETE', `${CALL}/index`, { id: body.data.id })).status).toBe(404);
    expect((await by(owner, 'DELETE', `${CALL}/index`, { id: body.data.id })).body.code).toBe(0);
  });
});

describe('K-505 a resource case', () => {
  let id: number;

  it('K-501, K-504 is told by the specified names', async () => {
    id = await publish(RESOURCE);
    const { body } = await by<Record<string, unknown>>(null, 'GET', RESOURCE.calls.detail.path, { case_id: id });
    expect(body.data).toMatchObject({
      id,
      content: '三天两夜的搭建。',
      update_time: expect.any(Number),
      tags: '发布会,舞美',
      imgs: [{ page_no: 1 }],
      video_url: '',
      shop_id,
      shop: { id: shop_id, area_name: '浙江省 杭州市', cate: '舞美搭建 · 舞台搭建', is_follow: 0, res_num: 0, view_num: 0 },
      resource: null,
      zan_num: 0,
      is_like: 0,
      collect_num: 0,
      is_collect: 0,
      img_info: { width: 900, height: 600, url: expect.stringMatching(/^\/pic\//) },
    });
  });

  it('is liked by its own call, which turns over, and collected by type 11', async () => {
    const zan = async () => (await by<{ zan: number }>(reader, 'POST', RESOURCE.calls.like.path, { case_id: id })).body;
    // K minor: its number is named twice, and both have this reader's own press
    const shown = async () =>
      (await by<{ zan_num: number; like_num: number }>(reader, 'GET', RESOURCE.calls.detail.path, { case_id: id })).body.data;
    expect(await shown()).toMatchObject({ zan_num: 0, like_num: 0 });
    expect((await zan()).msg).toBe('点赞成功');
    expect(await shown()).toMatchObject({ zan_num: 1, like_num: 1 });
    expect((await zan()).msg).toBe('取消点赞成功');
    expect(await shown()).toMatchObject({ zan_num: 0, like_num: 0 });
    expect((await by(reader, 'POST', '/api/tools/collect', { type: 11, rid: id })).body.msg).toBe('收藏成功');
    expect((await getItem(t.ctx(), id))?.collect_num).toBe(1);
  });

  it('K-502 names a resource, whose price only readers who are signed in get; the resource tells its cases', async () => {
    const resource = await makeItem(t, { publisher_id: owner.id, kind: KINDS.resource, title: 'P3 租赁屏' });
    const named = await publish(RESOURCE, { fields: { resource_id: resource.id } });
    const shown = async (person: Person | null) =>
      (await by<Record<string, object>>(person, 'GET', RESOURCE.calls.detail.path, { case_id: named })).body.data['resource'];
    expect(await shown(null)).toEqual({ id: resource.id, rid: resource.id, title: 'P3 租赁屏', show_image: '', cover_url: '' });
    expect(await shown(reader)).toMatchObject({ id: resource.id, price: 0, price_max: 0 });
    const cases = await by<{ list: ItemCard[]; total: number }>(null, 'GET', '/resourcecase/index/getRalateCase', {
      resource_id: resource.id,
    });
    expect(cases.body.data).toMatchObject({ list: [{ id: named }], total: 1 });
    const screen = await caseScreenAt(t.ctx(), RESOURCE, new URL(`http://x/resourceCase/detail?id=${named}`));
    expect(screen).toMatchObject({ shop: { id: shop_id, owner_id: owner.id }, resource: { id: resource.id } });
    expect(screen?.resource).not.toHaveProperty('price');
  });

  it('stands in its lists and on the page of the shop', async () => {
    const list = async (query: Record<string, number>) =>
      (await by<{ list: ItemCard[] }>(null, 'GET', '/resourcecase/index/getResourceCaseList', query)).body.data.list.map((card) => card.id);
    expect(await list({ shop_id })).toContain(id);
    expect(await list({})).toContain(id);
    expect(await list({ shop_id: 999_999 })).toEqual([]);
    const screen = await shopScreen(t.ctx(), shop_id, { tab: 0, page: 99 });
    expect(screen).toMatchObject({
      tab: 5,
      tabs: [
        { key: 1, total: 0 },
        { key: 5, total: 4 },
      ],
      works: { total: 4, page: 1 },
    });
    expect(await shopScreen(t.ctx(), 999_999, { tab: 0, page: 1 })).toBeNull();
  });
});

it('what was published before the shop was opened becomes the shop’s', async () => {
  const late = await makePerson(t);
  const before = await makeItem(t, { publisher_id: late.id, kind: SUPPLIER });
  const { id } = (await save(late, { name: '后来的店' })).body.data;
  await settleOutbox(t.ctx());
  expect((await getItem(t.ctx(), before.id))?.shop_id).toBe(id);
  expect((await info(id)).data.case_num).toBe(1);
});
