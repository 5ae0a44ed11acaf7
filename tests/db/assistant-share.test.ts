import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { type AssistantAsk, type AssistantTurn, PINNED_MOST } from '#contract/assistant.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { clientPage } from '#server/areas/client-link/client-page.ts';
import {
  answerOf,
  askAssistant,
  assistantConversations,
  editAnswer,
  pinConversation,
  purgeConversations,
  removeConversation,
  restoreConversation,
  writeAnswer,
} from '#server/modules/assistant/index.ts';
import { assistant_answers, assistant_shared } from '#server/modules/assistant/tables.ts';
import { setItemStatus } from '#server/modules/catalog/index.ts';
import {
  clientLinkJobs,
  meetLink,
  openLink,
  ownLinks,
  revokeLink,
  saveLink,
  shareTalk,
  stopLink,
  talkLink,
} from '#server/modules/client-links/index.ts';
import { client_links } from '#server/modules/client-links/tables.ts';
import { users } from '#server/modules/identity/tables.ts';
import { indexItem } from '#server/modules/search/index.ts';
import { testApp } from '../support/app.ts';
import { makeItem } from '../support/catalog.ts';
import { makePerson, type Person } from '../support/people.ts';

const DAY_MS = 86_400_000;
const t = testApp();
let asker: Person;
let item_id: number;
let asked = 0;
const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const visitor = () => t.ctx({ kind: 'visitor', address: '203.0.113.9' });
async function ask(question: string, over: Partial<AssistantAsk> = {}): Promise<AssistantTurn> {
  const place = { conversation_id: 0, after: 0, beside: 0, files: [], tool: '' as const, input: {}, pay: false };
  const turn = await askAssistant(as(asker), { key: `shared-${++asked}`, ...place, question, ...over });
  await writeAnswer(t.ctx(), turn.id, new AbortController().signal);
  return answerOf(as(asker), turn.id);
}
const share = ({ conversation_id }: AssistantTurn, answer_id = 0, days?: number) =>
  shareTalk(as(asker), { conversation_id, answer_id, days });
