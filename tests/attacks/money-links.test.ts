import CryptoJS from 'crypto-js';
import { beforeAll, expect, it } from 'vitest';
import type { DownloadAnswer, ItemImages } from '#contract/download.ts';
import { endpoints } from '#server/areas/index.ts';
import { createGateway } from '#server/http/gateway.ts';
import { refundOrder } from '#server/modules/orders/index.ts';
import { testApp } from '../support/app.ts';
import { type MadeItem, makeItem, makePerson, type Person } from '../support/item-world.ts';
import { payAtProvider, place, sandbox } from '../support/market.ts';

const t = testApp();
let gateway: ReturnType<typeof createGateway>;
let publisher: Person;
beforeAll(async () => {
  gateway = createGateway(t.app, endpoints);
  publisher = await makePerson(t);
});

const open = (path: string, token?: string) => gateway.request(path, token ? { headers: { token } } : {});
const statusOf = async (path: string, token?: string) => {
  const response = await open(path, token);
  await response.arrayBuffer();
  return response.status;
};

async function fileLink(scheme: MadeItem, reader: Person): Promise<string> {
  const { body } = await t.call<DownloadAnswer>('POST', '/scheme/index/downloadurl', { token: reader.token, body: { id: scheme.id } });
  if (body.data.status !== 1) throw new Error(`not granted: ${JSON.stringify(body)}`);
  const { Utf8 } = CryptoJS.enc;
  const { key, iv } = body.data.cipher;
  return CryptoJS.AES.decrypt(body.data.download_url, Utf8.parse(key), { iv: Utf8.parse(iv) }).toString(Utf8);
}

/** The URL of a page that is never public. */
async function pageLink(scheme: MadeItem, reader: Person): Promise<string> {
  const query = { id: scheme.id, start: 3 };
  const { list } = (await t.call<ItemImages>('GET', '/scheme/index/schemeimgs', { token: reader.token, query })).body.data;
  const src = list[0]?.src ?? '';
  expect(src).toContain('/gateway/scheme/page/');
  return src;
}

async function bought(): Promise<{ buyer: Person; scheme: MadeItem; orderid: string }> {
  const buyer = await makePerson(t);
  const scheme = await makeItem(t, { publisher_id: publisher.id, price_fen: 9_900 });
  const order = await place({ ...buyer, ctx: t.ctx(buyer.actor) }, scheme.id);
  const notify = sandbox(t).signNotify(await payAtProvider(t, order), t.clock.now());
  expect((await gateway.request('/pay/notify/sandbox', { method: 'POST', ...notify })).status).toBe(200);
  return { buyer, scheme, orderid: order.orderid };
}

it('AT-9 opens a link for ten minutes to whoever holds it, but to no other account', async () => {
  const { buyer, scheme } = await bought();
  const stranger = await makePerson(t);
  const links = [await fileLink(scheme, buyer), await pageLink(scheme, buyer)];
  for (const link of links) {
    expect([await statusOf(link), await statusOf(link, buyer.token), await statusOf(link, stranger.token)]).toEqual([200, 200, 403]);
  }
  t.clock.advance_ms(11 * 60_000 + 1_000);
  expect(await Promise.all(links.map((link) => statusOf(link)))).toEqual([403, 403]);
  // as decision 0186 says: neither a picture nor a large file that the browser takes over sends a token, yet both end with the login
  const fresh = [await fileLink(scheme, buyer), await pageLink(scheme, buyer)];
  expect(await Promise.all(fresh.map((link) => statusOf(link)))).toEqual([200, 200]);
  expect((await t.call('POST', '/api/user/logout', { token: buyer.token })).body.code).toBe(0);
  expect(await Promise.all(fresh.map((link) => statusOf(link)))).toEqual([403, 403]);
});

it('ends every link of a purchase at once when it is refunded', async () => {
  const { buyer, scheme, orderid } = await bought();
  const links = [await fileLink(scheme, buyer), await pageLink(scheme, buyer)];
  await refundOrder(t.ctx(), { orderid, reason: '测试' });
  for (const link of links) expect([await statusOf(link), await statusOf(link, buyer.token)]).toEqual([403, 403]);
});

it('lets staff and the publisher see locked pages by their links, which say so under the signature', async () => {
  const scheme = await makeItem(t, { publisher_id: publisher.id, price_fen: 9_900 });
  const staff = await makePerson(t, { roles: ['reviewer'] });
  const [by_staff, by_publisher] = [await pageLink(scheme, staff), await pageLink(scheme, publisher)];
  expect([await statusOf(by_staff), await statusOf(by_publisher)]).toEqual([200, 200]);
  // item, page, width, user, login, staff, end, signature
  const parts = (path: string) => path.split('/').at(-1)?.split('.') ?? [];
  expect(parts(by_staff)[5]).toBe('1');
  const { buyer, scheme: sold, orderid } = await bought();
  const link = await pageLink(sold, buyer);
  await refundOrder(t.ctx(), { orderid, reason: '测试' });
  expect(parts(link)[5]).toBe('0');
  const forged = parts(link).with(5, '1').join('.');
  expect(await statusOf(`/gateway/scheme/page/${forged}`)).toBe(403);
});
