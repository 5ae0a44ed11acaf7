import { beforeAll, describe, expect, it } from 'vitest';
import type { DownloadAnswer } from '#contract/download.ts';
import type { DesignDetail, RelatedItem, ReleaserCard } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';
import type { Order, OrderList } from '#contract/order.ts';
import type { OwnItem } from '#contract/publish.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { getItem, installDefaultTerms, setItemStatus } from '#server/modules/catalog/index.ts';
import { extendMembership } from '#server/modules/membership/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { testApp } from '../support/app.ts';
import { settleOutbox } from '../support/catalog.ts';
import { makeItem, makePerson, type Person } from '../support/item-world.ts';
import { giveCoupon } from '../support/market.ts';
import { publishDesign, storePhotographs } from '../support/picture-works.ts';

const { design } = KINDS;

const t = testApp();
let designer: Person;
/** A flat one that is sold, and one in 3D that is free. */
let paid: number;
let free: number;
beforeAll(async () => {
  await inTransaction(t.ctx(), (tx) => installDefaultTerms(tx));
  designer = await makePerson(t, { nickname: '青柠视觉' });
  paid = (await publishDesign(t, designer)).id;
  free = (
    await publishDesign(t, designer, {
      ...{ price_type: 'free', price: '', pictures: await storePhotographs(t, designer, ['gray']) },
      fields: { type: '2', color_mode: 'RGB', file_format: 'C4D' },
    })
  ).id;
  await settleOutbox(t.ctx());
});

const get = <T>(path: string, query: Record<string, string | number>, token?: string) =>
  t.call<T>('GET', path, { query, ...(token ? { token } : {}) });
const detail = (design_id: number, token?: string) => get<DesignDetail>('/design/index/designDetail', { design_id }, token);
const download = (design_id: number, token: string) => get<DownloadAnswer>('/design/index/downloadurl', { design_id }, token);
const make = (options: object = {}) => makeItem(t, { publisher_id: designer.id, kind: design, ...options });