const codeOf = ({ url }: { url: string }) => url.replace(/^.*\/c\//, '');
async function opened(link: { url: string }): Promise<string> {
  const answer = await openLink(visitor(), { code: codeOf(link), password: '', token: '', device: 'iPhone', address: '203.0.113.9' });
  if (answer.is !== 'open') throw new Error(answer.is);
  return answer.token;
}
async function shown(link: { url: string }, token = ''): Promise<{ status: number; html: string; robots: string | null }> {
  const page = await clientPage(visitor(), await meetLink(visitor(), codeOf(link), token));
  return { status: page.status, html: await page.text(), robots: page.headers.get('x-robots-tag') };
}

beforeAll(async () => {
  const { id: publisher_id } = await makePerson(t);
  const page_texts = ['年会流程：签到、抽奖环节放在晚宴之后，分三轮。', '预算按人数分摊。'];
  const wish = {
    publisher_id,
    title: '年会方案',
    introduction: '三百人的年会方案，含抽奖环节设计。',
    page_texts,
    free_pages: 2,
    page_count: 2,
  };
  item_id = await makeItem(t.ctx(), wish);
  await indexItem(t.ctx(), item_id);
});
beforeEach(async () => {
  asker = await makePerson(t, { mobile: `139${String(12_345_678 + asked)}`, nickname: `策划小林${asked}` });
});

it('a conversation is read by who holds its link as it stood when it was shared, its chosen branch alone', async () => {
  const first = await ask('年会怎么安排抽奖环节');
  const other = await ask('年会的签到怎么安排', { conversation_id: first.conversation_id, beside: first.id });
  const link = await share(first, first.id, 7);
  expect(link).toMatchObject({ is_talk: 1, is_paper: 0, state: 'open', view_num: 0, work: first.question, name: '策划小林0' });
  // before the press nothing of it is said but its title
  const cover = await shown(link);
  expect([cover.status, cover.html.includes('抽奖环节放在晚宴之后')]).toEqual([200, false]);
  const token = await opened(link);
  const page = await shown(link, token);
  expect(page).toMatchObject({ status: 200, robots: expect.stringContaining('noindex') });
  expect(page.html).toMatch(
    /策划小林0[\s\S]*分享于 2[\s\S]*年会怎么安排抽奖环节[\s\S]*抽奖环节放在晚宴之后[\s\S]*年会方案[\s\S]*href="\/assistant"[^>]*>我也来问/,
  );
  expect(page.html).not.toContain(other.question);
  expect(page.html).not.toContain('13912345678');
  // what comes later is not there, until it is shared again: at the same address
  await editAnswer(as(asker), first.id, '后来改过的话');
  const later = await ask('那预算怎么分', { conversation_id: first.conversation_id, after: first.id });
  expect((await shown(link, token)).html).not.toMatch(/后来改过的话|那预算怎么分/);
  expect((await talkLink(as(asker), first.conversation_id)).link).toMatchObject({ id: link.id, view_num: 1 });
  expect(await share(later)).toMatchObject({ id: link.id, url: link.url, ends_at: link.ends_at, view_num: 1 });
  expect((await shown(link, token)).html).toMatch(/后来改过的话[\s\S]*已由提问者编辑|已由提问者编辑[\s\S]*后来改过的话[\s\S]*那预算怎么分/);
  // an answer that staff take away is in no link, nor a work that is not on the site any more
  await inTransaction(t.ctx(), (tx) => setItemStatus(tx, item_id, ['published'], 'taken_down'));
  expect((await shown(link, token)).html).not.toContain(`href="/programme/detail?id=${item_id}"`);
  await inTransaction(t.ctx(), (tx) => setItemStatus(tx, item_id, ['taken_down'], 'published'));
  await t.app.db.update(assistant_answers).set({ removed: true }).where(eq(assistant_answers.id, first.id));
  expect((await shown(link, token)).html).not.toContain('后来改过的话');
});

it('of files the names alone are shared, and nobody shares what is another’s, a tool’s or not there yet', async () => {
  const turn = await ask('年会怎么安排抽奖环节');
  const file = { n: 9, id: 1, kind: '第 3 页', title: '内部报价.xlsx', path: '', excerpt: '底价八万八' };
  await t.app.db
    .update(assistant_answers)
    .set({
      sources: [file],
      text: '按报价来 [9]',
      files: [{ id: 1, name: '内部报价.xlsx', head: '底价八万八' }],
      instructions: '只给我看的要求',
    })
    .where(eq(assistant_answers.id, turn.id));
  const link = await share(turn);
  const { html } = await shown(link, await opened(link));
  expect(html).toContain('内部报价.xlsx');
  expect(html).not.toMatch(/底价八万八|只给我看的要求/);
  const stranger = await makePerson(t);
  await expect(shareTalk(as(stranger), { conversation_id: turn.conversation_id, answer_id: 0, days: 7 })).rejects.toMatchObject({
    status: 404,
  });
  await expect(talkLink(as(stranger), turn.conversation_id)).rejects.toMatchObject({ status: 404 });
  const second = await ask('年会的签到怎么安排');
  await expect(share(second, turn.id)).rejects.toMatchObject({ status: 404 });
  const place = { conversation_id: 0, after: 0, beside: 0, files: [], input: {}, pay: false };
  const waits = await askAssistant(as(asker), { key: 'shared-waits', ...place, tool: '', question: '还没有答的' });
  await expect(share(waits)).rejects.toMatchObject({ status: 409 });
});

it('stopped it is over at once and has another address afterwards; without an end it lasts, and ends with its conversation or account', async () => {
  const turn = await ask('年会怎么安排抽奖环节');
  const first = await share(turn, 0, 0);
  expect(first.ends_at).toBe(0);
  t.clock.advance_ms(400 * DAY_MS);
  expect((await shown(first)).status).toBe(200);
  await revokeLink(as(asker), first.id, true);
  expect(await shown(first)).toMatchObject({ status: 410, html: expect.stringContaining('撤回') });
  const second = await share(turn, 0, 7);
  expect(second.url).not.toBe(first.url);
  await expect(shown(first)).rejects.toMatchObject({ status: 404 });
  expect((await ownLinks(as(asker), { page: 1, limit: 9 })).total).toBe(1);
  const token = await opened(second);
  await removeConversation(as(asker), turn.conversation_id);
  expect(await shown(second, token)).toMatchObject({ status: 410, html: expect.stringContaining('对话已删除') });
  await restoreConversation(as(asker), turn.conversation_id);
  expect((await shown(second, token)).status).toBe(200);
  await t.app.db.update(users).set({ blocked: true }).where(eq(users.id, asker.id));
  expect((await shown(second, token)).status).toBe(410);
  await t.app.db.update(users).set({ blocked: false }).where(eq(users.id, asker.id));
  // only a conversation may last without an end
  await expect(saveLink(as(asker), { item_id, title: '方案', days: 0 })).rejects.toMatchObject({ code: 1 });
  t.clock.advance_ms(8 * DAY_MS);
  expect((await shown(second)).status).toBe(410);
  const staff = createCtx(t.app, (await makePerson(t, { roles: ['reviewer'] })).actor, 'test');
  const third = await share(turn, 0, 0);
  await inTransaction(staff, (tx) => stopLink(tx, third.id, '骚扰', true));
  await expect(share(turn)).rejects.toMatchObject({ status: 409 });
  // its words go for good with those of the conversation
  await removeConversation(as(asker), turn.conversation_id);
  t.clock.advance_ms(8 * DAY_MS);
  await purgeConversations(t.ctx());
  expect(await t.app.db.$count(assistant_shared, eq(assistant_shared.user_id, asker.id))).toBe(0);
});

it('one that was stopped and had no end is forgotten after a year', async () => {
  const turn = await ask('年会怎么安排抽奖环节');
  const link = await share(turn, 0, 0);
  const forget = () => clientLinkJobs(t.app)[0]?.run({}, new AbortController().signal);
  t.clock.advance_ms(800 * DAY_MS);
  await forget();
  expect(await t.app.db.$count(client_links, eq(client_links.id, link.id))).toBe(1);
  await revokeLink(as(asker), link.id, true);
  t.clock.advance_ms(366 * DAY_MS);
  await forget();
  expect(await t.app.db.$count(client_links, eq(client_links.id, link.id))).toBe(0);
});

it('pinned ones stand first, twenty at most, not twice, and not after they were thrown away', async () => {
  const list = async (q = '', after = '') => (await assistantConversations(as(asker), { q, after })).list.map(({ id }) => id);
  const talks: number[] = [];
  const place = { conversation_id: 0, after: 0, beside: 0, files: [], tool: '' as const, input: {}, pay: false };
  for (let n = 0; n <= PINNED_MOST; n++) {
    const { id, conversation_id } = await askAssistant(as(asker), { key: `shared-${++asked}`, ...place, question: '你好' });
    await writeAnswer(t.ctx(), id, new AbortController().signal);
    talks.push(conversation_id);
    t.clock.advance_ms(1_000);
  }
  const [oldest = 0, second = 0] = talks;
  const newest = talks.at(-1) ?? 0;
  expect(await list()).toHaveLength(20);
  await pinConversation(as(asker), oldest, true);
  expect((await list()).slice(0, 2)).toEqual([oldest, newest]);
  expect(new Set(await list()).size).toBe(21);
  expect(await list('你好')).not.toContain(oldest);
  for (const id of talks.slice(1, PINNED_MOST)) await pinConversation(as(asker), id, true);
  await expect(pinConversation(as(asker), newest, true)).rejects.toMatchObject({ status: 409 });
  await pinConversation(as(asker), second, true);
  await removeConversation(as(asker), second);
  await pinConversation(as(asker), newest, true);
  await restoreConversation(as(asker), second);
  expect((await list()).at(-1)).toBe(second);
  await pinConversation(as(asker), oldest, false);
  await expect(pinConversation(as(await makePerson(t)), oldest, true)).rejects.toMatchObject({ status: 404 });
});

it('shares no more than a page holds, and says what to do', async () => {
  const turn = await ask('年会怎么安排抽奖环节');
  const edited = async (chars: number) => {
    await t.app.db
      .update(assistant_answers)
      .set({ edited: '字'.repeat(chars) })
      .where(eq(assistant_answers.id, turn.id));
    return share(turn);
  };
  await expect(edited(200_000)).rejects.toMatchObject({ status: 409, message: expect.stringContaining('20 万字') });
  expect((await edited(199_000)).state).toBe('open');
});
