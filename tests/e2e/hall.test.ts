import { expect, it } from 'vitest';
import type { Actor } from '#server/app/ctx.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { answerRequest, askRequest, requestView, settleRequest } from '#server/modules/requests/index.ts';
import { submitRealname } from '#server/modules/verification/index.ts';
import { openPage } from '../support/browser.ts';
import { joinedSite } from '../support/join-site.ts';
import { axeFindings, leave, openReader, overflowsSideways, saidAfter, shot } from '../support/reader-browser.ts';
import { requestInput } from '../support/requests.ts';
import { bothSides, newIdCard } from '../support/verification.ts';

const { site, beside, browser } = joinedSite();

interface Someone {
  id: number;
  token: string;
}
const actorOf = ({ id }: Someone): Actor => ({ kind: 'user', user_id: id, token_id: 0, roles: [], address: '127.0.0.1' });
const as = (person: Someone) => beside.ctx(actorOf(person));
/** Somebody who proved who they are. */
async function verified(): Promise<Someone> {
  const person = await beside.person();
  const idcard_url = await bothSides(beside.booted, { ...person, actor: actorOf(person) });
  await submitRealname(as(person), { name: '张三', idcard: newIdCard(), idcard_url });
  return person;
}
const ask = async (person: Someone, title: string) => (await askRequest(as(person), requestInput({ title }))).id;