describe('reading', () => {
  it('K-301 gives the entity by the specified names', async () => {
    const { body } = await detail(paid);
    expect(body).toMatchObject({
      code: 0,
      data: {
        ...{ id: paid, title: '醒狮国潮年会主视觉', price: 40, vip_price: 40, vip_discount: 7.5, show_vip_price: 1 },
        ...{ is_vip: 0, is_download: 0, is_collect: 0, type: 1, color_mode: 'CMYK', file_format: 'PSD', format: 'psd' },
        ...{ tags: ['国潮', '年会'], uid: designer.id, user: { id: designer.id } },
      },
    });
    expect(body.data.category.name).not.toBe('');
    expect(body.data.img_urls).toHaveLength(2);
    expect(body.data.cover_url).toContain('/pic/');
  });

  it('has a colour mode for flat ones only', async () => {
    expect((await detail(free)).body.data).toMatchObject({ type: 2, color_mode: '', file_format: 'C4D', price: 0 });
  });

  it('knows nothing of other kinds, of what is taken down and of what is not there', async () => {
    const scheme = await makeItem(t, { publisher_id: designer.id });
    const gone = await make();
    await inTransaction(t.ctx(), (tx) => setItemStatus(tx, gone.id, ['published'], 'taken_down'));
    const seen = await Promise.all([detail(scheme.id), detail(gone.id), detail(999_999)]);
    expect(seen.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('flows on in pages of ten and ends', async () => {
    for (let n = 0; n < 11; n++) await make({ title: `同类设计 ${n}` });
    const page = async (at: number) =>
      (await get<{ list: RelatedItem[]; has_more: number }>('/design/index/getRelateDesign', { design_id: paid, page: at })).body.data;
    const [first, second, third] = [await page(1), await page(2), await page(3)];
    expect([first.list.length, first.has_more]).toEqual([10, 1]);
    expect([second.has_more, third.list]).toEqual([0, []]);
    const ids = [...first.list, ...second.list].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).not.toContain(paid);
    expect((await get('/design/index/getRelateDesign', { design_id: 0 })).body.code).toBe(1);
  });

  it('tells of the designer, and whether this reader follows them', async () => {
    const card = (token?: string) => get<ReleaserCard & { is_follow: 0 | 1 }>('/design/index/userDetailInfo', { uid: designer.id }, token);
    expect((await card()).body.data).toMatchObject({ uid: designer.id, nickname: '青柠视觉', is_follow: 0 });
    const fan = await makePerson(t);
    await t.call('POST', '/api/tools/focus', { token: fan.token, body: { rid: designer.id, type: 2 } });
    expect((await card(fan.token)).body.data.is_follow).toBe(1);
    expect((await get('/design/index/userDetailInfo', { uid: 999_999 })).status).toBe(404);
  });

  it('is collected by 10', async () => {
    const { token } = await makePerson(t);
    const collect = (type: number) => t.call('POST', '/api/tools/collect', { token, body: { rid: paid, type } });
    expect((await collect(9)).status).toBe(404);
    expect((await collect(10)).body.msg).toBe('收藏成功');
    expect((await detail(paid, token)).body.data.is_collect).toBe(1);
  });
});

describe('downloading by GET', () => {
  it('counts once a day however often it is asked, and stops new ones at the daily limit', async () => {
    await setSetting(t.ctx(), 'free_downloads_per_day', 1);
    await setSetting(t.ctx(), 'captcha_after_downloads', 1);
    const reader = await makePerson(t);
    const before = (await getItem(t.ctx(), free))?.download_num ?? 0;
    const answers = await Promise.all(Array.from({ length: 8 }, () => download(free, reader.token)));
    expect(answers.map(({ body }) => body.data.status)).toEqual(Array(8).fill(1));
    expect((await getItem(t.ctx(), free))?.download_num).toBe(before + 1);
    await setSetting(t.ctx(), 'captcha_after_downloads', 1_000);
    const other = await make({ price_fen: 0 });
    expect((await download(other.id, reader.token)).body.data).toMatchObject({ status: 3, limit: 1 });
    await setSetting(t.ctx(), 'free_downloads_per_day', 1_000);
  });

  it('K minor: says that nothing is left before it asks for a captcha, and a captcha that came along is not used up', async () => {
    const reader = await makePerson(t);
    const [one, other] = [await make({ price_fen: 0 }), await make({ price_fen: 0 })];
    await setSetting(t.ctx(), 'free_downloads_per_day', 1);
    await setSetting(t.ctx(), 'captcha_after_downloads', 1);
    expect((await download(one.id, reader.token)).body.data.status).toBe(1);
    expect((await download(other.id, reader.token)).body.data).toMatchObject({ status: 3, limit: 1 });
    const wrong = { design_id: other.id, key: 'unknown', captcha: 'ABCD' };
    const answered = await get<DownloadAnswer>('/design/index/downloadurl', wrong, reader.token);
    expect(answered.body).toMatchObject({ code: 0, data: { status: 3, limit: 1 } });
    expect((await download(one.id, reader.token)).body.data.status).toBe(1);
    await setSetting(t.ctx(), 'free_downloads_per_day', 1_000);
    expect((await download(other.id, reader.token)).body.data.status).toBe(4);
    await setSetting(t.ctx(), 'captcha_after_downloads', 1_000);
  });

  it('asks for a captcha, but not for what was had today', async () => {
    const reader = await makePerson(t);
    expect((await download(free, reader.token)).body.data.status).toBe(1);
    await setSetting(t.ctx(), 'captcha_after_downloads', 1);
    const other = await make({ price_fen: 0 });
    expect((await download(other.id, reader.token)).body.data.status).toBe(4);
    expect((await download(free, reader.token)).body.data.status).toBe(1);
    await setSetting(t.ctx(), 'captcha_after_downloads', 1_000);
  });

  it('wants a login and a right, and knows its own kind only', async () => {
    const reader = await makePerson(t);
    expect((await get('/design/index/downloadurl', { design_id: paid })).body.code).toBe(2);
    expect((await download(paid, reader.token)).status).toBe(403);
    expect((await download((await makeItem(t, { publisher_id: designer.id })).id, reader.token)).status).toBe(404);
    expect((await download(paid, designer.token)).body.data).toMatchObject({ status: 1, file_name: '醒狮国潮年会主视觉.psd' });
  });

  it('K-303 of what is for members only: its own membership opens it, that of schemes does not', async () => {
    const { id } = await make({ price_fen: 0, vip_only: true });
    const status = async (vip_type: number) => {
      const person = await makePerson(t);
      await inTransaction(t.ctx(), (tx) => extendMembership(tx, { user_id: person.id, vip_type, days: 30, max_download_pre_day: 0 }));
      return (await download(id, person.token)).status;
    };
    expect([await status(design.sale.vip_type), await status(KINDS.scheme.sale.vip_type)]).toEqual([200, 403]);
  });
});

describe('buying', () => {
  const order = (token: string, id: number) => t.call<Order>('POST', '/design/buy/order', { token, body: { id } });
  const forNothing = (token: string, body: object) => t.call<Order>('POST', '/design/buy/payFreeOrder', { token, body });

  it('takes an order by the id alone, of designs only', async () => {
    const { token } = await makePerson(t);
    expect((await order(token, paid)).body.data).toMatchObject({ price: 40, pay_price: 40, is_free: 0, coupon_use: 0 });
    expect((await order(token, (await makeItem(t, { publisher_id: designer.id, price_fen: 900 })).id)).status).toBe(404);
    expect((await order(token, free)).body.msg).toContain('可免费下载');
    const mine = await get<OrderList>('/scheme/buy/orderlist', { kind: design.code }, token);
    expect(mine.body.data.list.map(({ subject_id }) => subject_id)).toEqual([paid]);
  });

  it('costs nothing with a coupon that covers it: the smallest that does, once', async () => {
    const buyer = await makePerson(t);
    expect((await forNothing(buyer.token, { id: paid })).body.msg).toBe('没有足额的优惠券，请直接购买');
    const [little, exact, large] = [
      await giveCoupon(t, buyer.id, 1_000, 0, design.sale.coupon_type),
      await giveCoupon(t, buyer.id, 4_000, 0, design.sale.coupon_type),
      await giveCoupon(t, buyer.id, 9_000, 0, design.sale.coupon_type),
    ];
    expect((await forNothing(buyer.token, { id: paid, user_coupon_id: little })).body.msg).toContain('还差 30 元');
    const key = { id: paid, idempotency_key: 'free-design-key' };
    const [one, again] = [await forNothing(buyer.token, key), await forNothing(buyer.token, key)];
    expect(one.body.data).toMatchObject({ is_free: 1, status: 2, pay_price: 0, user_coupon_id: exact });
    expect(again.body.data.orderid).toBe(one.body.data.orderid);
    expect((await forNothing(buyer.token, { id: paid, user_coupon_id: large })).status).toBe(409);
    expect((await download(paid, buyer.token)).body.data.status).toBe(1);
    expect((await detail(paid, buyer.token)).body.data.access).toEqual({ allowed: true, right: 'purchase' });
  });
});

it('K-304 is published and edited by its own calls, with its own fields', async () => {
  const wrong = await publishDesign(t, designer, { fields: { type: '', color_mode: '' } });
  expect(JSON.stringify(wrong.body)).toContain('请选择类型');
  const own = await get<OwnItem>('/design/design', { id: paid }, designer.token);
  expect(own.body.data.form).toMatchObject({ fields: { type: '1', color_mode: 'CMYK' } });
  expect(own.body.data.pictures).toHaveLength(2);
  const change = {
    ...own.body.data.form,
    fields: { type: '2', color_mode: 'CMYK', file_format: '' },
    draft_key: 'design-edit-key',
    id: paid,
  };
  const { body } = await t.call('PUT', '/design/design', { token: designer.token, body: change });
  expect(body.code).toBe(0);
  await settleOutbox(t.ctx());
  expect((await detail(paid)).body.data).toMatchObject({ type: 2, color_mode: '' });
});
