import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '#server/app/ctx.ts';
import { revokeAccess } from '#server/modules/access/index.ts';
import { revokeLink, saveLink } from '#server/modules/client-links/index.ts';
import { testApp } from '../support/app.ts';
import { giveWork, makeShownWork } from '../support/client-links.ts';
import { type GatewayServer, startGatewayServer } from '../support/gateway-server.ts';
import { makePerson, type Person } from '../support/market.ts';

const t = testApp();
let server: GatewayServer;
let planner: Person;
let item_id: number;
beforeAll(async () => {
  server = await startGatewayServer(t.app);
  planner = await makePerson(t);
  item_id = await makeShownWork(t.ctx(), { publisher_id: (await makePerson(t)).id });
  await giveWork(t.ctx(), planner.id, item_id);
});
afterAll(async () => {
  await server.stop();
});

const pathOf = ({ url }: { url: string }) => new URL(url).pathname;
const get = (path: string, cookie = '') => fetch(`${server.url}${path}`, { redirect: 'manual', headers: cookie ? { cookie } : {} });
const post = (path: string, form: Record<string, string>, cookie = '') =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(cookie ? { cookie } : {}) },
    body: new URLSearchParams(form),
  });
const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? '';

it('T7 the client’s page needs no script, is in no cache and no engine, tells no address, and only a press opens it', async () => {
  const link = await saveLink(planner.ctx, { item_id, title: '给陈总 <b>看</b>', note: '看第 2 页' });
  const path = pathOf(link);
  const cover = await get(`${path}?from=singlemessage`);
  expect(cover.status).toBe(200);
  expect(cover.headers.get('cache-control')).toBe('private, no-store');
  expect(cover.headers.get('referrer-policy')).toBe('no-referrer');
  expect(cover.headers.get('x-robots-tag')).toContain('noindex');
  expect(cover.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(cover.headers.get('set-cookie')).toBeNull();
  const html = await cover.text();
  expect(html).not.toMatch(/<script|<img/);
  expect(html).toContain('给陈总 &#60;b&#62;看');
  await fetch(server.url + path, { method: 'HEAD' });
  const answer = await post(path, {});
  expect([answer.status, answer.headers.get('location')]).toEqual([303, path]);
  const set = answer.headers.get('set-cookie') ?? '';
  expect(set).toMatch(/HttpOnly/i);
  expect(set).toContain(`Path=${path}`);
  const shown = await (await get(path, cookieOf(answer))).text();
  expect(shown).toContain('看第 2 页');
  expect(shown).toContain('共 3 页');
  expect(shown).not.toMatch(/download|\/pic\/|<script/);
  expect((await t.call('GET', '/clientLink/list', { token: planner.token })).body.data).toMatchObject({ list: [{ view_num: 1 }] });
});

it('T7 pictures of pages leave to who has opened the link alone, stamped, and end with the right', async () => {
  const link = await saveLink(planner.ctx, { item_id, title: '看图片' });
  const path = pathOf(link);
  const cookie = cookieOf(await post(path, {}));
  expect((await get(`${path}/1`)).status).toBe(404);
  expect((await get(`${path}/1`, `cemao_client=${'a'.repeat(43)}`)).status).toBe(404);
  const picture = await get(`${path}/1?w=960`, cookie);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(picture.headers.get('cache-control')).toContain('private');
  const bytes = Buffer.from(await picture.arrayBuffer());
  // another name on it is another picture
  const other = await saveLink(planner.ctx, { item_id, title: '另一位客户' });
  const theirs = cookieOf(await post(pathOf(other), {}));
  expect(bytes.equals(Buffer.from(await (await get(`${pathOf(other)}/1?w=960`, theirs)).arrayBuffer()))).toBe(false);
  // a cookie opens its own link alone
  expect((await get(`${pathOf(other)}/1`, cookie)).status).toBe(404);
  for (const wrong of ['/0', '/4', '/x', '/1.jpg']) expect((await get(path + wrong, cookie)).status, wrong).toBe(404);
  await revokeLink(planner.ctx, link.id, true);
  expect((await get(`${path}/2`, cookie)).status).toBe(404);
  const told = await get(path, cookie);
  expect(told.status).toBe(410);
  expect(await told.text()).toContain('发送人已撤回这个链接');
  await inTransaction(t.ctx(), (tx) => revokeAccess(tx, { user_id: planner.id, item_id, source: 'purchase', source_id: null }));
  expect((await get(`${pathOf(other)}/2`, theirs)).status).toBe(404);
  expect(await (await get(pathOf(other), theirs)).text()).toContain('发送人对作品的权益已结束');
  await giveWork(t.ctx(), planner.id, item_id);
});

it('T7 a wrong password is said with the form, hides what it is about, and guesses end; what never was looks like what is gone', async () => {
  const saved = await t.call<{ url: string }>('POST', '/clientLink/save', {
    token: planner.token,
    body: { item_id, title: '机密标题', password: '8520' },
  });
  const path = pathOf(saved.body.data);
  expect(await (await get(path)).text()).not.toContain('机密标题');
  const wrong = await post(path, { password: '1111' });
  expect(wrong.status).toBe(403);
  expect(await wrong.text()).toContain('密码不正确');
  expect((await post(path, { password: '8520' })).status).toBe(303);
  for (let i = 0; i < 10; i++) await post(path, { password: `${2_000 + i}` });
  const refused = await post(path, { password: '8520' });
  expect(refused.status).toBe(429);
  expect(await refused.text()).toContain('密码错误次数过多');
  const [never, gone] = await Promise.all([get(`/c/${'a'.repeat(24)}`), get('/c/x')]);
  expect([never.status, gone.status]).toEqual([404, 404]);
  expect(await never.text()).toBe(await gone.text());
});

it('T7 the maker looks at the page without being counted', async () => {
  const link = await saveLink(planner.ctx, { item_id, title: '自己先看', password: '8520', view_most: 1 });
  const answer = await t.call<{ url: string }>('POST', '/clientLink/preview', { token: planner.token, body: { id: link.id } });
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect(await (await get(answer.body.data.url, cookie)).text()).toContain('这是您自己的预览');
  expect((await get(`${answer.body.data.url}/1`, cookie)).status).toBe(200);
  const { body } = await t.call('GET', '/clientLink/views', { token: planner.token, query: { id: link.id } });
  expect(body.data).toEqual({ list: [] });
});
