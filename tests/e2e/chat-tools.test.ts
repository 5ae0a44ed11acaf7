import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { createCtx } from '#server/app/ctx.ts';
import { askAbout, sendMessage } from '#server/modules/chat/index.ts';
import { openBrowser } from '../support/browser.ts';
import { joinedSite } from '../support/join-site.ts';
import { makeItem } from '../support/market.ts';
import { makePerson, type Person } from '../support/people.ts';
import { axeFindings, openReader, overflowsSideways, shot } from '../support/reader-browser.ts';
import { MICROPHONE_FLAGS } from '../support/voice.ts';

const joined = joinedSite();
let asker: Person;
let owner: Person;

const enter = (person: Person) => openReader(joined.browser, joined.site, { token: person.token });
const log = (page: Page) => page.getByRole('log', { name: '消息' });
const field = (page: Page) => page.getByRole('textbox', { name: '消息', exact: true });
const open = (page: Page, id: number) => page.goto(`${joined.site.url}/receiveOrder/chat?id=${id}`);

/** A talk of so many messages; each says its number. */
async function talkOf(num: number): Promise<number> {
  const item = await makeItem({ ctx: joined.beside.ctx }, owner.id);
  const { id } = await askAbout(createCtx(joined.beside.booted.app, asker.actor, 'test'), { kind: 'item', id: item });
  for (const by of [asker, owner])
    await sendMessage(createCtx(joined.beside.booted.app, by.actor, 'test'), {
      ...{ id, client_id: `tools-${id}-${by.id}`, type: 'text', text: '开始', file_id: 0, item_id: 0, price: null, confirmed: true },
    });
  const { pool } = joined.beside.booted.pool;
  await pool.query(
    `insert into chat_messages (conversation_id, seq, sender_id, type, body, created_at)
     select $1, n, case when n % 2 = 0 then $2::bigint else $3::bigint end, 'text', '第 ' || n || ' 条', now() from generate_series(3, $4::int) n`,
    [id, asker.id, owner.id, num],
  );
  await pool.query('update chat_conversations set last_seq = $2 where id = $1', [id, num]);
  await pool.query('update chat_members set last_seq = $2, last_at = now() where conversation_id = $1', [id, num]);
  return id;
}

beforeAll(async () => {
  const place = { app: joined.beside.booted.app, ctx: joined.beside.ctx };
  asker = await makePerson(place, { nickname: '小林' });
  owner = await makePerson(place, { nickname: '星河策划' });
});

it('words are found in one conversation by the keys: counted, marked, led to and back, at 1440 and 390', async () => {
  const id = await talkOf(50_000);
  const one = await enter(asker);
  await one.page.setViewportSize({ width: 1440, height: 900 });
  await open(one.page, id);
  await field(one.page).press('ControlOrMeta+f');
  const find = one.page.getByRole('searchbox', { name: '在会话里查找' });
  await expect.poll(() => find.evaluate((box) => box === document.activeElement)).toBe(true);
  const status = one.page.getByRole('search').getByRole('status');
  await find.fill('没有说过的话');
  await find.press('Enter');
  await expect.poll(() => status.innerText()).toBe('没有找到');
  await find.fill('第 4000');
  await find.press('Enter');
  // 40000 to 40009 are newer than 4000, which lies further back than is looked
  await expect.poll(() => status.innerText()).toBe('第 1 处，共 10+ 处');
  await log(one.page).locator('[data-seq="40009"]').waitFor();
  expect(await log(one.page).locator('[data-seq="40009"] mark').innerText()).toBe('第 4000');
  await find.press('Enter');
  await expect.poll(() => status.innerText()).toBe('第 2 处，共 10+ 处');
  await find.press('ArrowDown');
  await find.press('ArrowDown');
  await expect.poll(() => status.innerText()).toBe('第 10 处，共 10+ 处');
  await log(one.page).locator('[data-seq="40000"]').waitFor();
  expect(await find.evaluate((box) => box === document.activeElement)).toBe(true);
  await shot(one.page, 'chat-find-1440');
  expect(await axeFindings(one.page)).toEqual([]);
  await one.page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => overflowsSideways(one.page)).toBe(false);
  await shot(one.page, 'chat-find-390');
  await find.press('Escape');
  await expect.poll(() => one.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('消息');
  expect(await log(one.page).locator('mark').count()).toBe(0);
  expect(one.complaints).toEqual([]);
  await one.context.close();
});

