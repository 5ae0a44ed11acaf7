import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { ASSISTANT_TOOLS } from '#contract/assistant-tools.ts';
import { indexItem } from '#server/modules/search/index.ts';
import { openPage } from '../support/browser.ts';
import { makeItem } from '../support/catalog.ts';
import { makeBlankPdf, makeFormPdf } from '../support/documents.ts';
import { makeEnterprise } from '../support/enterprise.ts';
import { joinedSite } from '../support/join-site.ts';
import { fillRegistration, openNewcomer } from '../support/newcomers.ts';
import { axeFindings, leave, openReader, overflowsSideways, shot } from '../support/reader-browser.ts';

const { site, beside, browser } = joinedSite();

const long = (word: string) => `${word}${'灯光师提前到场确认机位与电源，逐项核对清单并留存照片，'.repeat(5)}最后由总控签字`;

beforeAll(async () => {
  const { id: publisher_id } = await beside.person();
  const page_texts = [['星轨灯光', '星轨音响', '星轨大屏', '星轨机位', '星轨彩排'].map(long).join('。'), '锁定页：幸运号码 8848'];
  const wish = {
    publisher_id,
    title: '星轨发布会灯光方案',
    introduction: '星轨发布会的灯光与机位设计。',
    page_texts,
    free_pages: 1,
    page_count: 2,
  };
  await indexItem(beside.ctx(), await makeItem(beside.ctx(), wish));
});

it('CH-4 a visitor reads what it does, without React, and is led to the login and back', { timeout: 120_000 }, async () => {
  const { page, context, complaints } = await openPage(browser, 390);
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  for (const [path, heading] of [
    ['/ai/more/front', '从真实方案里找答案的活动策划助手'],
    ['/ai/more', '活动策划工具箱'],
  ] as const) {
    await page.goto(`${site.url}${path}`, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowsSideways(page)).toBe(false);
    await shot(page, `assistant${path.replaceAll('/', '-')}-390`);
  }
  expect(scripts.filter((url) => /react|client\./i.test(url))).toEqual([]);
  for (const path of ['/assistant?id=1', '/ai/morenew?tool=budget&id=1']) {
    await page.goto(`${site.url}${path}`);
    await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('from') === path);
  }
  expect(complaints).toEqual([]);
  await context.close();
});

it('a visitor writes first, signs in when it is asked, and nothing written is lost', { timeout: 120_000 }, async () => {
  const stage = { site, browser, beside };
  const visitor = await openNewcomer(stage, { width: 390 });
  const { page } = visitor;
  await page.goto(`${site.url}/ai/morenew?tool=budget`);
  await page.getByRole('button', { name: '生成', exact: true }).waitFor();
  await page.goto(`${site.url}/assistant`);
  await page.getByText('登录后每天都有免费次数').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, 'assistant-visitor-390');
  await page.getByLabel('问题', { exact: true }).fill('星轨发布会的大屏怎么安排');
  await page.getByRole('button', { name: '发送' }).click();
  const login = page.locator('dialog[open]');
  await login.getByRole('button', { name: '立即注册' }).click();
  await fillRegistration(stage, login, visitor.mobile);
  await page.getByRole('article', { name: '回答' }).getByText('以下都是原文摘录').waitFor({ timeout: 60_000 });
  await visitor.leave();
});

