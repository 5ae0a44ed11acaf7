import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { type NoticeTopic, TOPIC_OF_TYPE } from '#contract/notice.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { readList } from '#server/modules/console/index.ts';
import {
  changeMail,
  confirmMail,
  deliverNotices,
  failingDeliveries,
  forgetNoticeWays,
  noticeEvents,
  noticeSettings,
  noticesOf,
  readAllNotices,
  readNotice,
  saveNoticeSettings,
  sendNotices,
  sendOwnNotice,
  unreadState,
  unsubscribe,
  unsubscribeUrls,
} from '#server/modules/notices/index.ts';
import { notice_deliveries, notice_settings, notices } from '#server/modules/notices/tables.ts';
import { outsideWarnings, systemWarnings } from '#server/modules/operations/index.ts';
import type { Mail, MailPort } from '#server/providers/mail/port.ts';
import { createSandboxMail } from '#server/providers/mail/sandbox.ts';
import { sandbox_mails } from '#server/providers/mail/tables.ts';
import { sandbox_sms } from '#server/providers/sms/tables.ts';
import { todayFacts } from '#server/views/admin/overview.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/people.ts';

const t = testApp();
let reader: Person;
let keys = 0;
const MINUTE_MS = 60_000;

const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const tell = (topic: NoticeTopic = 'wallet', title = `消息 ${keys + 1}`, people: Person[] = [reader]) =>
  sendNotices(
    t.ctx(),
    people.map(({ id }) => id),
    { topic, key: `k${++keys}`, title, content: '内容', href: '/personalCenter' },
  );
const mails = () => t.app.db.select().from(sandbox_mails).orderBy(sandbox_mails.id);
const deliveries = () => t.app.db.select().from(notice_deliveries).orderBy(notice_deliveries.id);

/** An address that is proven by its code. */
async function prove(person: Person, mail = 'reader@example.com'): Promise<void> {
  await changeMail(as(person), mail);
  const code = /验证码是 (\d{6})/.exec((await mails()).at(-1)?.text ?? '')?.[1] ?? '';
  await confirmMail(as(person), code);
  await t.app.db.delete(sandbox_mails);
}

/** A mail server that does not take everything. */
function failing(fails: () => boolean): MailPort {
  const real = createSandboxMail(t.app.db);
  return { name: 'sandbox', send: (mail: Mail) => (fails() ? Promise.reject(new Error('451 later')) : real.send(mail)) };
}

beforeEach(async () => {
  for (const table of [notice_deliveries, notice_settings, notices, sandbox_mails, sandbox_sms]) await t.app.db.delete(table);
  // noon in Shanghai, always later than before
  const noon = 4 * 3_600_000;
  const at = t.clock.now().getTime();
  t.clock.advance_ms(Math.floor(at / 86_400_000 + 2) * 86_400_000 + noon - at);
  reader = await makePerson(t);
});

