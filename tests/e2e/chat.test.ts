import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import type { ChatMessage } from '#contract/chat.ts';
import { createCtx } from '#server/app/ctx.ts';
import { askAbout, messageEvents, sendMessage } from '#server/modules/chat/index.ts';
import { joinedSite } from '../support/join-site.ts';
import { makeItem } from '../support/market.ts';
import { makePerson, type Person } from '../support/people.ts';
import { axeFindings, openReader, overflowsSideways, shot } from '../support/reader-browser.ts';

const joined = joinedSite();
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
  const place = { app: joined.beside.booted.app, ctx: joined.beside.ctx };
  asker = await makePerson(place, { nickname: '小林' });
  owner = await makePerson(place, { nickname: '星河策划' });
  item_id = await makeItem(place, owner.id);
});

it('C-401 a visitor is led to the login, from where they come back to ask', async () => {
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
  // whatever stands above, an announcement say, the composer ends inside the window
  await two.page.evaluate(() =>
    document.body.prepend(Object.assign(document.createElement('aside'), { style: 'flex: none; height: 90px' })),
  );
  const composer = two.page.locator('.chat-talk');
  await expect.poll(() => composer.evaluate((box) => Math.round(box.getBoundingClientRect().bottom - innerHeight))).toBe(0);
  await shot(two.page, 'chat-390');
  await two.page.getByRole('button', { name: '回到会话列表' }).click();
  await two.page.getByRole('link', { name: /小林/ }).waitFor();
  await shot(two.page, 'chat-list-390');
  expect([...one.complaints, ...two.complaints]).toEqual([]);
  await one.context.close();
  await two.context.close();
});

it('H6 a message whose answer was lost waits, and is there once when it went again by itself', async () => {
  const one = await enter(asker, /ERR_FAILED/);
  await ask(one.page);
  let arrived = 0;
  await one.page.route('**/gateway/user/chat/send*', async (route) => {
    // it arrives, and the answer is lost
    await route.fetch();
    arrived += 1;
    await route.abort();
  });
  // the stream would bring what arrived: it is lost too
  await one.page.route('**/gateway/user/chat/messages*', (route) => route.abort());
  await write(one.page, '信号不好的一句');
  await one.page.getByText('没有收到回应，正在自动重试').waitFor();
  await expect.poll(() => arrived).toBeGreaterThan(1);
  await one.page.unroute('**/gateway/user/chat/send*');
  await one.page.locator('[data-pending]').waitFor({ state: 'detached' });
  await one.page.unrouteAll();
  await expect.poll(async () => (await log(one.page).innerText()).split('信号不好的一句').length).toBe(2);
  await one.context.close();
});

const LONG = 50_000;

/** A talk of many messages; each says its number. */
async function longTalk(): Promise<number> {
  const ctx = createCtx(joined.beside.booted.app, asker.actor, 'test');
  const other = await makeItem({ ctx: joined.beside.ctx }, owner.id);
  const { id } = await askAbout(ctx, { kind: 'item', id: other });
  await say(asker, id, '开始');
  await say(owner, id, '好的');
  const { pool } = joined.beside.booted.pool;
  await pool.query(
    `insert into chat_messages (conversation_id, seq, sender_id, type, body, created_at)
     select $1, n, case when n % 2 = 0 then $2::bigint else $3::bigint end, 'text', '第 ' || n || ' 条', now() from generate_series(3, $4::int) n`,
    [id, asker.id, owner.id, LONG],
  );
  await pool.query('update chat_conversations set last_seq = $2 where id = $1', [id, LONG]);
  await pool.query('update chat_members set last_seq = $2, last_at = now() where conversation_id = $1', [id, LONG]);
  return id;
}

/** Numbers of the messages that are drawn, and those of them that the reader sees. */
const drawn = (page: Page) =>
  log(page).evaluate((box) => {
    const { top, bottom } = box.getBoundingClientRect();
    const rows = [...box.querySelectorAll<HTMLElement>('[data-seq]')].map((row) => ({
      seq: Number(row.dataset['seq']),
      text: row.querySelector('.chat-text')?.textContent ?? '',
      place: row.getBoundingClientRect(),
    }));
    const seen = rows.filter(({ place }) => place.bottom > top && place.top < bottom).sort((a, b) => a.place.top - b.place.top);
    return { num: rows.length, seen: seen.map(({ seq }) => seq), texts: seen.map(({ text }) => text) };
  });
