import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { joinedSite } from '../support/join-site.ts';
import { officeParts } from '../support/office-parts.ts';
import { axeFindings, leave, openReader, overflowsSideways, shot } from '../support/reader-browser.ts';

const joined = joinedSite();

it('a budget of the assistant is saved as a document, edited by the keys, told to a second tab and brought back', {
  timeout: 180_000,
}, async () => {
  const { browser, site, beside } = joined;
  const { token } = await beside.person();
  // the second tab is refused by 409
  const reader = await openReader(browser, site, { token, width: 1440, expected: /409 \(Conflict\)/ });
  const { page, context } = reader;
  await page.goto(`${site.url}/ai/morenew?tool=budget`);
  await page.getByRole('button', { name: '生成', exact: true }).press('Enter');
  await page.getByRole('button', { name: '保存为文档' }).press('Enter', { timeout: 60_000 });
  await page.waitForURL(/\/personalCenter\/myPapers\/paper\?id=\d+$/);
  const total = page.getByLabel('合计，由系统计算');
  await total.waitFor();
  await page.getByText('能听懂这样的话').waitFor();
  expect(await page.getByText('AI 生成').count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, 'paper-budget-1440');

  const title = page.getByRole('textbox', { name: '文档名称' });
  await title.fill('周年庆预算');
  const first = page.getByLabel('第 1 行 项目');
  await first.fill('宴会厅');
  await first.press('Enter');
  await page.keyboard.type('签到板');
  await page.getByLabel('第 2 行 单价（元）').fill('1234.5');
  await page.getByLabel('第 2 行 数量').fill('2');
  await page.getByRole('list', { name: '内容' }).getByText('2,469.00').waitFor();
  await page.getByLabel('第 2 行 项目').press('Alt+ArrowUp');
  expect(await page.getByLabel('第 1 行 项目').inputValue()).toBe('签到板');
  expect(await page.getByLabel('第 1 行 项目').evaluate((field) => field === document.activeElement)).toBe(true);
  await page
    .getByRole('status')
    .getByText(/^已保存/)
    .waitFor();

  const second = await context.newPage();
  await second.goto(page.url());
  await second.getByRole('textbox', { name: '文档名称' }).fill('另一个窗口的名称');
  await second
    .getByRole('status')
    .getByText(/^已保存/)
    .waitFor();
  await title.fill('这个窗口的名称');
  await page.getByText('这份内容刚在别的窗口或设备上改过').waitFor();
  expect(await title.inputValue()).toBe('这个窗口的名称');
  await page.getByRole('button', { name: '保存这里的，覆盖那边的' }).press('Enter');
  await page
    .getByRole('status')
    .getByText(/^已保存/)
    .waitFor();
  await second.close();

  await page.getByRole('button', { name: '历史版本' }).press('Enter');
  await page.getByRole('button', { name: '查看第 1 版' }).press('Enter');
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, 'paper-versions-1440');
  await page.getByRole('button', { name: '恢复第 1 版' }).press('Enter');
  await page.getByText('已恢复，之前的内容仍在历史里').waitFor();
  expect(await title.inputValue()).not.toBe('这个窗口的名称');
  await page.getByRole('button', { name: '撤销' }).press('Enter');
  expect(await title.inputValue()).toBe('这个窗口的名称');
  await page
    .getByRole('status')
    .getByText(/^已保存/)
    .waitFor();

  await page.getByRole('button', { name: '导出模板' }).press('Enter');
  await page.getByText('还没有模板，导出的文件用默认样式').waitFor();
  await page.getByLabel('名称', { exact: true }).fill('青禾策划');
  await page.getByRole('textbox', { name: '页脚' }).fill('电话 400');
  await page.getByLabel('标题颜色').fill('#0a6e4f');
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, 'paper-template-1440');
  await page.getByRole('button', { name: '保存', exact: true }).press('Enter');
  await page.getByText('之后导出的文件用新的样式').waitFor();
  // typed just before: the file has it
  await title.fill('年会/预算');
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '导出 Word' }).press('Enter')]);
  expect(file.suggestedFilename()).toBe('年会 预算.docx');
  const words = Object.values(await officeParts(await readFile(await file.path()))).join('');
  for (const word of ['青禾策划', '电话 400', '0A6E4F', '年会/预算']) expect(words.toUpperCase()).toContain(word.toUpperCase());
  expect(words).not.toContain('AI 生成');
  await page.getByRole('button', { name: '导出模板' }).press('Enter');
  await page.getByText('现在用的是您自己的模板').waitFor();
  await page.getByRole('button', { name: '恢复默认' }).press('Enter');
  await page.getByText('名称、标志、颜色和页脚都会去掉').waitFor();
  await page.getByRole('button', { name: '恢复默认' }).last().press('Enter');
  // both dialogs are closed once the server has answered
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  await title.fill('这个窗口的名称');
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('button', { name: '历史版本' }).isVisible()).toBe(false);
  await page.locator('.paper-sheet').getByRole('heading', { name: '这个窗口的名称' }).waitFor();
  await leave(reader);
});

it('on a phone a run-down is begun empty, later rows move, and it is found, renamed, thrown away and brought back', {
  timeout: 180_000,
}, async () => {
  const { browser, site, beside } = joined;
  const { token } = await beside.person();
  const reader = await openReader(browser, site, { token, width: 390 });
  const { page } = reader;
  await page.goto(`${site.url}/personalCenter/myPapers`);
  await page.getByText('还没有文档').waitFor();
  await page.getByLabel('新建空白文档').selectOption('rundown');
  await page.waitForURL(/\/paper\?id=\d+$/);
  await page.getByLabel('第 1 行 环节').fill('签到');
  await page.getByLabel('第 1 行 环节').press('Enter');
  await page.keyboard.type('致辞');
  await page.getByText('09:10 – 09:20').waitFor();
  await page.getByLabel('第 1 行 分钟').fill('25');
  await page.getByText('09:25 – 09:35').waitFor();
  await page.getByLabel('开始时间').fill('14:00');
  await page.getByText('14:25 – 14:35').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'paper-rundown-390');
  await page
    .getByRole('status')
    .getByText(/^已保存/)
    .waitFor();
  await page.goto(`${site.url}/personalCenter/myPapers`);
  await page.getByRole('button', { name: '重命名“未命名流程”' }).press('Enter');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('开业流程');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: '开业流程' }).waitFor();
  await page.getByText('2 个环节，14:00 至 14:35').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'papers-390');
  await page.getByRole('button', { name: '删除“开业流程”' }).press('Enter');
  await page.getByText('还没有文档').waitFor();
  await page.getByRole('button', { name: '撤销删除' }).press('Enter');
  await page.getByRole('link', { name: '开业流程' }).waitFor();
  await page.getByRole('searchbox', { name: '搜索文档' }).fill('致辞');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: '开业流程' }).waitFor();
  await page.goto(`${site.url}/personalCenter/exportTemplate`);
  await page.getByLabel('标题颜色').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'paper-template-390');
  await leave(reader);
});