describe('the ways of a message', () => {
  it('an address gets mail only after its code came back; five wrong codes end it', async () => {
    await changeMail(as(reader), 'reader@example.com');
    await tell();
    await deliverNotices(t.ctx());
    expect((await mails()).map(({ subject }) => subject)).toEqual([expect.stringContaining('邮箱验证码')]);
    await expect(changeMail(as(reader), 'other@example.com')).rejects.toMatchObject({ status: 429 });
    for (let i = 0; i < 5; i++) await expect(confirmMail(as(reader), 'x')).rejects.toThrow('验证码有误或已失效');
    const code = /验证码是 (\d{6})/.exec((await mails())[0]?.text ?? '')?.[1] ?? '';
    await expect(confirmMail(as(reader), code)).rejects.toThrow('验证码有误或已失效');
    t.clock.advance_ms(61_000);
    await prove(reader);
    expect(await noticeSettings(as(reader))).toMatchObject({ mail: 're****@example.com', mail_confirmed: 1, can_mail: 1, can_sms: 1 });
    await tell('wallet', '提现已到账');
    expect(await deliverNotices(t.ctx())).toBe(1);
    const [mail] = await mails();
    expect(mail).toMatchObject({ to: 'reader@example.com', subject: '【策猫】提现已到账' });
    expect(mail?.text).toContain(`${t.config.site_url}/personalCenter`);
    expect(await deliverNotices(t.ctx())).toBe(0);
  });

  it('a code is good for 15 minutes', async () => {
    await changeMail(as(reader), 'reader@example.com');
    const code = /验证码是 (\d{6})/.exec((await mails())[0]?.text ?? '')?.[1] ?? '';
    t.clock.advance_ms(15 * MINUTE_MS);
    await expect(confirmMail(as(reader), code)).rejects.toThrow('已失效');
  });

  it('a text message goes out for the door at once, for money only when it was turned on', async () => {
    await tell('account', '您的账号在新设备登录');
    await tell('wallet', '提现已到账');
    await deliverNotices(t.ctx());
    const texts = () =>
      t.app.db
        .select()
        .from(sandbox_sms)
        .orderBy(sandbox_sms.id)
        .then((rows) => rows.map(({ text }) => text));
    expect(await texts()).toEqual([expect.stringContaining('新设备登录')]);
    await saveNoticeSettings(as(reader), { ways: { 'wallet:sms': true }, quiet_from: 22, quiet_to: 8, digest: false });
    await tell('wallet', '提现已到账');
    await deliverNotices(t.ctx());
    expect(await texts()).toHaveLength(2);
  });

  it('waits through quiet hours, and what was turned off meanwhile is dropped', async () => {
    await prove(reader);
    t.clock.advance_ms(11 * 60 * MINUTE_MS);
    await tell();
    await tell('coupon');
    expect(await deliverNotices(t.ctx())).toBe(0);
    await saveNoticeSettings(as(reader), { ways: { 'coupon:mail': false }, quiet_from: 22, quiet_to: 8, digest: false });
    t.clock.advance_ms(9 * 60 * MINUTE_MS);
    expect(await deliverNotices(t.ctx())).toBe(1);
    expect((await deliveries()).map(({ status }) => status)).toEqual(['sent', 'dropped']);
  });

  it('a digest is one mail of the day', async () => {
    await prove(reader);
    await saveNoticeSettings(as(reader), { ways: {}, quiet_from: 22, quiet_to: 8, digest: true });
    for (const title of ['甲', '乙', '丙']) await tell('wallet', title);
    expect(await deliverNotices(t.ctx())).toBe(0);
    t.clock.advance_ms(21 * 60 * MINUTE_MS);
    await deliverNotices(t.ctx());
    const sent = await mails();
    expect(sent.map(({ subject }) => subject)).toEqual(['【策猫】您有 3 条新消息']);
    for (const title of ['甲', '乙', '丙']) expect(sent[0]?.text).toContain(title);
    expect((await deliveries()).map(({ status }) => status)).toEqual(['sent', 'sent', 'sent']);
  });

  it('a digest of many is sent once, however many processes are at it', async () => {
    await prove(reader);
    await saveNoticeSettings(as(reader), { ways: {}, quiet_from: 22, quiet_to: 8, digest: true });
    for (let i = 0; i < 45; i++) await tell();
    t.clock.advance_ms(21 * 60 * MINUTE_MS);
    const { mail } = t.app.providers;
    let asked = 0;
    t.app.providers.mail = { name: 'sandbox', send: (one) => mail.send(one).finally(() => asked++) };
    const sent = await Promise.all(Array.from({ length: 8 }, () => deliverNotices(t.ctx())));
    t.app.providers.mail = mail;
    expect([asked, sent.reduce((sum, n) => sum + n, 0)]).toEqual([1, 45]);
    expect(new Set((await deliveries()).map(({ status }) => status))).toEqual(new Set(['sent']));
  });

  it('is tried again, later each time, and given up after half a day', async () => {
    await prove(reader);
    const { mail } = t.app.providers;
    let down = true;
    t.app.providers.mail = failing(() => down);
    try {
      await tell();
      expect(await deliverNotices(t.ctx())).toBe(0);
      expect((await deliveries())[0]).toMatchObject({ status: 'waiting', attempts: 1, failure: '451 later' });
      // who runs the site sees it while it is tried again, outside the console without whom it was for
      expect(await systemWarnings(t.ctx())).toContainEqual('1 条邮件或短信没有发出，正在重试：451 later');
      expect(await outsideWarnings(t.ctx())).toContainEqual('1 条邮件或短信没有发出，正在重试');
      expect(await deliverNotices(t.ctx())).toBe(0);
      t.clock.advance_ms(MINUTE_MS);
      down = false;
      expect(await deliverNotices(t.ctx())).toBe(1);
      expect(await failingDeliveries(t.ctx())).toEqual({ num: 0, failure: '' });
      down = true;
      await tell();
      for (let i = 0; i < 6; i++) {
        await deliverNotices(t.ctx());
        t.clock.advance_ms(13 * 3_600_000);
      }
      expect((await deliveries())[1]).toMatchObject({ status: 'failed', attempts: 6 });
      // staff count it for seven days, and see what it was without what it said
      const operator = as(await makePerson(t, { roles: ['operator'] }));
      expect((await todayFacts(operator)).given_up_notices).toBe(1);
      const { rows, total } = await readList(operator, {
        ...{ list: 'deliveries', query: `channel=mail&q=${reader.id}`, after: '', before: '', limit: 20 },
      });
      expect(total).toBe(1);
      expect(rows[0]?.cells).toMatchObject({ channel: '邮件', topic: '钱包与订单', failure: '451 later', attempts: 6 });
      expect(JSON.stringify(rows)).not.toContain('消息');
      t.clock.advance_ms(7 * 86_400_000);
      expect((await todayFacts(operator)).given_up_notices).toBe(0);
    } finally {
      t.app.providers.mail = mail;
    }
  });

  it('a process that dies after sending leaves one mail, and eight at once send each once', async () => {
    await prove(reader);
    await tell();
    const { mail } = t.app.providers;
    const real = createSandboxMail(t.app.db);
    // taken by the server, and nobody heard of it
    t.app.providers.mail = { name: 'sandbox', send: (one) => real.send(one).then(() => Promise.reject(new Error('killed'))) };
    await deliverNotices(t.ctx());
    t.app.providers.mail = mail;
    t.clock.advance_ms(MINUTE_MS);
    expect(await deliverNotices(t.ctx())).toBe(1);
    expect(await mails()).toHaveLength(1);
    for (let i = 0; i < 12; i++) await tell();
    const sent = await Promise.all(Array.from({ length: 8 }, () => deliverNotices(t.ctx())));
    expect(sent.reduce((sum, n) => sum + n, 0)).toBe(12);
    expect(await mails()).toHaveLength(13);
  });

  it('nothing more goes out to an account that ended', async () => {
    await prove(reader);
    await tell();
    await inTransaction(t.ctx(), (tx) => forgetNoticeWays(tx, reader.id));
    expect(await deliverNotices(t.ctx())).toBe(0);
    expect(await noticeSettings(as(reader))).toMatchObject({ mail: '', mail_confirmed: 0 });
  });

  it('a mail is left with one press; a foreign or changed address does nothing', async () => {
    await prove(reader);
    const { page, call } = unsubscribeUrls(t.ctx(), reader.id, 'wallet');
    const query = Object.fromEntries(new URL(page).searchParams) as Record<'u' | 't' | 's', string>;
    expect(new URL(call).search).toBe(new URL(page).search);
    await expect(unsubscribe(t.ctx(), { u: reader.id + 1, t: 'wallet', s: query.s })).rejects.toMatchObject({ status: 404 });
    await expect(unsubscribe(t.ctx(), { u: reader.id, t: 'all', s: query.s })).rejects.toMatchObject({ status: 404 });
    const sent = await t.call('POST', new URL(call).pathname.replace('/gateway', ''), { query });
    expect(sent.body).toMatchObject({ code: 0, data: { topic: '钱包与订单' } });
    await tell('wallet');
    await tell('coupon');
    await deliverNotices(t.ctx());
    expect((await mails()).map(({ subject }) => subject)).toEqual([expect.stringContaining('消息')]);
    expect((await noticeSettings(as(reader))).ways).toMatchObject({ 'wallet:mail': 0, 'coupon:mail': 1 });
  });
});

