import { and, count, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { grantAccess } from '#server/modules/access/index.ts';
import { captchaHash } from '#server/modules/captcha/captcha.ts';
import { newCaptcha } from '#server/modules/captcha/index.ts';
import { captchas } from '#server/modules/captcha/tables.ts';
import { getItem } from '#server/modules/catalog/index.ts';
import { downloadState, grantDownload } from '#server/modules/downloads/index.ts';
import { download_receipts } from '#server/modules/downloads/tables.ts';
import { dailyUsed, extendMembership } from '#server/modules/membership/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePerson, type Person } from '../support/item-world.ts';

const t = testApp();
let publisher: Person;
let reader: Person;
let address = 0;
beforeAll(async () => {
  publisher = await makePerson(t);
});
beforeEach(async () => {
  reader = await makePerson(t);
  // an address of its own: the captcha gate counts by address too
  reader.actor = { ...reader.actor, address: `10.1.0.${++address}` } as Person['actor'];
  await setSetting(t.ctx(), 'captcha_after_downloads', 1_000);
});

const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const schemes = async (n: number, options: { vip_only?: boolean; price_fen?: number } = {}) =>
  Promise.all(
    Array.from({ length: n }, async () => (await makeItem(t, { publisher_id: publisher.id, bytes: Buffer.from('x'), ...options })).id),
  );
const statuses = async (ids: number[], person = reader) =>
  (await Promise.all(ids.map((item_id) => grantDownload(as(person), { item_id })))).map(({ status }) => status);
const times = (n: number, value: number) => Array.from({ length: n }, () => value);
const member = (max_download_pre_day: number) =>
  inTransaction(t.ctx(), (tx) => extendMembership(tx, { user_id: reader.id, vip_type: 1, days: 30, max_download_pre_day }));

it('M-011 64 free items at once: exactly the daily limit is granted, the rest hear status 3 with the limit', async () => {
  const ids = await schemes(64);
  const answers = await statuses(ids);
  expect(answers.filter((status) => status === 1)).toHaveLength(3);
  expect(answers.filter((status) => status === 3)).toHaveLength(61);
  expect(await grantDownload(as(reader), { item_id: ids[answers.indexOf(3)] ?? 0 })).toEqual({ status: 3, limit: 3 });
  expect(await dailyUsed(t.ctx(), { user_id: reader.id, name: 'free_download' })).toBe(3);
});

it('the same item 64 times at once takes one use, counts one download and leaves a receipt a link', async () => {
  const [id = 0] = await schemes(1);
  expect(await statuses(times(64, id))).toEqual(times(64, 1));
  expect(await dailyUsed(t.ctx(), { user_id: reader.id, name: 'free_download' })).toBe(1);
  expect((await getItem(t.ctx(), id))?.download_num).toBe(1);
  const [rows] = await t.app.db
    .select({ n: count() })
    .from(download_receipts)
    .where(and(eq(download_receipts.user_id, reader.id), eq(download_receipts.item_id, id)));
  expect(rows?.n).toBe(64);
});

it('64 readers at once count 64 downloads', async () => {
  const [id = 0] = await schemes(1);
  const people = await Promise.all(
    Array.from({ length: 64 }, async (_, n) => {
      const person = await makePerson(t);
      return { ...person, actor: { ...person.actor, address: `10.2.0.${n}` } as Person['actor'] };
    }),
  );
  await Promise.all(people.map((person) => grantDownload(as(person), { item_id: id })));
  expect((await getItem(t.ctx(), id))?.download_num).toBe(64);
});

it('begins anew with the next Shanghai day, and asking takes nothing', async () => {
  const ids = await schemes(5);
  expect(await statuses(ids.slice(0, 4))).toContain(3);
  const [asked] = ids.slice(4);
  expect(await downloadState(as(reader), { item_id: asked ?? 0 })).toMatchObject({ status: 3, last: 0, limit: 3 });
  t.clock.advance_ms(86_400_000);
  expect(await downloadState(as(reader), { item_id: asked ?? 0 })).toMatchObject({ status: 1, last: 3 });
  expect(await downloadState(as(reader), { item_id: asked ?? 0 })).toMatchObject({ status: 1, last: 3 });
  expect(await statuses([asked ?? 0])).toEqual([1]);
});

it('a limit of 0 grants nothing; members have no limit', async () => {
  await setSetting(t.ctx(), 'free_downloads_per_day', 0);
  const ids = await schemes(8);
  expect(await statuses(ids.slice(0, 2))).toEqual([3, 3]);
  await member(0);
  expect(await statuses(ids)).toEqual(times(8, 1));
  await setSetting(t.ctx(), 'free_downloads_per_day', 3);
});

it('M-008 64 member-only items at once: exactly the plan’s unlocks open; an open one stays open for the day', async () => {
  await member(5);
  const ids = await schemes(64, { vip_only: true });
  const results = await Promise.allSettled(ids.map((item_id) => grantDownload(as(reader), { item_id })));
  const opened = ids.filter((_id, n) => results[n]?.status === 'fulfilled');
  expect(opened).toHaveLength(5);
  const refused = results.find((result) => result.status === 'rejected');
  expect(refused?.reason).toMatchObject({ status: 403, message: '您今日会员解锁次已用完，可选择升级会员享不限次解锁' });
  expect(await statuses(opened)).toEqual(times(5, 1));
  expect(await dailyUsed(t.ctx(), { user_id: reader.id, name: 'scheme_unlock' })).toBe(5);
  // the next day takes a new one
  t.clock.advance_ms(86_400_000);
  expect(await statuses(opened.slice(0, 1))).toEqual([1]);
  expect(await dailyUsed(t.ctx(), { user_id: reader.id, name: 'scheme_unlock' })).toBe(1);
});

it('an unlimited member opens everything member-only, somebody else nothing', async () => {
  const ids = await schemes(3, { vip_only: true });
  await expect(grantDownload(as(reader), { item_id: ids[0] ?? 0 })).rejects.toMatchObject({ status: 403 });
  await member(0);
  expect(await statuses(ids)).toEqual([1, 1, 1]);
});

it('ends with the membership: what a member opened is closed in the moment that it runs out, and opens with the next one', async () => {
  const [item_id = 0] = await schemes(1, { vip_only: true });
  await member(0);
  t.clock.advance_ms(30 * 86_400_000 - 1_000);
  expect(await statuses([item_id])).toEqual([1]);
  t.clock.advance_ms(1_001);
  await expect(grantDownload(as(reader), { item_id })).rejects.toMatchObject({ status: 403 });
  await member(0);
  expect(await statuses([item_id])).toEqual([1]);
});

it('U-13 asks for a captcha after the setting’s number of links, exactly, whatever comes at once', async () => {
  await setSetting(t.ctx(), 'captcha_after_downloads', 5);
  const [id = 0] = await schemes(1);
  const answers = await statuses(times(64, id));
  expect(answers.filter((status) => status === 1)).toHaveLength(5);
  expect(answers.filter((status) => status === 4)).toHaveLength(59);
  expect(await downloadState(as(reader), { item_id: id })).toMatchObject({ status: 4 });

  const { key } = await newCaptcha(as(reader));
  await t.app.db
    .update(captchas)
    .set({ answer_hash: captchaHash(t.app, key, 'ACEF') })
    .where(eq(captchas.key, key));
  await expect(grantDownload(as(reader), { item_id: id, key, captcha: '' })).rejects.toMatchObject({ code: 1, message: '请输入验证码' });
  await expect(grantDownload(as(reader), { item_id: id, key, captcha: 'XXXX' })).rejects.toMatchObject({
    code: 1,
    message: '验证码错误，请重新输入',
  });
  const both = await Promise.allSettled(times(8, id).map((item_id) => grantDownload(as(reader), { item_id, key, captcha: 'acef' })));
  expect(both.filter((result) => result.status === 'fulfilled' && result.value.status === 1)).toHaveLength(1);

  t.clock.advance_ms(10 * 60_000 + 1_000);
  expect(await statuses([id])).toEqual([1]);
});

it('leaves neighbours behind one address in peace, until they are as many as a crowd', async () => {
  await setSetting(t.ctx(), 'captcha_after_downloads', 2);
  const [id = 0] = await schemes(1);
  const address = reader.actor.kind === 'user' ? reader.actor.address : '';
  const neighbour = async () => {
    const person = await makePerson(t);
    person.actor = { ...person.actor, address } as Person['actor'];
    return person;
  };
  await statuses([id, id]);
  expect(await statuses([id])).toEqual([4]);
  expect(await statuses([id], await neighbour())).toEqual([1]);
  for (const _pair of times(18, 0)) await statuses([id, id], await neighbour());
  expect(await statuses([id], await neighbour())).toEqual([1]);
  expect(await statuses([id], await neighbour())).toEqual([4]);
});

it('never asks for what was paid for, and does not count it', async () => {
  await setSetting(t.ctx(), 'captcha_after_downloads', 2);
  const [bought = 0] = await schemes(1, { price_fen: 1_990 });
  const [members = 0] = await schemes(1, { vip_only: true });
  const [free = 0] = await schemes(1);
  await inTransaction(t.ctx(), (tx) => grantAccess(tx, { user_id: reader.id, item_id: bought, source: 'purchase', source_id: null }));
  await member(0);
  expect(await statuses([...times(6, bought), ...times(6, members)])).toEqual(times(12, 1));
  for (const expected of [1, 1, 4]) expect(await statuses([free])).toEqual([expected]);
  expect(await statuses([bought])).toEqual([1]);
});