it('asks by the keyboard, sees the answer grow with its sources, and stops one', { timeout: 180_000 }, async () => {
  const person = await beside.person();
  const reader = await openReader(browser, site, { token: person.token, width: 1440 });
  const { page } = reader;
  await page.goto(`${site.url}/assistant`);
  const question = page.getByLabel('问题', { exact: true });
  await page.locator('astro-island:not([ssr]) .chat-frame').waitFor();
  await question.focus();
  await page.keyboard.type('星轨发布会的灯光怎么安排');
  await page.keyboard.press('Enter');
  const answer = page.getByRole('article', { name: '回答' });
  await answer.getByRole('button', { name: '停止生成' }).waitFor();
  await answer.getByText('以下都是原文摘录').waitFor();
  await answer
    .getByRole('link', { name: /星轨发布会灯光方案/ })
    .first()
    .waitFor({ timeout: 60_000 });
  await answer.getByRole('button', { name: '复制' }).waitFor();
  const marks = ['原文摘录', 'AI 生成'].map((mark) => answer.getByText(mark, { exact: true }).count());
  expect(await Promise.all(marks)).toEqual([1, 0]);
  expect(await answer.textContent()).not.toContain('8848');
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, 'assistant-1440');
  // what is written is followed until its question is at the top, and what is typed is there in the next page
  const away = () =>
    answer.last().evaluate((card) => {
      const box = card.closest('.overflow-y-auto') as HTMLElement;
      const question = card.closest('[data-turn]') as HTMLElement;
      const head = question.getBoundingClientRect().top - box.getBoundingClientRect().top;
      return Math.min(Math.abs(head), box.scrollHeight - box.scrollTop - box.clientHeight);
    });
  await page.setViewportSize({ width: 1366, height: 520 });
  await question.fill('还没发出的问题');
  // of this conversation, as another text is of a new one, where 新对话 begins nothing else
  const fresh = page.getByRole('button', { name: '新对话', exact: true });
  await fresh.click();
  await expect.poll(() => question.inputValue()).toBe('');
  await question.fill('另一个问题');
  await fresh.click();
  await expect.poll(() => question.inputValue()).toBe('另一个问题');
  await page.goBack();
  await answer.getByRole('button', { name: '复制' }).waitFor();
  await expect.poll(() => question.inputValue()).toBe('还没发出的问题');
  await page.reload();
  await answer.getByRole('button', { name: '复制' }).waitFor();
  await expect.poll(() => question.inputValue()).toBe('还没发出的问题');
  await expect.poll(away).toBeLessThan(48);
  await question.fill('星轨发布会的音响怎么安排');
  await question.press('Enter');
  const second = answer.nth(1);
  await second.getByText('以下都是原文摘录').waitFor();
  const asked_last = page.getByText('星轨发布会的音响怎么安排', { exact: true }).last();
  const length = async () => (await second.textContent())?.length ?? 0;
  const begun = await length();
  await expect.poll(length).toBeGreaterThan(begun);
  await expect.poll(away).toBeLessThan(48);
  // who reads above is not disturbed, and comes back by a press
  await answer.first().evaluate((card) => card.closest('.overflow-y-auto')?.scrollTo({ top: 0 }));
  await page.getByRole('button', { name: /^正在生成，去看|^回到最新/ }).click();
  await expect.poll(away).toBeLessThan(48);
  await second.getByRole('button', { name: '复制' }).waitFor({ timeout: 60_000 });
  expect(await asked_last.evaluate((text) => text.getBoundingClientRect().top)).toBeGreaterThan(0);
  await expect.poll(away).toBeLessThan(48);
  await question.fill('星轨发布会的大屏怎么安排');
  await question.press('Enter');
  const third = answer.nth(2);
  await third.getByText('以下都是原文摘录').waitFor();
  await third.getByRole('button', { name: '停止生成' }).click();
  await third.getByText('已停止').waitFor();
  // the conversation is there for another visit
  await page.reload();
  await third.getByText('已停止').waitFor();
  // goes on in itself by the keys, and is whole
  const half = (await third.locator('.answer-text').textContent()) ?? '';
  await third.getByRole('button', { name: '接着写' }).press('Enter');
  await third.getByText('需要完整内容时请打开作品').waitFor({ timeout: 60_000 });
  expect(await third.locator('.answer-text').textContent()).toContain(half);
  await third.getByRole('button', { name: '复制' }).waitFor();
  expect([await answer.count(), await third.getByRole('button', { name: '接着写' }).count()]).toEqual([3, 0]);
  await shot(page, 'assistant-whole-1440');
  const [whole] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '导出整个对话：Word' }).press('Enter'),
  ]);
  expect((await readFile(await whole.path())).subarray(0, 2).toString()).toBe('PK');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'assistant-390');
  // what a paste loses is said, and what a question was looked for with stays within the screen
  await question.fill('开头');
  await question.evaluate((field) => {
    const data = new DataTransfer();
    data.setData('text/plain', '长'.repeat(2_500));
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  });
  await page.getByText('后面的 502 字没有放进来').waitFor();
  await question.fill(`那预算怎么分，给我一个比例，${'再说细一点，'.repeat(20)}`);
  await page.getByRole('button', { name: '发送' }).click();
  await page.getByText(/^按“/).waitFor({ timeout: 60_000 });
  expect(await overflowsSideways(page)).toBe(false);
  expect(await answer.last().evaluate((card) => card.scrollWidth <= card.clientWidth)).toBe(true);
  await page.getByRole('button', { name: '全部对话' }).click();
  const more = page.getByRole('button', { name: /^“星轨发布会的灯光.*的操作$/ });
  const choose = async (entry: string) => {
    await more.press('Enter');
    await page.getByRole('button', { name: entry, exact: true }).press('Enter');
  };
  await choose('置顶');
  await page.getByRole('link', { name: /^置顶 ?星轨发布会的灯光怎么安排/ }).waitFor();
  // its link is read without a login, until it is stopped
  await choose('分享');
  const dialog = page.getByRole('dialog', { name: '分享对话' });
  await dialog.getByLabel('有效期').selectOption('没有期限');
  await dialog.getByRole('button', { name: '生成链接' }).press('Enter');
  const address = await dialog.getByLabel('分享链接').inputValue();
  expect(await axeFindings(page)).toEqual([]);
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'assistant-share-390');
  const { page: shared, context: other } = await openPage(browser, 390);
  await shared.goto(address);
  await shared.getByRole('button', { name: '打开查看' }).click();
  await shared.getByRole('heading', { name: '星轨发布会的音响怎么安排' }).waitFor();
  expect(await shared.getByRole('link', { name: '我也来问' }).getAttribute('href')).toBe('/assistant');
  expect(await axeFindings(shared)).toEqual([]);
  expect(await overflowsSideways(shared)).toBe(false);
  await shot(shared, 'assistant-shared-390');
  await dialog.getByRole('button', { name: '停止分享' }).press('Enter');
  await page.getByRole('dialog', { name: '停止分享？' }).getByRole('button', { name: '停止分享' }).press('Enter');
  await dialog.getByText('上一条链接已撤回').waitFor();
  expect((await shared.reload())?.status()).toBe(410);
  await other.close();
  await page.keyboard.press('Escape');
  await choose('删除');
  await page.getByRole('button', { name: '撤销' }).click();
  await page.getByRole('link', { name: /星轨发布会的灯光怎么安排/ }).waitFor();
  await leave(reader);
});