const frames = (page: Page) =>
  page.evaluate(() => new Promise<void>((go) => requestAnimationFrame(() => requestAnimationFrame(() => go()))));

it('a talk of 50,000 messages draws what is seen: at its end, at a message that was searched for, and on from there', async () => {
  const id = await longTalk();
  const one = await enter(asker);
  await one.page.goto(`${joined.site.url}/receiveOrder/chat?id=${id}`);
  await one.page.locator(`[data-seq="${LONG}"]`).waitFor();
  expect((await drawn(one.page)).num).toBeLessThan(80);
  await one.page.getByRole('searchbox', { name: '查找会话与消息' }).fill('第 25000 条');
  await one.page.getByRole('searchbox', { name: '查找会话与消息' }).press('Enter');
  await one.page
    .getByRole('region', { name: '找到的消息' })
    .getByRole('link', { name: /第 25000 条/ })
    .click();
  await expect.poll(async () => (await drawn(one.page)).seen).toContain(25_000);
  expect(new URL(one.page.url()).searchParams.get('at')).toBe('25000');
  // up and down, further than what came with it
  for (const [step, to] of [
    [-1_500, 24_900],
    [1_500, 25_100],
  ] as const) {
    await expect
      .poll(
        async () => {
          await log(one.page).evaluate((box, by) => box.scrollBy(0, by), step);
          await frames(one.page);
          return (await drawn(one.page)).seen.some((seq) => (step < 0 ? seq <= to : seq >= to));
        },
        { timeout: 30_000 },
      )
      .toBe(true);
    const { num, seen, texts } = await drawn(one.page);
    expect(num).toBeLessThan(80);
    expect(seen).toEqual(seen.map((_, at) => (seen[0] as number) + at));
    expect(texts).toEqual(seen.map((seq) => `第 ${seq} 条`));
  }
  // what comes meanwhile is kept for the end, and what one says leads there
  await say(owner, id, '刚刚到的');
  await one.page.getByRole('button', { name: '回到最新消息' }).click();
  await expect.poll(async () => (await drawn(one.page)).seen).toContain(LONG + 1);
  await one.page.goto(`${joined.site.url}/receiveOrder/chat?id=${id}&at=300`);
  await expect.poll(async () => (await drawn(one.page)).seen).toContain(300);
  await write(one.page, '从中间说的');
  await expect.poll(async () => (await drawn(one.page)).texts).toContain('从中间说的');
  expect(await log(one.page).getByText('从中间说的').count()).toBe(1);
  expect(one.complaints).toEqual([]);
  await one.context.close();
});

it('all 50,000 in the page: the middle of the scroll bar shows the middle, and few of them are drawn', async () => {
  const id = await longTalk();
  const one = await enter(asker);
  // a reader who scrolled for hours has them all: pages of 5,000 take their place
  await one.page.route('**/gateway/user/chat/before*', async (route) => {
    const before = Number(new URL(route.request().url()).searchParams.get('before'));
    const answer = await route.fetch();
    if (before === 0) return route.fulfill({ response: answer });
    const body = (await answer.json()) as { data: { list: ChatMessage[]; last_seq: number } };
    const [like] = body.data.list as [ChatMessage];
    const from = Math.max(1, before - 5_000);
    const list = Array.from({ length: before - from }, (_, at) => ({ ...like, seq: from + at, text: `第 ${from + at} 条`, client_id: '' }));
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, list } } });
  });
  await one.page.goto(`${joined.site.url}/receiveOrder/chat?id=${id}`);
  await one.page.locator(`[data-seq="${LONG}"]`).waitFor();
  await expect
    .poll(
      async () => {
        await log(one.page).evaluate((box) => box.scrollTo(0, 0));
        await frames(one.page);
        return (await drawn(one.page)).seen[0];
      },
      { timeout: 30_000 },
    )
    .toBe(1);
  const height = await log(one.page).evaluate((box) => box.scrollHeight);
  for (const part of [0.5, 0.25, 0.75]) {
    await log(one.page).evaluate((box, to) => box.scrollTo(0, to), height * part);
    await expect.poll(async () => Math.abs(((await drawn(one.page)).seen[0] ?? 0) / LONG - part)).toBeLessThan(0.05);
    const { num, seen, texts } = await drawn(one.page);
    expect(num).toBeLessThan(80);
    expect(seen).toEqual(seen.map((_, at) => (seen[0] as number) + at));
    expect(texts).toEqual(seen.map((seq) => `第 ${seq} 条`));
  }
  expect(one.complaints).toEqual([]);
  await one.context.close();
});

