import { eq } from 'drizzle-orm';
import jsqr from 'jsqr';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { FOCUS_SHOP, FOCUS_USER } from '#contract/focus.ts';
import { EMPTY_SHOP_FORM } from '#contract/shop.ts';
import { reports } from '#server/modules/engagement/tables.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePerson, type Person } from '../support/item-world.ts';
import { storePhotographs } from '../support/picture-works.ts';

const t = testApp();
let publisher: Person;
let reader: Person;
let id: number;
beforeAll(async () => {
  publisher = await makePerson(t);
  reader = await makePerson(t);
  id = (await makeItem(t, { publisher_id: publisher.id })).id;
});

it('K-012 says the specified messages for collect, like and follow, and repeating changes nothing', async () => {
  const of = (method: string, path: string, body: object) => t.call(method, path, { token: reader.token, body });
  for (const _ of [1, 2]) {
    expect((await of('POST', '/api/tools/collect', { rid: id, type: 3 })).body).toMatchObject({
      code: 0,
      msg: '收藏成功',
      data: { is_collect: 1 },
    });
  }
  expect((await of('DELETE', '/api/tools/collect', { rid: id, type: 3 })).body).toMatchObject({ code: 0, msg: '取消收藏成功' });
  expect((await of('POST', '/api/tools/zan', { data_id: id, type: 3 })).body).toMatchObject({ msg: '点赞成功', data: { zan: 1 } });
  expect((await of('POST', '/api/tools/zan', { data_id: id, type: 3 })).body).toMatchObject({ msg: '取消点赞成功', data: { zan: 0 } });
  const followed = async () =>
    (await t.call('GET', '/api/tools/focus', { token: reader.token, query: { rid: publisher.id, type: 2 } })).body.data;
  expect(await followed()).toEqual({ is_follow: 0 });
  expect((await of('POST', '/api/tools/focus', { rid: publisher.id, type: 2 })).body).toMatchObject({ code: 0, data: { is_follow: 1 } });
  expect(await followed()).toEqual({ is_follow: 1 });
  expect((await of('DELETE', '/api/tools/focus', { rid: publisher.id, type: 2 })).body).toMatchObject({ code: 0, data: { is_follow: 0 } });
});

it('K minor: what was pressed is in the number of the answer and of the next detail call, for items, shops and publishers', async () => {
  const { id: rid } = await makeItem(t, { publisher_id: publisher.id });
  const other = await makePerson(t);
  const of = (who: Person, method: string, path: string, body: object) => t.call<object>(method, path, { token: who.token, body });
  const detail = async (who?: Person) =>
    (await t.call('GET', '/scheme/index/detail', { ...(who ? { token: who.token } : {}), query: { id: rid } })).body.data;
  const first = { is_collect: 0, is_like: 0, collect_num: 0, like_num: 0 };
  // from here on the shared part is held for some seconds
  expect([await detail(), await detail(reader)]).toMatchObject([first, first]);
  expect((await of(other, 'POST', '/api/tools/collect', { rid, type: 3 })).body.data).toEqual({ is_collect: 1, collect_num: 1 });
  for (const _ of [1, 2]) {
    expect((await of(reader, 'POST', '/api/tools/collect', { rid, type: 3 })).body.data).toEqual({ is_collect: 1, collect_num: 2 });
  }
  expect((await of(reader, 'POST', '/api/tools/zan', { data_id: rid, type: 3 })).body.data).toEqual({ zan: 1, like_num: 1 });
  expect(await detail(reader)).toMatchObject({ is_collect: 1, is_like: 1, collect_num: 2, like_num: 1 });
  expect((await of(reader, 'DELETE', '/api/tools/collect', { rid, type: 3 })).body.data).toEqual({ is_collect: 0, collect_num: 1 });
  expect((await of(reader, 'POST', '/api/tools/zan', { data_id: rid, type: 3 })).body.data).toEqual({ zan: 0, like_num: 0 });
  expect(await detail(reader)).toMatchObject({ is_collect: 0, is_like: 0, collect_num: 1, like_num: 0 });

  const form = { ...EMPTY_SHOP_FORM, name: '云栖搭建', category: 201, province: 33, city: 3301 };
  const { id: shop } = (await t.call<{ id: number }>('POST', '/resource/shop/save', { token: publisher.token, body: form })).body.data;
  for (const [type, followed] of [
    [FOCUS_SHOP, shop],
    [FOCUS_USER, publisher.id],
  ] as const) {
    const press = async (who: Person, method: string) => (await of(who, method, '/api/tools/focus', { rid: followed, type })).body.data;
    expect(await press(other, 'POST')).toEqual({ is_follow: 1, follow_num: 1 });
    expect(await press(reader, 'POST')).toEqual({ is_follow: 1, follow_num: 2 });
    expect(await press(other, 'DELETE')).toEqual({ is_follow: 0, follow_num: 1 });
    expect(await press(reader, 'DELETE')).toEqual({ is_follow: 0, follow_num: 0 });
  }
});