it.each([1440, 390] as const)('wants something of every answer, by the keyboard at %i px', { timeout: 120_000 }, async (width) => {
  const person = await beside.person();
  const reader = await openReader(browser, site, { token: person.token, width, expected: /status of 400/ });
  const { page } = reader;
  let own: object = { text: '', active: 0 };
  // this site has no model: what one would answer
  await page.route(/assistant\/index\/standing/, async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: object };
    await route.fulfill({ json: { ...answer, data: { ...answer.data, instructions: own } } });
  });
  await page.route(/assistant\/index\/instructions/, async (route) => {
    const wish = route.request().postDataJSON() as { text: string };
    own = wish;
    const refused = { code: 1, msg: '请检查输入', data: { text: '里面有不能使用的内容，请换一个说法' } };
    if (wish.text.includes('不行')) await route.fulfill({ status: 400, json: refused });
    else await route.fulfill({ json: { code: 0, msg: '', data: own } });
  });
  await page.goto(`${site.url}/assistant`);
  await page.getByRole('button', { name: '设置回答要求' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: '回答要求' });
  const text = dialog.getByLabel('希望助手怎么回答');
  await text.fill('这个不行');
  await dialog.getByRole('button', { name: '保存' }).press('Enter');
  await dialog.getByText(/不能使用|请检查输入/).waitFor();
  expect(await text.inputValue()).toBe('这个不行');
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, `assistant-instructions-${width}`);
  await text.fill('先给结论，预算列成表格');
  await dialog.getByRole('button', { name: '保存' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  const on = page.getByRole('checkbox', { name: '按我的回答要求' });
  expect(await on.isChecked()).toBe(true);
  await on.press('Space');
  await expect.poll(() => on.isChecked()).toBe(false);
  expect(own).toEqual({ text: '先给结论，预算列成表格', active: 0 });
  expect(await axeFindings(page)).toEqual([]);
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, `assistant-instructed-${width}`);
  await page.getByRole('button', { name: '修改回答要求' }).press('Enter');
  await text.fill('');
  await dialog.getByRole('button', { name: '保存' }).press('Enter');
  await on.waitFor({ state: 'detached' });
  await leave(reader);
});

