import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCtx } from '#server/app/ctx.ts';
import { askAbout, sendMessage } from '#server/modules/chat/index.ts';
import { type JoinedSite, joinSite } from '../support/join-site.ts';
import { makeItem } from '../support/market.ts';
import { makePerson, type Person } from '../support/people.ts';
import { axeFindings, openReader, overflowsSideways, shot } from '../support/reader-browser.ts';

let joined: JoinedSite;
let asker: Person;
let owner: Person;
let item_id: number;
let sent = 0;

const enter = (person: Person, expected?: RegExp) =>
  openReader(joined.browser, joined.site, { token: person.token, ...(expected ? { expected } : {}) });
const say = (by: Person, id: number, text: string) =>
  sendMessage(createCtx(joined.beside.booted.app, by.actor, 'test'), {
    ...{ id, client_id: `e2e-chat-${++sent}`, type: 'text', text, file_id: 0, item_id: 0, price: null, confirmed: true },
  });
const log = (page: Page) => page.getByRole('log', { name: '消息' });
const field = (page: Page) => page.getByRole('textbox', { name: '消息', exact: true });
const write = async (page: Page, text: string) => {
  await field(page).fill(text);
  await field(page).press('Enter');
};
const ask = async (page: Page, of = item_id) => {
  await page.goto(`${joined.site.url}/receiveOrder/chat?ask=item&of=${of}`);
  await page.waitForURL(/\?id=\d+$/);
  await field(page).waitFor();
};

beforeAll(async () => {
  joined = await joinSite();
  const place = { app: joined.beside.booted.app, ctx: joined.beside.ctx };
  asker = await makePerson(place, { nickname: '小林' });
  owner = await makePerson(place, { nickname: '星河策划' });
  item_id = await makeItem(place, owner.id);
});
afterAll(() => joined?.leave());

it('a visitor is led to the login, from where they come back to ask', async () => {
  const visitor = await openReader(joined.browser, joined.site);
  await visitor.page.goto(`${joined.site.url}/receiveOrder/chat?ask=item&of=${item_id}`);
  await visitor.page.waitForURL(/\/login\?from=/);
  expect(new URL(visitor.page.url()).searchParams.get('from')).toBe(`/receiveOrder/chat?ask=item&of=${item_id}`);
  await visitor.context.close();
});

it('two talk: asked about a work, answered by keys, read, priced and accepted, warned of contact details', async () => {
  const one = await enter(asker, /409/);
  await ask(one.page);
  expect(await one.page.locator('body > footer').count()).toBe(0);
  await write(one.page, '您好，300 人的版本有吗？');
  await expect.poll(() => log(one.page).innerText()).toContain('未读');

  const two = await enter(owner);
  await two.page.goto(`${joined.site.url}/receiveOrder/chat`);
  await two.page.getByRole('link', { name: /小林/ }).press('Enter');
  await expect.poll(() => log(two.page).innerText()).toContain('300 人的版本');
  // what the other reads and writes is here without a reload
  await expect.poll(() => log(one.page).innerText()).toContain('已读');
  await two.page.getByRole('button', { name: '报价', exact: true }).press('Enter');
  await two.page.getByRole('textbox', { name: /报价内容/ }).fill('策划与主视觉');
  await two.page.getByRole('textbox', { name: /金额/ }).fill('18800');
  await two.page.getByRole('textbox', { name: /金额/ }).press('Enter');
  await one.page.getByRole('button', { name: '接受', exact: true }).click();
  await expect.poll(() => log(two.page).innerText()).toContain('对方接受了报价');
  expect(await log(two.page).innerText()).toContain('已接受');

  await write(one.page, '加微信 13800138000 细聊');
  await one.page.getByText('消息里似乎有联系方式').waitFor();
  expect(await axeFindings(one.page)).toEqual([]);
  await one.page.getByRole('button', { name: '返回修改' }).click();
  await expect.poll(() => field(one.page).inputValue()).toBe('加微信 13800138000 细聊');
  // what was written stays on this browser until it is sent
  await one.page.reload();
  await expect.poll(() => field(one.page).inputValue()).toBe('加微信 13800138000 细聊');
  await one.page.setViewportSize({ width: 1440, height: 900 });
  await shot(one.page, 'chat-1440');
  await two.page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => overflowsSideways(two.page)).toBe(false);
  await shot(two.page, 'chat-390');
  await two.page.getByRole('button', { name: '回到会话列表' }).click();
  await two.page.getByRole('link', { name: /小林/ }).waitFor();
  await shot(two.page, 'chat-list-390');
  expect([...one.complaints, ...two.complaints]).toEqual([]);
  await one.context.close();
  await two.context.close();
});

