import { beforeEach, describe, expect, it } from 'vitest';
import { CHAT_STRANGER_MESSAGES, type ChatConversation, type ChatMessage } from '#contract/chat.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { setItemStatus } from '#server/modules/catalog/index.ts';
import {
  actOnMessage,
  answerTimesOf,
  askAbout,
  blockOther,
  chatChanges,
  chatState,
  conversationOf,
  conversationsOf,
  forgetTalks,
  lookAtCase,
  messageEvents,
  messagesBefore,
  messagesBy,
  muteConversation,
  openConversation,
  openFile,
  postEvent,
  readUpTo,
  reportMessage,
  type SendInput,
  searchMessages,
  sendMessage,
  tellUnread,
} from '#server/modules/chat/index.ts';
import { chat_answers, chat_cases, chat_days } from '#server/modules/chat/tables.ts';
import { changeMail, confirmMail, deliverNotices, noticesOf, saveNoticeSettings } from '#server/modules/notices/index.ts';
import { storeOriginal } from '#server/modules/publishing/index.ts';
import { decideReview, listReviews, revealReview } from '#server/modules/review/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { audit_log } from '#server/outbox/tables.ts';
import { sandbox_mails } from '#server/providers/mail/tables.ts';
import { testApp } from '../support/app.ts';
import { makeItem } from '../support/market.ts';
import { makePerson, type Person } from '../support/people.ts';
import { storePhotographs } from '../support/picture-works.ts';
import { sweepNow } from '../support/sweep.ts';

const t = testApp();
let asker: Person;
let owner: Person;
let item_id: number;
let id: number;
let sent = 0;

const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const message = (over: Partial<SendInput>): SendInput => ({
  ...{ id, client_id: `client-${++sent}`, type: 'text', text: '', file_id: 0, item_id: 0, price: null, confirmed: false },
  ...over,
});
const say = (person: Person, text: string, over: Partial<SendInput> = {}) => sendMessage(as(person), message({ text, ...over }));
const rows = async (person: Person, after = 0): Promise<ChatMessage[]> =>
  (await messageEvents(as(person), id, after, 100)).map(({ data }) => data);

beforeEach(async () => {
  t.clock.advance_ms(60_000);
  asker = await makePerson(t, { nickname: '小林' });
  owner = await makePerson(t, { nickname: '星河策划' });
  item_id = await makeItem(t, owner.id);
  id = (await askAbout(as(asker), { kind: 'item', id: item_id })).id;
});

describe('opening', () => {
  it('is the same conversation for the same two and subject, from either side, also at once', async () => {
    expect(await askAbout(as(asker), { kind: 'item', id: item_id })).toEqual({ id });
    expect(await askAbout(as(owner), { kind: 'item', id: item_id, other_id: asker.id })).toEqual({ id });
    const other = await makePerson(t);
    const ids = await Promise.all(Array.from({ length: 8 }, () => askAbout(as(other), { kind: 'item', id: item_id })));
    expect(new Set(ids.map((one) => one.id)).size).toBe(1);
    expect(ids[0]?.id).not.toBe(id);
  });

  it('refuses oneself, what is not there, and strangers that the owner would like to ask', async () => {
    await expect(askAbout(as(owner), { kind: 'item', id: item_id })).rejects.toThrow('这是您自己发布的内容');
    await expect(askAbout(as(asker), { kind: 'item', id: 999_999 })).rejects.toMatchObject({ status: 404 });
    const stranger = await makePerson(t);
    await expect(askAbout(as(owner), { kind: 'item', id: item_id, other_id: stranger.id })).rejects.toMatchObject({ status: 403 });
    await expect(askAbout(as(asker), { kind: 'item', id: item_id, other_id: stranger.id })).rejects.toMatchObject({ status: 403 });
  });

  it("stands in no list before its first row, and is nobody else's afterwards", async () => {
    expect((await conversationsOf(as(owner), { after: '', q: '' })).list).toEqual([]);
    await say(asker, '您好，这个方案可以改成 200 人吗？');
    const { list } = await conversationsOf(as(owner), { after: '', q: '' });
    expect(list).toMatchObject([
      { id, unread: 1, last_text: '您好，这个方案可以改成 200 人吗？', subject: { kind: 'item', noun: '方案', title: '年会方案' } },
    ]);
    const stranger = await makePerson(t);
    await expect(conversationOf(as(stranger), id)).rejects.toMatchObject({ status: 404 });
    await expect(messagesBefore(as(stranger), { id, before: 0 })).rejects.toMatchObject({ status: 404 });
    await expect(sendMessage(as(stranger), message({ text: '你好' }))).rejects.toMatchObject({ status: 404 });
  });
});

