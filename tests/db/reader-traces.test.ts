import type { IncomingMessage } from 'node:http';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { ViewCounter } from '#server/http/view-counter.ts';
import { items } from '#server/modules/catalog/tables.ts';
import { footprints, reports } from '#server/modules/engagement/tables.ts';
import { users } from '#server/modules/identity/tables.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePerson, type Person } from '../support/item-world.ts';

const t = testApp();
let publisher: Person;
let reader: Person;
let scheme: number;
let ppt: number;
beforeAll(async () => {
  publisher = await makePerson(t);
  reader = await makePerson(t);
  scheme = (await makeItem(t, { publisher_id: publisher.id })).id;
  ppt = (await makeItem(t, { publisher_id: publisher.id, kind: KINDS.ppt })).id;
});

it('F-54 notes which schemes a signed-in reader saw, once each with the newest time', async () => {
  const see = (id: number, token?: string) => t.call('GET', '/scheme/index/detail', { ...(token && { token }), query: { id } });
  const rows = () => t.app.db.select().from(footprints).where(eq(footprints.user_id, reader.id));
  await see(scheme);
  await see(scheme, reader.token);
  await expect.poll(rows).toHaveLength(1);
  const [first] = await rows();
  expect(first).toMatchObject({ type: 1, rid: scheme });
  t.clock.advance_ms(120_000);
  await see(scheme, reader.token);
  await expect.poll(async () => (await rows())[0]?.seen_at.getTime()).toBe((first?.seen_at.getTime() ?? 0) + 120_000);
  expect(await rows()).toHaveLength(1);
  // their own draft is not something they saw
  const draft = (await makeItem(t, { publisher_id: publisher.id, status: 'draft' })).id;
  expect((await see(draft, publisher.token)).body.code).toBe(0);
  await see(scheme, publisher.token);
  const own = () => t.app.db.select().from(footprints).where(eq(footprints.user_id, publisher.id));
  await expect.poll(own).toEqual([expect.objectContaining({ rid: scheme })]);
});

it('counts reads of an item on the page of its own kind only', async () => {
  const counter = new ViewCounter(t.app);
  const read = (path: string, id: number) =>
    counter.saw({ method: 'GET', headers: { 'user-agent': 'Mozilla/5.0' } } as IncomingMessage, path, `${path}?id=${id}`);
  read('/programme/detail', scheme);
  read('/programme/detail', scheme);
  read('/ppt/detail', scheme);
  read('/programme/detail', ppt);
  read('/ppt/detail', ppt);
  await counter.stop();
  const views = async (id: number) => (await t.app.db.select({ n: items.view_num }).from(items).where(eq(items.id, id)))[0]?.n;
  expect([await views(scheme), await views(ppt)]).toEqual([2, 1]);
});

it('takes the reader’s own phone as their browser knows it, and no other masked one', async () => {
  const [own] = await t.app.db.select({ mobile: users.mobile }).from(users).where(eq(users.id, reader.id));
  const masked = `${own?.mobile.slice(0, 3)}****${own?.mobile.slice(-4)}`;
  const report = (mobile: string) =>
    t.call('POST', '/api/tools/report', {
      token: reader.token,
      body: { type: 3, rid: scheme, url: '', mobile, content: '侵犯著作权', ruid: publisher.id },
    });
  expect((await report('139****0000')).body).toMatchObject({ code: 1, fields: { mobile: '请输入正确的手机号' } });
  expect((await report(masked)).body).toMatchObject({ code: 0, msg: '举报成功' });
  expect(await t.app.db.select({ mobile: reports.mobile }).from(reports)).toEqual([own]);
  const feedback = await t.call('POST', '/api/tools/feedback', { body: { platform: 2, mobile: masked, content: '很好', url: '' } });
  expect(feedback.body.code).toBe(1);
});