it('a message whose answer was lost is shown as not sent, and is there once when it is sent again', async () => {
  const one = await enter(asker, /ERR_FAILED/);
  await ask(one.page);
  await one.page.route('**/gateway/user/chat/send*', async (route) => {
    // it arrives, and the answer is lost
    await route.fetch();
    await route.abort();
  });
  // the stream would bring what arrived: it is lost too
  await one.page.route('**/gateway/user/chat/messages*', (route) => route.abort());
  await write(one.page, '信号不好的一句');
  await one.page.getByText(/未发送/).waitFor();
  await one.page.unroute('**/gateway/user/chat/send*');
  await one.page.getByRole('button', { name: '重新发送' }).click();
  await expect.poll(() => one.page.getByText(/未发送/).count()).toBe(0);
  await one.page.unrouteAll();
  await expect.poll(async () => (await log(one.page).innerText()).split('信号不好的一句').length).toBe(2);
  await one.context.close();
});

it('a long talk draws what is seen, stays where its reader is, and goes back to its beginning', async () => {
  const ctx = createCtx(joined.beside.booted.app, asker.actor, 'test');
  const other = await makeItem({ ctx: joined.beside.ctx }, owner.id);
  const { id } = await askAbout(ctx, { kind: 'item', id: other });
  await say(asker, id, '开始');
  await say(owner, id, '好的');
  const { pool } = joined.beside.booted.pool;
  await pool.query(
    `insert into chat_messages (conversation_id, seq, sender_id, type, body, created_at)
     select $1, n, case when n % 2 = 0 then $2::bigint else $3::bigint end, 'text', '第 ' || n || ' 条', now() from generate_series(3, 400) n`,
    [id, asker.id, owner.id],
  );
  await pool.query('update chat_conversations set last_seq = 400 where id = $1', [id]);
  await pool.query('update chat_members set last_seq = 400, last_at = now() where conversation_id = $1', [id]);
  const one = await enter(asker);
  await one.page.goto(`${joined.site.url}/receiveOrder/chat?id=${id}`);
  await one.page.locator('[data-seq="400"]').waitFor();
  expect(await one.page.locator('[data-seq]').count()).toBeLessThan(80);
  const frames = () => one.page.evaluate(() => new Promise<void>((go) => requestAnimationFrame(() => requestAnimationFrame(() => go()))));
  const first = one.page.locator('[data-seq="1"]');
  await expect
    .poll(
      async () => {
        await log(one.page).evaluate((element) => element.scrollBy(0, -2_000));
        await frames();
        return first.count();
      },
      { timeout: 30_000 },
    )
    .toBe(1);
  expect(await one.page.locator('[data-seq]').count()).toBeLessThan(80);
  await say(owner, id, '刚刚到的');
  await one.page.getByRole('button', { name: /1 条新消息/ }).click();
  await one.page.locator('[data-seq="401"]').waitFor();
  expect(one.complaints).toEqual([]);
  await one.context.close();
});

it('without scripts a conversation is read and answered by a form', async () => {
  const one = await enter(asker);
  await ask(one.page);
  await one.page.getByRole('button', { name: '简洁版' }).click();
  await one.page.waitForURL(/\/gateway\/user\/chat\/plain\?/);
  const plain = one.page.url();
  await one.context.close();
  const reader = await openReader(joined.browser, joined.site, { javascript: false });
  await reader.page.goto(plain);
  await reader.page.getByLabel('回复').fill('没有脚本也能说 <b>话</b>');
  await reader.page.getByRole('button', { name: '发送' }).click();
  expect(await reader.page.getByRole('list').innerText()).toContain('没有脚本也能说 <b>话</b>');
  await reader.context.close();
});