it('C-204, C-400, S-007 the hall and a request are read without JavaScript; its header searches it and leads to publishing', {
  timeout: 120_000,
}, async () => {
  const asker = await verified();
  const id = await ask(asker, '海边音乐会主持人一名');
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${site.url}/receiveOrder/index`);
  const search = page.getByPlaceholder('搜索你擅长的领域看看');
  await search.fill('音乐会主持人');
  await search.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('keyword') === '音乐会主持人');
  const card = page.getByRole('link', { name: /海边音乐会主持人一名/ });
  await card.waitFor();
  await shot(page, 'hall-1440');
  await page.getByPlaceholder('搜索你擅长的领域看看').fill('');
  await page.getByPlaceholder('搜索你擅长的领域看看').press('Enter');
  // a form without scripts sends its empty field along: the hall is whole all the same
  await page.waitForURL((url) => url.pathname === '/receiveOrder/index' && !url.searchParams.get('keyword'));
  expect(await page.locator('header').getByRole('link', { name: '发布需求' }).count()).toBe(1);
  await page.goto(`${site.url}/receiveOrder/index?keyword=${encodeURIComponent('没有这样的求单')}`);
  await page.getByText('没有符合条件的求单').waitFor();
  await page.getByRole('link', { name: '查看全部求单' }).click();
  await page.goto(`${site.url}/receiveOrder/detail?id=${id}`);
  await page.getByRole('heading', { name: '海边音乐会主持人一名' }).waitFor();
  expect(await page.locator('main noscript p').textContent()).toBe('接单需要登录，并启用 JavaScript。');
  await context.close();
});

it('C-401 a visitor is led to the login and back; a hall that is only read loads no React', { timeout: 120_000 }, async () => {
  const { page, context, complaints } = await openPage(browser, 390);
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto(`${site.url}/receiveOrder/index`, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { name: '接单大厅', level: 1 }).waitFor();
  expect(scripts.filter((url) => /react|client\./i.test(url))).toEqual([]);
  expect(await axeFindings(page)).toEqual([]);
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'hall-390');
  await page.goto(`${site.url}/receiveOrder/new`);
  await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('from') === '/receiveOrder/new');
  expect(complaints).toEqual([]);
  await context.close();
});

it('who is verified asks; what was written is kept, contact details are refused with their place', { timeout: 180_000 }, async () => {
  const asker = await verified();
  const reader = await openReader(browser, site, { token: asker.token, width: 390, expected: /status of 400/ });
  const { page } = reader;
  await page.goto(`${site.url}/receiveOrder/new`);
  await page.getByLabel('领域').selectOption({ label: '文案脚本' });
  await page.getByLabel('要做什么').fill('行业论坛开场视频脚本');
  await page.getByLabel('说明').fill('三分钟，加我微信 cehua_2026');
  await page.reload();
  await page.getByText('已恢复上次没有发布的内容').waitFor();
  expect(await page.getByLabel('要做什么').inputValue()).toBe('行业论坛开场视频脚本');
  await page.getByRole('button', { name: '发布求单' }).click();
  await page.getByText('请不要写联系方式：「加我微信 cehua_2026」').waitFor();
  await expect.poll(() => page.getByLabel('说明').evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'request-new-390');
  await page.getByLabel('说明').fill('三分钟，要有城市航拍的镜头描述');
  await page.getByRole('button', { name: '发布求单' }).click();
  await page.waitForURL('**/receiveOrder/detail?id=*');
  await page.getByRole('heading', { name: '行业论坛开场视频脚本' }).waitFor();
  await page.getByText('还没有人接单').waitFor();
  await leave(reader);
});

it('asking without a verification asks for it first, and again when that question failed', { timeout: 120_000 }, async () => {
  const person = await beside.person();
  const reader = await openReader(browser, site, { token: person.token, width: 1440, expected: /status of 503/ });
  const { page } = reader;
  await page.goto(`${site.url}/receiveOrder/new`);
  await page.getByLabel('要做什么').fill('年会主持人');
  // the question that fails once is told, loses nothing, and is asked again
  const failed = { status: 503, json: { code: 1, msg: '服务繁忙，请稍后再试', data: null } };
  await page.route('**/api/user/auth*', (route) => route.fulfill(failed), { times: 1 });
  await page.getByRole('button', { name: '发布求单' }).click();
  await page.getByText('服务繁忙，请稍后再试').waitFor();
  expect(await page.getByLabel('要做什么').inputValue()).toBe('年会主持人');
  await page.getByRole('button', { name: '发布求单' }).click();
  const gate = page.getByRole('dialog', { name: '请先进行个人认证' });
  await gate.getByText('上传需要进行个人实名认证，是否认证？').waitFor();
  await gate.getByRole('button', { name: '取消' }).click();
  await gate.waitFor({ state: 'detached' });
  expect(await page.getByLabel('要做什么').inputValue()).toBe('年会主持人');
  await leave(reader);
});

it('a planner answers, the asker chooses by keyboard, both rate each other', { timeout: 180_000 }, async () => {
  const [asker, planner, second] = [await verified(), await beside.person(), await beside.person()];
  const id = await ask(asker, '城市马拉松补给站布置');
  const path = `${site.url}/receiveOrder/detail?id=${id}`;
  const theirs = await openReader(browser, site, { token: planner.token, width: 1440 });
  await theirs.page.goto(path);
  await theirs.page.getByLabel('接单时的第一句话').fill('做过两届，明天给布置图');
  await theirs.page.getByRole('button', { name: '发送并接单' }).click();
  await theirs.page.waitForURL('**/receiveOrder/chat?id=*');
  // taken back with a question first, and given again
  await theirs.page.goto(path);
  await theirs.page.getByRole('button', { name: '撤回接单' }).click();
  const asks = theirs.page.getByRole('dialog', { name: '撤回接单？' });
  await saidAfter(theirs.page, () => asks.getByRole('button', { name: '撤回接单' }).click(), '已撤回接单');
  await theirs.page.getByLabel('接单时的第一句话').fill('做过两届，明天给布置图');
  await theirs.page.getByRole('button', { name: '发送并接单' }).click();
  await theirs.page.waitForURL('**/receiveOrder/chat?id=*');
  await answerRequest(as(second), { id, text: '也可以做', confirmed: false });

  const mine = await openReader(browser, site, { token: asker.token, width: 1440 });
  await mine.page.goto(path);
  await mine.page.getByText('做过两届，明天给布置图').waitFor();
  expect(await axeFindings(mine.page)).toEqual([]);
  await shot(mine.page, 'request-asker-1440');
  await mine.page.getByRole('button', { name: /^选定/ }).first().focus();
  await mine.page.keyboard.press('Enter');
  const dialog = mine.page.getByRole('dialog', { name: /^选定/ });
  await dialog.getByRole('button', { name: '选定' }).focus();
  await saidAfter(mine.page, () => mine.page.keyboard.press('Enter'), '已选定接单人');
  await mine.page.getByLabel('5 星').check();
  await mine.page.getByLabel('评价', { exact: true }).fill('又快又好');
  await mine.page.getByRole('button', { name: '提交评价' }).click();
  await mine.page.getByText('对方也评价之后，或 14 天后，双方的评价一起公开。').waitFor();
  expect((await requestView(as(planner), id)).received).toBeNull();

  await theirs.page.goto(path);
  await theirs.page.getByText('发布者选定了您').waitFor();
  await theirs.page.getByLabel('4 星').check();
  await theirs.page.getByRole('button', { name: '提交评价' }).click();
  await theirs.page.getByText('又快又好').waitFor();
  await theirs.page.goto(`${site.url}/personalCenter/myReceive?tab=answered`);
  await theirs.page.getByText('选定了我').waitFor();
  await leave(theirs);
  await leave(mine);
});

it('the workbench: what waits first, walked by the arrows; dates in board, calendar and feed', { timeout: 180_000 }, async () => {
  const [asker, planner] = [await verified(), await beside.person()];
  const waiting = await ask(asker, '周年庆舞台灯光方案');
  await answerRequest(as(planner), { id: waiting, text: '我可以做', confirmed: false });
  const done = await ask(asker, '开业庆典礼仪人员');
  await answerRequest(as(planner), { id: done, text: '我可以做', confirmed: false });
  await settleRequest(as(asker), done, planner.id);
  const reader = await openReader(browser, site, { token: asker.token, width: 1440 });
  const { page } = reader;
  await page.goto(`${site.url}/personalCenter/myWorkbench`);
  const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });
  await column('等我处理').getByText('周年庆舞台灯光方案').waitFor();
  await column('已结束').getByText('开业庆典礼仪人员').waitFor();
  await page.getByRole('button', { name: '新建待办' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: '新建待办' });
  await dialog.getByLabel('做什么').waitFor();
  await page.keyboard.type('确认灯光点位');
  const soon = shanghaiDay(new Date(Date.now() + 2 * 86_400_000));
  await dialog.getByLabel('时间').fill(`${soon}T10:00`);
  expect(await axeFindings(page, 'dialog[open]')).toEqual([]);
  await dialog.getByRole('button', { name: '保存' }).click();
  await column('进行中').getByText('确认灯光点位').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, 'workbench-1440');
  await page.locator('[data-card]').first().focus();
  await page.keyboard.press('ArrowRight');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('确认灯光点位');
  await page.keyboard.press('ArrowRight');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('开业庆典礼仪人员');
  await page.getByRole('tab', { name: '日历', exact: true }).click();
  await page.getByRole('region', { name: /年.*月/ }).waitFor();
  await shot(page, 'workbench-calendar-1440');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('tab', { name: '日历订阅' }).click();
  await page.getByRole('button', { name: '生成订阅地址' }).click();
  const url = await page.getByLabel('订阅地址').inputValue();
  const own = new URL(url);
  const calendar = await page.request.get(`${site.url}${own.pathname}${own.search}`);
  expect([calendar.status(), calendar.headers()['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(await calendar.text()).toContain('SUMMARY:确认灯光点位');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('tab', { name: '看板' }).click();
  expect(await overflowsSideways(page)).toBe(false);
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, 'workbench-390');
  await page.getByRole('checkbox', { name: '完成 确认灯光点位' }).click();
  await column('已结束').getByText('确认灯光点位').waitFor();
  await leave(reader);
});