describe('S-701 the changes of messages', () => {
  const follow = async (after: number) => (await noticeEvents(as(reader), after, 100)).map(({ seq, data }) => ({ seq, ...data }));

  it('S-700 come in one order: new, read one, read all', async () => {
    await tell('wallet', '甲');
    await tell('wallet', '乙');
    const { num, seq } = await unreadState(as(reader));
    expect([num, seq]).toEqual([2, 2]);
    const [first] = await follow(0);
    expect(first).toMatchObject({ seq: 1, what: 'new', num: 2, notice: { title: '甲' } });
    expect(await readNotice(as(reader), first?.notice?.id ?? 0)).toEqual({ num: 1 });
    expect(await follow(seq)).toMatchObject([{ seq: 3, what: 'read', num: 1, notice: { title: '甲', is_read: 1 } }]);
    expect(await readAllNotices(as(reader))).toEqual({ num: 0 });
    expect(await follow(3)).toMatchObject([{ seq: 4, what: 'all', num: 0 }]);
    expect(await follow(4)).toEqual([]);
  });

  it('are listed by topic', async () => {
    await tell('wallet', '甲');
    await tell('verify', '乙');
    const { body } = await t.call<{ list: Array<{ title: string }>; total: number }>('GET', '/user/message', {
      token: reader.token,
      query: { type: TOPIC_OF_TYPE.indexOf('verify') + 1, p: 1, limit: 4, is_read: 0, cache: 'false' },
    });
    expect([body.data.total, body.data.list.map(({ title }) => title)]).toEqual([1, ['乙']]);
  });

  it('those of one topic are read at once, which who follows hears; the others stay', async () => {
    await tell('wallet', '甲');
    await tell('verify', '乙');
    await tell('verify', '丙');
    const readAll = (topic?: string) =>
      t.call<{ num: number }>('PUT', '/user/message/readAll', { token: reader.token, ...(topic ? { body: { topic } } : {}) });
    expect((await readAll('nothing')).body).toMatchObject({ code: 1, msg: '类型无效' });
    expect((await readAll('verify')).body.data).toEqual({ num: 1 });
    expect(await follow(3)).toMatchObject([{ what: 'all', num: 1 }]);
    const left = await noticesOf(as(reader), { only_unread: true, page: 1, limit: 4 });
    expect(left.list.map(({ title }) => title)).toEqual(['甲']);
    expect((await readAll()).body.data).toEqual({ num: 0 });
  });

  it('SH-5 the count goes down by one a message, also when it is pressed twice or 64 times at once', async () => {
    for (let i = 0; i < 3; i++) await tell();
    const [one] = await follow(0);
    const id = one?.notice?.id ?? 0;
    await Promise.all(Array.from({ length: 64 }, () => readNotice(as(reader), id)));
    expect((await unreadState(as(reader))).num).toBe(2);
  });

  it('shows who reads on after their place every message, though the one before it was committed later', async () => {
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const slow = inTransaction(t.ctx(), async (tx) => {
      await sendNotices(tx, [reader.id], { topic: 'wallet', key: 'slow', title: '慢' });
      // after the message, which goes at the end of its transaction
      tx.beforeCommit('notice_marks', () => {
        begun.resolve();
        return goOn.promise;
      });
    });
    await begun.promise;
    const fast = tell('wallet', '快');
    let seen = 0;
    const titles: string[] = [];
    const read = async () => {
      for (const { seq, notice } of await follow(seen)) {
        seen = seq;
        if (notice) titles.push(notice.title);
      }
    };
    await read();
    goOn.resolve();
    await Promise.all([slow, fast]);
    await read();
    expect(titles).toEqual(['慢', '快']);
  });

  it('a hundred senders and a reader who follows: no gap and no double', async () => {
    let seen = 0;
    const got: number[] = [];
    const read = async () => {
      for (const { seq, notice } of await follow(seen)) {
        seen = seq;
        if (notice) got.push(notice.id);
      }
    };
    let sending = true;
    const reading = (async () => {
      while (sending) await read();
    })();
    await Promise.all(Array.from({ length: 100 }, () => tell()));
    sending = false;
    await reading;
    await read();
    const all = await t.app.db.select({ id: notices.id }).from(notices).where(eq(notices.user_id, reader.id));
    expect(got.toSorted((a, b) => a - b)).toEqual(all.map(({ id }) => id).toSorted((a, b) => a - b));
  });

  it('the same message at once by many is one', async () => {
    const sent = await Promise.all(
      Array.from({ length: 16 }, () => sendNotices(t.ctx(), [reader.id], { topic: 'wallet', key: 'same', title: '一次' })),
    );
    expect(sent.reduce((sum, n) => sum + n, 0)).toBe(1);
    expect(await follow(0)).toHaveLength(1);
  });
});

it('messages of one moment are each sent once, with a place of their own where one user gets several', async () => {
  const other = await makePerson(t);
  const own = (person: Person, key: string) =>
    sendOwnNotice(t.ctx(), { user_id: person.id, topic: 'wallet', key, title: `消息 ${key}`, content: '内容', href: '/personalCenter' });
  await own(reader, 'm0');
  await Promise.all([own(reader, 'm1'), own(other, 'm1'), own(reader, 'm2'), own(reader, 'm0'), own(reader, 'm1'), own(reader, 'm3')]);
  const rows = async ({ id }: Person) =>
    (await t.app.db.select().from(notices).where(eq(notices.user_id, id)).orderBy(notices.seq)).map(({ key, seq }) => ({ key, seq }));
  const mine = await rows(reader);
  expect(mine.map(({ key }) => key)).toEqual(['m0', 'm1', 'm2', 'm3']);
  expect(new Set(mine.map(({ seq }) => seq)).size).toBe(4);
  expect((await rows(other)).map(({ key }) => key)).toEqual(['m1']);
  expect((await unreadState(as(reader))).num).toBe(4);
});