it('sentences are written, ordered and thrown away in a dialog, and chosen by / and the keys, at 1440 and 390', async () => {
  const id = await talkOf(2);
  const one = await enter(asker);
  await one.page.setViewportSize({ width: 1440, height: 900 });
  await open(one.page, id);
  await field(one.page).fill('/');
  await one.page.getByText('还没有常用语，可以').waitFor();
  await one.page.getByRole('button', { name: '常用语', exact: true }).press('Enter');
  const dialog = one.page.getByRole('dialog', { name: '常用语' });
  const add = async (text: string) => {
    await dialog.getByRole('textbox', { name: '新的常用语' }).fill(text);
    await dialog.getByRole('button', { name: '保存' }).press('Enter');
    await dialog.getByRole('listitem').filter({ hasText: text }).waitFor();
  };
  await add('您好，{对方称呼}，稍后给您报价。');
  await add('报价含税，七天内有效。');
  await add('写错的一句');
  await dialog.getByRole('button', { name: '上移：报价含税' }).press('Enter');
  const order = () => dialog.getByRole('listitem').locator('span').allInnerTexts();
  await expect.poll(order).toEqual(['报价含税，七天内有效。', '您好，{对方称呼}，稍后给您报价。', '写错的一句']);
  expect(await axeFindings(one.page)).toEqual([]);
  await shot(one.page, 'chat-phrases-1440');
  await dialog.getByRole('button', { name: '删除：写错的一句' }).press('Enter');
  await one.page.getByRole('dialog', { name: '删除常用语' }).getByRole('button', { name: '删除' }).press('Enter');
  await expect.poll(async () => (await order()).length).toBe(2);
  await one.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await field(one.page).fill('/');
  await field(one.page).press('ArrowDown');
  const menu = one.page.getByRole('listbox', { name: '常用语' });
  expect(await menu.getByRole('option', { selected: true }).innerText()).toContain('稍后给您报价');
  await one.page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => overflowsSideways(one.page)).toBe(false);
  expect(await axeFindings(one.page)).toEqual([]);
  await shot(one.page, 'chat-phrases-390');
  await field(one.page).press('Enter');
  await expect.poll(() => field(one.page).inputValue()).toBe('您好，星河策划，稍后给您报价。');
  await field(one.page).fill('/含税');
  await expect.poll(() => menu.getByRole('option').count()).toBe(1);
  // put away, it is a text like any other
  await field(one.page).press('Escape');
  expect(await menu.count()).toBe(0);
  await field(one.page).fill('/没有这样的');
  await field(one.page).press('Enter');
  await log(one.page).getByText('/没有这样的').waitFor();
  expect(one.complaints).toEqual([]);
  await one.context.close();
});

it('a message is answered by a word: chosen by the keys, seen on the other side and in a second tab, and taken back', async () => {
  const id = await talkOf(2);
  const one = await enter(asker);
  const second = await one.context.newPage();
  const two = await enter(owner);
  await two.page.setViewportSize({ width: 390, height: 844 });
  for (const page of [one.page, second, two.page]) {
    await open(page, id);
    await log(page).locator('[data-seq="2"]').waitFor();
  }
  const acts = () => log(one.page).locator('[data-seq="2"]').getByRole('button', { name: '这条消息的操作' }).press('Enter');
  await acts();
  await shot(one.page, 'chat-react-1280');
  expect(await axeFindings(one.page)).toEqual([]);
  await one.page.getByRole('button', { name: '收到', exact: true }).press('Enter');
  for (const page of [one.page, second]) await log(page).getByText('您：收到').waitFor();
  await log(two.page).getByText('小林：收到').waitFor();
  expect(await log(two.page).getByText('对方回应').count()).toBe(0);
  await expect.poll(() => overflowsSideways(two.page)).toBe(false);
  await shot(two.page, 'chat-reacted-390');
  await acts();
  await one.page.getByRole('button', { name: '收到', exact: true, pressed: true }).press('Enter');
  await log(two.page).getByText('小林：收到').waitFor({ state: 'detached' });
  expect([...one.complaints, ...two.complaints]).toEqual([]);
  await one.context.close();
  await two.context.close();
});

it('a voice is recorded, sent and heard by the keys, waits for its line, and needs a microphone, at 1440 and 390', async () => {
  const deaf = await enter(asker);
  const id = await talkOf(2);
  await deaf.page.addInitScript(() => Object.assign(navigator.mediaDevices, { enumerateDevices: async () => [] }));
  await open(deaf.page, id);
  await field(deaf.page).waitFor();
  expect(await deaf.page.getByRole('button', { name: '语音', exact: true }).count()).toBe(0);
  await deaf.context.close();
  const browser = await openBrowser(MICROPHONE_FLAGS);
  try {
    const one = await openReader(browser, joined.site, {
      token: asker.token,
      expected: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK/,
    });
    await one.page.setViewportSize({ width: 1440, height: 900 });
    await open(one.page, id);
    const record = one.page.getByRole('button', { name: '语音', exact: true });
    const bar = one.page.locator('[data-recording]');
    await record.press('Enter');
    await bar.getByText('正在录音').waitFor();
    await one.page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });
    expect(await log(one.page).locator('[data-pending]').count()).toBe(0);
    await record.press('Enter');
    await bar.getByText('0:02').waitFor();
    await shot(one.page, 'chat-recording-1440');
    expect(await axeFindings(one.page)).toEqual([]);
    await one.context.setOffline(true);
    await bar.getByRole('button', { name: '发送' }).press('Enter');
    await log(one.page)
      .getByText(/\[语音\] \d+ 秒/)
      .waitFor();
    await one.context.setOffline(false);
    const play = log(one.page).getByRole('button', { name: /^播放语音，\d+ 秒/ });
    await play.waitFor({ timeout: 60_000 });
    await play.press('Enter');
    await expect.poll(() => log(one.page).getByRole('slider', { name: '播放位置' }).inputValue()).not.toBe('0');
    const rate = log(one.page).getByRole('button', { name: /播放速度/ });
    await rate.press('Enter');
    expect(await rate.innerText()).toBe('1.5×');
    await one.page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => overflowsSideways(one.page)).toBe(false);
    await shot(one.page, 'chat-voice-390');
    expect(await axeFindings(one.page)).toEqual([]);
    // played to its end
    await play.waitFor();
    await one.page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    });
    await record.press('Enter');
    await bar.getByText('浏览器没有允许使用麦克风').waitFor();
    await bar.getByRole('button', { name: '关闭' }).press('Enter');
    await field(one.page).waitFor();
    expect(one.complaints).toEqual([]);
  } finally {
    await browser.close();
  }
});