it.each([1440, 390] as const)(
  'answers again, asks in other words and goes back, by the keyboard at %i px',
  { timeout: 180_000 },
  async (width) => {
    const person = await beside.person();
    const reader = await openReader(browser, site, { token: person.token, width });
    const { page } = reader;
    await page.goto(`${site.url}/assistant`);
    await page.locator('astro-island:not([ssr]) .chat-frame').waitFor();
    const question = page.getByLabel('问题', { exact: true });
    const answers = page.getByRole('article', { name: '回答' });
    const place = (text: string) => page.getByRole('status').filter({ hasText: text });
    await question.fill('星轨发布会的灯光怎么安排');
    await page.getByRole('button', { name: '发送' }).click();
    await answers.getByRole('button', { name: '重新回答' }).waitFor({ timeout: 60_000 });
    const first = await answers.textContent();
    await answers.getByRole('button', { name: '重新回答' }).press('Enter');
    await place('2/2').waitFor();
    await answers.getByText('另外一些内容').waitFor();
    await page.getByRole('button', { name: '上一个回答' }).press('ArrowLeft');
    await place('1/2').waitFor();
    expect(await answers.textContent()).toBe(first);
    // the address names the branch
    await page.reload();
    await place('1/2').waitFor();
    const change = page.getByRole('button', { name: '修改问题' });
    await change.press('Enter');
    const edited = page.getByRole('textbox', { name: '修改问题' });
    await edited.press('Escape');
    await expect.poll(() => change.evaluate((button) => button === document.activeElement)).toBe(true);
    await change.press('Enter');
    await edited.fill('星轨发布会的音响怎么安排');
    if (width === 390) await page.getByRole('button', { name: '重新提问' }).press('Enter');
    else await edited.press('Enter');
    await place('3/3').waitFor();
    await page.getByText('星轨发布会的音响怎么安排', { exact: true }).waitFor();
    await answers.getByRole('button', { name: '重新回答' }).waitFor({ timeout: 60_000 });
    await question.fill('那预算呢');
    await page.getByRole('button', { name: '发送' }).press('Enter');
    await answers.nth(1).getByText('按“发布会 那预算呢”查找').waitFor({ timeout: 60_000 });
    await answers.nth(1).getByRole('link', { name: '预算表' }).waitFor({ timeout: 60_000 });
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowsSideways(page)).toBe(false);
    await shot(page, `assistant-branches-${width}`);
    await page.getByRole('button', { name: '下一个回答' }).press('ArrowRight');
    await place('1/3').waitFor();
    expect(await answers.count()).toBe(1);
    await page.getByRole('button', { name: '下一个回答' }).press('ArrowLeft');
    await place('3/3').waitFor();
    expect(await answers.count()).toBe(2);
    await leave(reader);
  },
);