it('a tab that slept while its line was cut reads on after its last message, and nothing twice', async () => {
  const one = await enter(asker, /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK/);
  const other = await makeItem({ ctx: joined.beside.ctx }, owner.id);
  const { id } = await askAbout(createCtx(joined.beside.booted.app, asker.actor, 'test'), { kind: 'item', id: other });
  await say(asker, id, '第 1 句');
  await say(owner, id, '第 2 句');
  await one.page.goto(`${joined.site.url}/receiveOrder/chat?id=${id}`);
  await log(one.page).getByText('第 2 句').waitFor();
  const asked: string[] = [];
  one.page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.startsWith('/gateway/user/chat/')) asked.push(`${url.pathname.slice('/gateway/user/chat/'.length)}${url.search}`);
  });
  const tab = await one.context.newCDPSession(one.page);
  await tab.send('Page.setWebLifecycleState', { state: 'frozen' });
  await one.context.setOffline(true);
  for (let n = 3; n <= 122; n++) await say(n % 2 ? asker : owner, id, `第 ${n} 句`);
  await one.context.setOffline(false);
  await tab.send('Page.setWebLifecycleState', { state: 'active' });
  await expect.poll(async () => (await drawn(one.page)).seen.at(-1), { timeout: 30_000 }).toBe(122);
  // from the number it had, in order, and no page of the conversation anew
  const reads = asked.filter((call) => call.startsWith('messages?')).map((call) => new URLSearchParams(call.split('?')[1]).get('after'));
  expect(reads[0]).toBe('2');
  expect(asked.filter((call) => call.startsWith('before?'))).toEqual([]);
  const all = new Set<string>();
  for (let up = 0; up < 60 && !all.has('第 1 句'); up++) {
    const { texts } = await drawn(one.page);
    for (const text of texts) all.add(text);
    await log(one.page).evaluate((box) => box.scrollBy(0, -300));
    await frames(one.page);
  }
  expect(all).toEqual(new Set(Array.from({ length: 122 }, (_, n) => `第 ${n + 1} 句`)));
  // the line is whole again: what is said now comes by itself
  await say(owner, id, '醒了吗');
  await expect
    .poll(() =>
      log(one.page).evaluate((box) => {
        box.scrollTo(0, box.scrollHeight);
        return box.textContent;
      }),
    )
    .toContain('醒了吗');
  expect(one.complaints).toEqual([]);
  await one.context.close();
});

it('H6 what is said without a line waits, says so, and goes by itself once the line is back, also from the next page', async () => {
  const one = await enter(asker, /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK/);
  const other = await makeItem({ ctx: joined.beside.ctx }, owner.id);
  const { id } = await askAbout(createCtx(joined.beside.booted.app, asker.actor, 'test'), { kind: 'item', id: other });
  await say(owner, id, '在的');
  await one.page.goto(`${joined.site.url}/receiveOrder/chat?id=${id}`);
  await log(one.page).getByText('在的').waitFor();
  await one.context.setOffline(true);
  await write(one.page, '断网时说的');
  await one.page.getByText('网络不通，恢复后自动发送').waitFor();
  await shot(one.page, 'chat-offline');
  await one.context.setOffline(false);
  await one.page.locator('[data-pending]').waitFor({ state: 'detached' });
  await one.page.route('**/gateway/user/chat/send*', (route) => route.abort());
  await write(one.page, '关页前说的');
  await one.page.getByText('没有收到回应，正在自动重试').waitFor();
  await one.page.unroute('**/gateway/user/chat/send*');
  await one.page.goto(`${joined.site.url}/receiveOrder/chat`);
  const said = () => messageEvents(createCtx(joined.beside.booted.app, owner.actor, 'test'), id, 0, 100);
  await expect.poll(async () => (await said()).map(({ data }) => data.text)).toEqual(['在的', '断网时说的', '关页前说的']);
  expect(one.complaints).toEqual([]);
  await one.context.close();
});