describe('C-402 messages', () => {
  it('are numbered without a gap from many senders at once, and a retry adds none', async () => {
    await say(asker, '在吗');
    await say(owner, '在的');
    const inputs = Array.from({ length: 10 }, (_, i) => message({ text: `第 ${i} 条` }));
    await Promise.all(inputs.flatMap((input, i) => [0, 1].map(() => sendMessage(as(i % 2 ? asker : owner), input))));
    const all = await rows(asker);
    expect(all.map(({ seq }) => seq)).toEqual(Array.from({ length: 12 }, (_, i) => i + 1));
    expect(new Set(all.map(({ text }) => text)).size).toBe(12);
    expect((await messagesBefore(as(owner), { id, before: 4 })).list.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  it('the same client id in another conversation is refused', async () => {
    const first = message({ text: '您好' });
    await sendMessage(as(asker), first);
    const other = await askAbout(as(asker), { kind: 'item', id: await makeItem(t, owner.id) });
    await expect(sendMessage(as(asker), { ...first, id: other.id })).rejects.toMatchObject({ status: 409 });
  });

  it('unread is what came after the cursor, which never goes back; muted ones count nowhere', async () => {
    await say(asker, '一');
    await say(asker, '二');
    expect((await chatState(as(owner))).num).toBe(2);
    await readUpTo(as(owner), { id, seq: 1 });
    await readUpTo(as(owner), { id, seq: 0 });
    expect(await conversationOf(as(owner), id)).toMatchObject({ unread: 1, read_seq: 1 });
    // the header knows it from the call that tells who one is
    const info = () => t.call<{ chat_num: number }>('GET', '/api/user/userinfo', { token: owner.token });
    expect((await info()).body.data.chat_num).toBe(1);
    expect(await conversationOf(as(asker), id)).toMatchObject({ unread: 0, other_read_seq: 1 });
    await muteConversation(as(owner), { id, muted: true });
    expect((await chatState(as(owner))).num).toBe(0);
    await readUpTo(as(owner), { id, seq: 999 });
    expect(await conversationOf(as(owner), id)).toMatchObject({ unread: 0, read_seq: 2, muted: 1 });
  });

  it('changes are told once each after a place, in the order in which they can be seen', async () => {
    const { seq } = await chatState(as(owner));
    await say(asker, '一');
    const second = await askAbout(as(asker), { kind: 'item', id: await makeItem(t, owner.id) });
    await sendMessage(as(asker), message({ id: second.id, text: '二' }));
    const changes = await chatChanges(as(owner), seq, 100);
    expect(changes.map(({ data }) => data.conversation.id)).toEqual([id, second.id]);
    expect(changes.at(-1)?.data.num).toBe(2);
    expect(await chatChanges(as(owner), changes.at(-1)?.seq ?? 0, 100)).toEqual([]);
  });

  it('the list goes on after its last row, and is searched by name', async () => {
    for (let i = 0; i < 22; i++) {
      const talk = await inTransaction(t.ctx(), (tx) =>
        openConversation(tx, { subject: { kind: 'item', id: 10_000 + i }, starter_id: asker.id, other_id: owner.id }),
      );
      await inTransaction(t.ctx(), (tx) => postEvent(tx, { conversation_id: talk.id, type: 'note', data: { text: '开始' }, by: null }));
    }
    const first = await conversationsOf(as(owner), { after: '', q: '' });
    const rest = await conversationsOf(as(owner), { after: first.next, q: '' });
    expect(first.list.length + rest.list.length).toBe(22);
    expect(new Set([...first.list, ...rest.list].map((one) => one.id)).size).toBe(22);
    expect(rest.next).toBe('');
    expect((await conversationsOf(as(owner), { after: '', q: '小' })).list).toHaveLength(22);
    expect((await conversationsOf(as(owner), { after: '', q: '没有' })).list).toEqual([]);
    // those alone of which something is unread, also on the page behind
    const read = rest.list.at(-1) as ChatConversation;
    await readUpTo(as(owner), { id: read.id, seq: read.last_seq });
    const unread = await conversationsOf(as(owner), { after: '', q: '', unread: true });
    const behind = await conversationsOf(as(owner), { after: unread.next, q: '', unread: true });
    expect([...unread.list, ...behind.list].map((one) => one.id)).toEqual(
      [...first.list, ...rest.list].map((one) => one.id).filter((one) => one !== read.id),
    );
    await expect(conversationsOf(as(owner), { after: '2026-99-99T00:00:00.000000Z~1', q: '' })).rejects.toThrow('位置无效');
  });

  it("are found by their words in one's own conversations alone", async () => {
    await say(asker, '会场需要 100% 遮光');
    const found = await searchMessages(as(owner), { q: '100%', page: 1 });
    expect(found.list).toMatchObject([{ conversation: { id }, message: { seq: 1 } }]);
    expect((await searchMessages(as(owner), { q: '100_', page: 1 })).list).toEqual([]);
    expect((await searchMessages(as(await makePerson(t)), { q: '遮光', page: 1 })).list).toEqual([]);
  });
});

describe('price cards and events', () => {
  const price = { title: '主视觉与物料', price: 8_800, days: 5, note: '' };

  it('a price is accepted once, by the other side, and the act is a row of the sequence', async () => {
    const { seq } = await sendMessage(as(asker), message({ type: 'price', price }));
    await expect(actOnMessage(as(asker), { id, seq, act: 'accept' })).rejects.toThrow('报价由对方决定');
    const acts = await Promise.allSettled([0, 1, 2].map(() => actOnMessage(as(owner), { id, seq, act: 'accept' })));
    expect(acts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await rows(asker)).toMatchObject([
      { seq: 1, type: 'price', state: 'accepted', price },
      { seq: 2, type: 'event', event: { of: 1, state: 'accepted', text: '对方接受了报价' } },
    ]);
    await expect(actOnMessage(as(asker), { id, seq, act: 'withdraw' })).rejects.toMatchObject({ status: 409 });
  });

  it('a work is sent as its card, which leads nowhere once it is taken down; what is not published is not sent', async () => {
    await sendMessage(as(owner), message({ type: 'work', item_id }));
    expect((await rows(asker))[0]?.card).toMatchObject({ id: item_id, path: expect.stringContaining(`id=${item_id}`) });
    await inTransaction(t.ctx(), (tx) => setItemStatus(tx, item_id, ['published'], 'taken_down'));
    expect((await rows(asker))[0]?.card).toMatchObject({ path: '' });
    await expect(sendMessage(as(owner), message({ type: 'work', item_id }))).rejects.toMatchObject({ status: 404 });
  });

  it('refuses a price of nothing, of parts of a fen, and without words', async () => {
    for (const wrong of [{ price: 0 }, { price: 0.001 }, { price: 1e8 }, { title: ' ' }]) {
      await expect(sendMessage(as(asker), message({ type: 'price', price: { ...price, ...wrong } }))).rejects.toMatchObject({
        status: 400,
      });
    }
  });

  it('a message is taken back within two minutes, and shows nothing then', async () => {
    const { seq } = await say(asker, '发错了');
    await expect(actOnMessage(as(owner), { id, seq, act: 'recall' })).rejects.toThrow('只能撤回自己的消息');
    const late = await say(asker, '晚了');
    await actOnMessage(as(asker), { id, seq, act: 'recall' });
    expect((await rows(owner))[0]).toMatchObject({ state: 'recalled', text: '' });
    expect((await searchMessages(as(owner), { q: '发错', page: 1 })).list).toEqual([]);
    t.clock.advance_ms(121_000);
    await expect(actOnMessage(as(asker), { id, seq: late.seq, act: 'recall' })).rejects.toThrow('不能撤回');
  });

  it('an event of another area is a row that both read in their words, with its card', async () => {
    const card = { id: 7, title: '报价 8,800 元', path: '/demand/details?id=7', cover: '', note: '5 天' };
    await inTransaction(t.ctx(), (tx) =>
      postEvent(tx, { conversation_id: id, type: 'offer_made', data: { text: '提交了报价', card }, by: asker.id }),
    );
    expect((await rows(owner))[0]).toMatchObject({ type: 'event', card, event: { type: 'offer_made', text: '对方提交了报价' } });
    expect((await rows(asker))[0]?.event?.text).toBe('您提交了报价');
    // an act elsewhere does not say that the talk was read
    await say(owner, '收到');
    await inTransaction(t.ctx(), (tx) =>
      postEvent(tx, { conversation_id: id, type: 'offer_changed', data: { text: '修改了报价' }, by: asker.id }),
    );
    expect(await conversationOf(as(asker), id)).toMatchObject({ unread: 2 });
  });
});

describe('limits', () => {
  it('who nobody answered says five things, then waits', async () => {
    for (let i = 0; i < CHAT_STRANGER_MESSAGES; i++) await say(asker, `第 ${i} 条`);
    await expect(say(asker, '还在吗')).rejects.toMatchObject({ status: 429, data: { why: 'stranger' } });
    await say(owner, '在的');
    await say(asker, '好的');
  });

  it('of the last first message of a day one is taken', async () => {
    await setSetting(t.ctx((await makePerson(t, { roles: ['admin'] })).actor), 'chat_first_messages_daily', 1);
    const second = await askAbout(as(asker), { kind: 'item', id: await makeItem(t, owner.id) });
    const both = await Promise.allSettled([say(asker, '您好'), say(asker, '您好', { id: second.id })]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await t.app.db.select().from(chat_days)).toContainEqual(expect.objectContaining({ user_id: asker.id, num: 1 }));
    await setSetting(t.ctx((await makePerson(t, { roles: ['admin'] })).actor), 'chat_first_messages_daily', 30);
  });

  it('nobody writes to who blocks them, in any conversation, until they are let', async () => {
    await say(asker, '您好');
    const second = await askAbout(as(asker), { kind: 'item', id: await makeItem(t, owner.id) });
    await blockOther(as(owner), { id, blocked: true });
    await expect(say(asker, '再问一下', { id: second.id })).rejects.toMatchObject({ status: 403, data: { why: 'blocked' } });
    await expect(say(owner, '您好')).rejects.toThrow('您已屏蔽对方');
    await blockOther(as(owner), { id, blocked: false });
    await say(asker, '再问一下');
  });
});

describe('contact details early in a talk', () => {
  it('are asked about, go on when the sender wants, and stand before staff', async () => {
    const input = message({ text: '加我微信 13800138000 细聊' });
    await expect(sendMessage(as(asker), input)).rejects.toMatchObject({ status: 409, data: { why: 'contact' } });
    expect(await rows(asker)).toEqual([]);
    await sendMessage(as(asker), { ...input, confirmed: true });
    expect(await t.app.db.select().from(chat_cases)).toContainEqual(
      expect.objectContaining({ why: 'contact', conversation_id: id, seq: 1, accused_id: asker.id, reporter_id: null }),
    );
  });

  it('are masked on the desk and in no CSV, and whole for who says why', async () => {
    await sendMessage(as(asker), message({ text: '您好，13800138000 找我', confirmed: true }));
    await reportMessage(as(owner), { id, seq: 1, reason: '让我加 13800138000' });
    const staff = await makePerson(t, { roles: ['reviewer'] });
    const rows = (await listReviews(as(staff), { type: 'chat', status: 'open', page: 1, limit: 50 })).list.slice(-2);
    const facts = rows.flatMap(({ subject }) => subject.facts ?? []).map(({ value, personal = false }) => `${value}:${personal}`);
    expect(facts).toEqual(['您好，13**** 找我:true', '消息里有联系方式:true', '您好，13**** 找我:true', '让我加 13****:false']);
    const [row] = await Promise.all(rows.map(({ id: one }) => revealReview(as(staff), { id: one, reason: '核实举报' })));
    expect(row?.facts.map(({ value }) => value)).toEqual(['您好，13800138000 找我', '13800138000']);
    expect((await t.app.db.select().from(audit_log)).filter(({ action }) => action === 'review.reveal')).toHaveLength(2);
  });
});

describe('reports', () => {
  it('show staff the message and a few around it, with an audit row; removing takes it from both', async () => {
    await say(asker, '您好');
    await say(owner, '请先把定金转给我个人');
    for (let i = 0; i < 8; i++) await say(asker, `之后 ${i}`);
    await expect(reportMessage(as(owner), { id, seq: 2, reason: '自己' })).rejects.toThrow('不能举报自己的消息');
    await reportMessage(as(asker), { id, seq: 2, reason: '引导站外交易' });
    const staff = await makePerson(t, { roles: ['reviewer'] });
    const { list } = await listReviews(as(staff), { type: 'chat', status: 'open', page: 1, limit: 10 });
    const entry = list.find(({ subject }) => subject.facts?.[0]?.value === '请先把定金转给我个人');
    expect(JSON.stringify(entry)).not.toContain('您好');
    const seen = await lookAtCase(as(staff), entry?.target_id ?? 0);
    expect(seen.rows.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect((await t.app.db.select().from(audit_log)).filter(({ action }) => action === 'chat.look')).toHaveLength(1);
    await expect(lookAtCase(as(asker), seen.id)).rejects.toMatchObject({ status: 403 });
    const { version, id: review_id } = entry ?? { version: 0, id: 0 };
    await decideReview(as(staff), { id: review_id, version, action: 'remove', reason: '引导站外交易' });
    const after = await rows(owner);
    expect(after[1]).toMatchObject({ seq: 2, state: 'removed', text: '' });
    expect(after.at(-1)).toMatchObject({ from: 0, event: { of: 2, state: 'removed' } });
  });
});

describe('pictures and files', () => {
  it('are opened by the two alone, by an address that ends, and not once they are taken back', async () => {
    const [file_id = 0] = await storePhotographs(t, asker, ['#336699']);
    const shown = await sendMessage(as(asker), message({ type: 'picture', file_id }));
    expect(shown.file?.width).toBeGreaterThan(0);
    const [theirs] = await rows(owner);
    const ticket = ticketOf(theirs);
    const file = await openFile(as(owner), ticket);
    expect(file.type).toBe('image/webp');
    const stranger = await makePerson(t);
    await expect(openFile(as(stranger), { ...ticket, user_id: stranger.id })).rejects.toMatchObject({ status: 404 });
    await expect(sendMessage(as(owner), message({ type: 'picture', file_id }))).rejects.toMatchObject({ status: 404 });
    await actOnMessage(as(asker), { id, seq: 1, act: 'recall' });
    await expect(openFile(as(owner), ticket)).rejects.toMatchObject({ status: 404 });
    t.clock.advance_ms(3 * 3_600_000);
    await expect(openFile(as(owner), ticket)).rejects.toMatchObject({ status: 404 });
  });

  it('a file is read by the other with its name, saved and not shown; one of somebody else is not sent', async () => {
    const data = Buffer.from('%PDF-1.7 stage plan '.padEnd(80));
    const file_id = await storeOriginal(as(asker), { purpose: 'opaque', name: '舞台布置图.pdf', data });
    await expect(sendMessage(as(owner), message({ type: 'file', file_id }))).rejects.toMatchObject({ status: 404 });
    await sendMessage(as(asker), message({ type: 'file', file_id }));
    const [theirs] = await rows(owner);
    expect(theirs).toMatchObject({ type: 'file', file: { name: '舞台布置图.pdf', size_bytes: 80, width: 0 } });
    expect((await conversationOf(as(owner), id)).last_text).toBe('[文件] 舞台布置图.pdf');
    const file = await openFile(as(owner), ticketOf(theirs));
    // whatever is in it, a browser saves it
    expect(file.type).toBe('application/octet-stream');
    let text = '';
    for await (const part of await file.read({ start: 0, end: 79 })) text += String(part);
    expect(text).toBe(data.toString());
  });

  it('bytes that no message names are swept, those of messages stay', async () => {
    const { storage } = t.app.providers;
    await t.app.jobs.send('chat.sweep', { keys: ['aa/bb/unnamed'] });
    await storage.putPrivate('aa/bb/unnamed', Buffer.from('x'));
    expect(await sweepNow(t)).toBe(0);
    expect(await storage.statPrivate('aa/bb/unnamed')).toBeNull();
    const { rows } = await t.app.db.execute<{ key: string }>('select key from chat_files');
    expect(rows.length && (await Promise.all(rows.map(({ key }) => storage.statPrivate(key)))).includes(null)).toBe(false);
  });
});

function ticketOf(one: ChatMessage | undefined) {
  const query = new URL(one?.file?.src ?? '', 'http://x').searchParams;
  const number = (name: string) => Number(query.get(name));
  return {
    ...{ id: number('id'), user_id: number('user_id'), case_id: number('case_id'), login: number('login'), expires: number('expires') },
    sign: query.get('sign') ?? '',
  };
}

describe('messages that nobody comes to read', () => {
  const wait = (minutes: number) => t.clock.advance_ms(minutes * 60_000);
  const look = () => tellUnread(t.ctx(), { conversation_id: id, user_id: owner.id });
  const told = async () =>
    (await noticesOf(as(owner), { only_unread: false, topic: 'chat', page: 1, limit: 10 })).list.map(({ title, is_read }) => [
      title,
      is_read,
    ]);
  const mails = async () => (await t.app.db.select().from(sandbox_mails)).filter(({ to }) => to === `o${owner.id}@example.com`);
  const planned = async () => {
    const { rows: jobs } = await t.booted.pool.pool.query<{ wait_s: number }>(
      `select extract(epoch from start_after - created_on)::int as wait_s from pgboss.job
       where name = 'chat.tell-unread' and state = 'created' and singleton_key = $1`,
      [`${id}:${owner.id}`],
    );
    return jobs.map(({ wait_s }) => wait_s);
  };
  const ways = (digest: boolean, mail = true) =>
    saveNoticeSettings(as(owner), { ways: { 'chat:mail': mail }, quiet_from: 0, quiet_to: 0, digest });
  const withMail = async () => {
    await changeMail(as(owner), `o${owner.id}@example.com`);
    await confirmMail(as(owner), /验证码是 (\d{6})/.exec((await mails()).at(-1)?.text ?? '')?.[1] ?? '');
    await t.app.db.delete(sandbox_mails);
    await ways(false);
  };

  it('are told of once, by mail too, until they were read; what was said stays in the conversation', async () => {
    await withMail();
    await say(asker, '预算 30 万，可以吗');
    await say(asker, '在吗');
    expect(await planned()).toEqual([900]);
    wait(14);
    await look();
    expect(await told()).toEqual([]);
    wait(1);
    await look();
    await look();
    await deliverNotices(t.ctx());
    expect(await told()).toEqual([['小林 给您发了 2 条消息', 0]]);
    const sent = await mails();
    expect(sent.map(({ subject }) => subject)).toEqual(['【策猫】小林 给您发了 2 条消息']);
    expect(sent[0]?.text).toContain(`${t.config.site_url}/receiveOrder/chat?id=${id}`);
    expect(sent[0]?.text).not.toContain('30 万');
    await say(asker, '还在吗');
    wait(20);
    await look();
    expect(await told()).toHaveLength(1);
    await readUpTo(as(owner), { id, seq: 3 });
    expect(await told()).toEqual([['小林 给您发了 2 条消息', 1]]);
    await say(asker, '第四句');
    wait(15);
    await look();
    expect((await told())[0]).toEqual(['小林 给您发了 1 条消息', 0]);
    await say(owner, '在的');
    expect((await told())[0]?.[1]).toBe(1);
  });

  it('wait from the first that was not read: a look that comes too early looks again', async () => {
    await say(asker, '一');
    await readUpTo(as(owner), { id, seq: 1 });
    wait(10);
    await say(asker, '二');
    expect(await planned()).toEqual([900]);
    await t.booted.pool.pool.query("update pgboss.job set state = 'completed' where singleton_key = $1", [`${id}:${owner.id}`]);
    wait(5);
    await look();
    expect([await planned(), await told()]).toEqual([[600], []]);
  });

  it('are not told of where the conversation is muted, they were taken back, or the operator turned it off', async () => {
    await say(asker, '一');
    await actOnMessage(as(asker), { id, seq: 1, act: 'recall' });
    wait(15);
    await look();
    await say(asker, '二');
    await muteConversation(as(owner), { id, muted: true });
    wait(15);
    await look();
    await muteConversation(as(owner), { id, muted: false });
    const admin = (await makePerson(t, { roles: ['admin'] })).actor;
    await setSetting(t.ctx(admin), 'chat_tell_unread_minutes', 0);
    await look();
    expect(await told()).toEqual([]);
    await setSetting(t.ctx(admin), 'chat_tell_unread_minutes', 15);
    await look();
    expect(await told()).toHaveLength(1);
  });

  it('go into no mail once they were read on the site, or where mail of conversations is off', async () => {
    await withMail();
    await ways(true);
    await say(asker, '一');
    wait(15);
    await look();
    await readUpTo(as(owner), { id, seq: 1 });
    wait(24 * 60);
    await deliverNotices(t.ctx());
    await ways(false, false);
    await say(asker, '二');
    wait(15);
    await look();
    await deliverNotices(t.ctx());
    expect([await mails(), (await told()).length]).toEqual([[], 2]);
  });
});

it('answer times are medians of who let whom wait', async () => {
  await say(asker, '一');
  t.clock.advance_ms(60_000);
  await say(asker, '二');
  t.clock.advance_ms(60_000);
  await say(owner, '答');
  t.clock.advance_ms(10_000);
  await say(asker, '三');
  t.clock.advance_ms(40_000);
  await say(owner, '答');
  expect(await answerTimesOf(t.app.db, [owner.id, asker.id, 999])).toEqual(
    new Map([
      [owner.id, 80],
      [asker.id, 10],
    ]),
  );
});

it("what one said goes into a package of one's data; closing leaves the talk to the other", async () => {
  await say(asker, '您好');
  await say(owner, '您好，请讲');
  const mine: object[] = [];
  for await (const row of messagesBy(t.ctx(), asker.id)) mine.push(row);
  expect(mine).toMatchObject([{ conversation_id: id, seq: 1, text: '您好' }]);
  await inTransaction(t.ctx(), (tx) => forgetTalks(tx, owner.id));
  expect(await rows(asker)).toHaveLength(2);
  expect((await t.app.db.select().from(chat_answers)).filter(({ user_id }) => user_id === owner.id)).toEqual([]);
});