it('takes the target of a DELETE from the query too', async () => {
  await t.call('POST', '/api/tools/collect', { token: reader.token, body: { rid: id, type: 3 } });
  const { body } = await t.call('DELETE', '/api/tools/collect', { token: reader.token, query: { rid: id, type: 3 } });
  expect(body).toMatchObject({ code: 0, data: { is_collect: 0 } });
});

it('refuses visitors, oneself, and things that are not there', async () => {
  expect((await t.call('POST', '/api/tools/collect', { body: { rid: id, type: 3 } })).body.code).toBe(2);
  const of = (path: string, body: object) => t.call('POST', path, { token: reader.token, body });
  expect((await of('/api/tools/focus', { rid: reader.id, type: 2 })).body).toMatchObject({ code: 1, msg: '不能关注自己' });
  expect((await of('/api/tools/focus', { rid: 999_999, type: 2 })).status).toBe(404);
  expect((await of('/api/tools/collect', { rid: 999_999, type: 3 })).status).toBe(404);
  expect((await of('/api/tools/collect', { rid: id, type: 12 })).status).toBe(404);
  const draft = await makeItem(t, { publisher_id: publisher.id, status: 'draft' });
  expect((await of('/api/tools/collect', { rid: draft.id, type: 3 })).status).toBe(404);
});

it('F-58 keeps reports, with the specified messages for phone and content', async () => {
  const good = { type: 3, rid: id, url: `/programme/detail?id=${id}`, mobile: '13800000000', content: '内容侵权', ruid: publisher.id };
  const of = (change: object) => t.call('POST', '/api/tools/report', { token: reader.token, body: { ...good, ...change } });
  expect((await of({ mobile: '' })).body).toMatchObject({ code: 1, msg: '请输入联系电话' });
  expect((await of({ mobile: '138' })).body).toMatchObject({ code: 1, msg: '请输入11位手机号码' });
  expect((await of({ mobile: '12800000000' })).body).toMatchObject({ code: 1, msg: '请输入正确的手机号' });
  expect((await of({ content: ' ' })).body).toMatchObject({ code: 1, msg: '请输入反馈内容' });
  expect((await of({ url: 'https://evil.example/' })).body).toMatchObject({ code: 1, fields: { url: '链接无效' } });
  expect((await of({})).body).toMatchObject({ code: 0, msg: '举报成功' });
  const rows = await t.app.db.select().from(reports);
  expect(rows).toEqual([
    expect.objectContaining({ user_id: reader.id, rid: id, mobile: '13800000000', content: '内容侵权', status: 'open' }),
  ]);
});

it('takes feedback of visitors too', async () => {
  const { body } = await t.call('POST', '/api/tools/feedback', {
    body: { platform: 2, mobile: '13800000000', content: '很好用', url: '/' },
  });
  expect(body).toMatchObject({ code: 0, msg: '反馈成功' });
});

it('keeps the picture of a feedback that its sender uploaded, and refuses that of others', async () => {
  const [image = 0] = await storePhotographs(t, reader, ['teal']);
  const send = (token?: string) =>
    t.call('POST', '/api/tools/feedback', {
      ...(token ? { token } : {}),
      body: { platform: 2, mobile: '13800000001', content: '按钮看不清', url: '/', image },
    });
  expect((await send(reader.token)).body).toMatchObject({ code: 0, msg: '反馈成功' });
  const [row] = await t.app.db.select().from(reports).where(eq(reports.content, '按钮看不清'));
  const { image: shown = '' } = (row?.detail ?? {}) as { image?: string };
  expect(shown).toMatch(/^\/pic\/.+-640\.webp$/);
  expect(await t.app.providers.storage.statPublic(shown.replace('/pic/', ''))).not.toBeNull();
  expect((await send(publisher.token)).status).toBe(404);
  expect((await send()).body.code).toBe(2);
});

it('K-024 shares a QR code that reads as our own address, and never a foreign one', async () => {
  const share = (url: string) => t.call<{ code: string }>('POST', '/api/tools/share', { body: { type: 3, rid: id, url } });
  const { body } = await share(`/programme/detail?id=${id}`);
  const png = Buffer.from(body.data.code.replace('data:image/png;base64,', ''), 'base64');
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  expect(jsqr(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(`${t.config.site_url}/programme/detail?id=${id}`);
  for (const url of ['https://evil.example/', '//evil.example/', 'javascript:alert(1)']) expect((await share(url)).status).toBe(400);
});