it.each([1440, 390] as const)(
  'asks about a brief, sees where it stands in it, and why another file is not read, at %i px',
  { timeout: 180_000 },
  async (width) => {
    const person = await beside.person();
    const reader = await openReader(browser, site, { token: person.token, width, expected: /status of 400/ });
    const { page } = reader;
    await page.goto(`${site.url}/assistant`);
    await page.locator('astro-island:not([ssr]) .chat-frame').waitFor();
    await page.getByRole('button', { name: '添加文件' }).waitFor();
    const chosen = page.getByRole('list', { name: '要提问的文件' });
    const pdf = { mimeType: 'application/pdf', buffer: await makeFormPdf('星轨发布会三百人，预算二十万元，灯光要暖色') };
    const scan = { name: '扫描件.pdf', mimeType: 'application/pdf', buffer: await makeBlankPdf(1) };
    await page
      .getByTestId('ask-files')
      .setInputFiles([{ name: '发布会简报.pdf', ...pdf }, scan, { name: '说明.rtf', mimeType: 'text/rtf', buffer: Buffer.from('x') }]);
    await chosen.getByText('只能读 PDF').waitFor();
    await chosen.getByText('扫描件和图片请先识别成文字').waitFor({ timeout: 60_000 });
    await chosen.getByText('已读取', { exact: true }).waitFor({ timeout: 60_000 });
    await shot(page, `assistant-files-${width}`);
    const question = page.getByLabel('问题', { exact: true });
    await question.fill('按简报说说灯光');
    // a file that was not read is not left out unsaid
    await page.getByRole('button', { name: '发送' }).press('Enter');
    await chosen.getByText('没有读成“扫描件.pdf”，请移除它再发送').waitFor();
    await page.getByRole('button', { name: '移除 说明.rtf' }).press('Enter');
    await page.getByRole('button', { name: '移除 扫描件.pdf' }).press('Enter');
    if (width === 390) await page.getByRole('button', { name: '发送' }).press('Enter');
    else await question.press('Enter');
    const answer = page.getByRole('article', { name: '回答' });
    await answer.getByText('您的文件，第 1 页', { exact: true }).waitFor({ timeout: 60_000 });
    await answer.getByText('灯光要暖色').first().waitFor();
    await page.getByRole('list', { name: '问题里的文件' }).getByText('发布会简报.pdf').waitFor();
    expect(await chosen.count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowsSideways(page)).toBe(false);
    await shot(page, `assistant-file-answer-${width}`);
    await leave(reader);
  },
);

it('says so where nothing is found, and leads to the search and to a demand', { timeout: 120_000 }, async () => {
  const person = await beside.person();
  const reader = await openReader(browser, site, { token: person.token, width: 390 });
  const { page } = reader;
  await page.goto(`${site.url}/assistant`);
  await page.getByLabel('问题', { exact: true }).fill('量子纠缠的数学原理');
  await page.getByRole('button', { name: '发送' }).click();
  await page.getByText('站内没有找到相关的公开作品').waitFor({ timeout: 60_000 });
  expect(await page.getByRole('link', { name: '去搜索' }).getAttribute('href')).toMatch(/^\/search\?keyword=/);
  await page.getByRole('button', { name: '没有帮助' }).click();
  await page.getByLabel('哪里不好（选填）').fill('答非所问');
  expect(await axeFindings(page)).toEqual([]);
  const told = page.waitForRequest((request) => request.postData()?.includes('答非所问') ?? false);
  await Promise.all([told, page.getByRole('button', { name: '提交说明' }).click()]);
  await page.getByLabel('哪里不好（选填）').waitFor({ state: 'detached' });
  await leave(reader);
});