it('at 390 by the keys: a message is answered, the answer leads to it, and Escape puts it away', async () => {
  const id = await longTalk();
  const one = await enter(asker);
  await one.page.setViewportSize({ width: 390, height: 844 });
  await one.page.goto(`${joined.site.url}/receiveOrder/chat?id=${id}&at=25000`);
  await one.page.locator('[data-seq="25000"]').getByRole('button', { name: '这条消息的操作' }).press('Enter');
  await one.page.getByRole('button', { name: '引用回复' }).press('Enter');
  const answered = one.page.getByRole('status').filter({ hasText: '第 25000 条' });
  await answered.waitFor();
  await expect.poll(() => one.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('消息');
  await one.page.keyboard.press('Escape');
  await answered.waitFor({ state: 'detached' });
  await one.page.locator('[data-seq="25000"]').getByRole('button', { name: '这条消息的操作' }).press('Enter');
  await one.page.getByRole('button', { name: '引用回复' }).press('Enter');
  await one.page.reload();
  await answered.waitFor();
  await shot(one.page, 'chat-quote-390');
  await write(one.page, '就按这条');
  // it stands at the end, and what it answers is far up
  const leads = log(one.page).getByRole('link', { name: /引用.*第 25000 条/ });
  await leads.waitFor();
  expect(await answered.count()).toBe(0);
  await expect.poll(() => overflowsSideways(one.page)).toBe(false);
  await shot(one.page, 'chat-quoted-390');
  expect(await axeFindings(one.page)).toEqual([]);
  await leads.press('Enter');
  await expect.poll(async () => (await drawn(one.page)).seen).toContain(25_000);
  // keys go on from there
  const focused = () => one.page.evaluate(() => document.activeElement?.firstElementChild?.getAttribute('data-seq'));
  await expect.poll(focused).toBe('25000');
  expect(one.complaints).toEqual([]);
  await one.context.close();
});

it('files are dragged onto the conversation: the zone says so, what may not be sent is named', async () => {
  const one = await enter(asker);
  await ask(one.page);
  const drag = async (type: 'dragenter' | 'drop', name: string) => {
    const dataTransfer = await one.page.evaluateHandle((file) => {
      const dragged = new DataTransfer();
      dragged.items.add(new File(['%PDF-1.4'], file));
      return dragged;
    }, name);
    await log(one.page).dispatchEvent(type, { dataTransfer });
  };
  await drag('dragenter', '安装.exe');
  await one.page.getByText('松开后发送图片或文件').waitFor();
  await one.page.setViewportSize({ width: 1440, height: 900 });
  await one.page.emulateMedia({ colorScheme: 'dark' });
  await shot(one.page, 'chat-drop-1440-dark');
  await drag('drop', '安装.exe');
  await one.page.getByText('“安装.exe”不能发送').waitFor();
  expect(await one.page.getByText('松开后发送图片或文件').count()).toBe(0);
  await drag('drop', '流程.pdf');
  await log(one.page).getByText('流程.pdf').waitFor();
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
  await reader.page.getByLabel('在会话里查找').fill('<b>话');
  await reader.page.getByRole('button', { name: '查找' }).click();
  expect(await reader.page.getByRole('status').innerText()).toBe('找到 1 条');
  await reader.page.getByRole('link', { name: '看上下文' }).click();
  expect(await reader.page.getByRole('list').innerText()).toContain('没有脚本也能说 <b>话</b>');
  await reader.context.close();
});