it('makes a budget, edits it, and gets it as a workbook and into a demand', { timeout: 180_000 }, async () => {
  const person = await beside.person();
  const reader = await openReader(browser, site, { token: person.token, width: 1440 });
  const { page } = reader;
  await page.goto(`${site.url}/ai/morenew?tool=budget`);
  await page.getByLabel('主题或品牌').fill('星轨科技');
  await page.getByLabel('人数').fill('');
  await page.getByRole('button', { name: '生成', exact: true }).click();
  await page.getByText('请填写人数').waitFor();
  await page.getByLabel('人数').fill('120');
  await page.getByLabel('总预算').fill('88888');
  await page.getByRole('button', { name: '生成', exact: true }).click();
  const answer = page.getByRole('article', { name: '回答' });
  await answer.getByRole('cell', { name: '合计' }).waitFor({ timeout: 60_000 });
  expect(await axeFindings(page)).toEqual([]);
  await answer.getByText('按模板生成', { exact: true }).waitFor();
  await shot(page, 'assistant-tool-1440');
  const [download] = await Promise.all([page.waitForEvent('download'), answer.getByRole('button', { name: 'Excel' }).click()]);
  expect(download.suggestedFilename()).toMatch(/\.xlsx$/);
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK');
  await answer.getByRole('button', { name: '编辑' }).click();
  await answer.getByLabel('编辑回答').fill('## 我的预算\n改过的内容，一共八万八千元');
  await answer.getByRole('button', { name: '保存' }).click();
  await answer.getByText('已由您编辑').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'assistant-tool-390');
  await answer.getByRole('link', { name: '发布需求' }).click();
  await page.waitForURL(/\/demand\/add\?answer=\d+/);
  await expect
    .poll(() => page.locator('input').evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value).join('|')))
    .toContain('预算表');
  // the last tool of a row that is wider than the phone is moved into it
  await page.goto(`${site.url}/ai/morenew?tool=${ASSISTANT_TOOLS.at(-1)?.key}`);
  const row = page.getByRole('navigation', { name: '工具', exact: true });
  await expect
    .poll(() =>
      row.evaluate((nav) => {
        const [all, one] = [nav, nav.querySelector('[aria-current=page]')].map((element) => element?.getBoundingClientRect());
        return all !== undefined && one !== undefined && one.left >= all.left && one.right <= all.right + 1;
      }),
    )
    .toBe(true);
  await leave(reader);
});

it('a company asks only its own works by the keys, and reads that it has none about it', { timeout: 120_000 }, async () => {
  const place = { app: beside.booted.app, ctx: () => beside.ctx() };
  const company = await makeEnterprise(place, { name: '云上会展' });
  const wish = {
    publisher_id: company.id,
    title: '云上发布会灯光方案',
    introduction: '发布会的灯光与机位设计，含星轨。',
    page_texts: [],
    free_pages: 1,
  };
  await indexItem(beside.ctx(), await makeItem(beside.ctx(), wish));
  const reader = await openReader(browser, site, { token: company.token, width: 390 });
  const { page } = reader;
  await page.goto(`${site.url}/assistant`);
  const only = page.getByRole('checkbox', { name: '只根据“云上会展”已发布的作品回答' });
  await only.press('Space');
  expect(await axeFindings(page)).toEqual([]);
  expect(await overflowsSideways(page)).toBe(false);
  const question = page.getByRole('textbox', { name: '问题' });
  await question.fill('发布会的灯光怎么安排');
  await shot(page, 'assistant-own-390');
  await page.getByRole('button', { name: '发送' }).press('Enter');
  await page.getByText('只根据企业已发布的作品', { exact: true }).waitFor();
  await page
    .getByRole('link', { name: /云上发布会灯光方案/ })
    .first()
    .waitFor();
  expect(await page.getByText('星轨发布会灯光方案').count()).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${site.url}/assistant`);
  await only.press('Space');
  await question.fill('量子纠缠的数学原理');
  await page.getByRole('button', { name: '发送' }).press('Enter');
  await page.getByText(/企业已发布的作品里没有找到相关内容/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, 'assistant-own-none-1440');
  await leave(reader);
});
