import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { makePaper, savePaper } from '#server/modules/papers/index.ts';
import { giveWork, makeShownWork } from '../support/client-links.ts';
import { joinedSite } from '../support/join-site.ts';
import { axeFindings, leave, openReader, overflowsSideways, shot } from '../support/reader-browser.ts';

const joined = joinedSite();
let planner: { id: number; token: string };
let item_id: number;

beforeAll(async () => {
  const { beside } = joined;
  planner = await beside.person();
  item_id = await makeShownWork(beside.ctx(), { publisher_id: (await beside.person()).id, title: '给客户看的中秋晚宴方案' });
  await giveWork(beside.ctx(), planner.id, item_id);
});

it('T7 a planner makes a link by the keys, a client reads it on a phone without a script, the planner sees who looked and takes it back', async () => {
  const { browser, site } = joined;
  // the password that is too short is answered by 400
  const maker = await openReader(browser, site, { token: planner.token, expected: /400 \(Bad Request\)/ });
  const { page } = maker;
  await page.goto(`${site.url}/personalCenter/myOrder`);
  await page.getByRole('button', { name: '把《给客户看的中秋晚宴方案》发给客户' }).press('Enter');
  await page.getByRole('textbox', { name: '给客户看的标题' }).fill('陈总的中秋晚宴');
  await page.getByText('署名、标志、密码、次数').press('Enter');
  await page.getByRole('textbox', { name: '署名' }).fill('青禾活动');
  await page.getByRole('textbox', { name: '查看密码' }).fill('852');
  await page.getByRole('textbox', { name: '留言' }).fill('请先看第 2 页');
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, 'client-link-form-1280');
  await page.getByRole('textbox', { name: '查看密码' }).press('Enter');
  await page.getByText('密码为 4 至 20 位').waitFor();
  await page.getByRole('textbox', { name: '查看密码' }).fill('8520');
  await page.getByRole('textbox', { name: '查看密码' }).press('Enter');
  const url = await page.getByRole('textbox', { name: '客户链接' }).inputValue();
  await page.getByRole('img', { name: '客户链接的二维码' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');

  const phone = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const client = await phone.newPage();
  const asked: string[] = [];
  client.on('request', (request) => asked.push(request.resourceType()));
  const address = `${site.url}${new URL(url).pathname}`;
  await client.goto(address);
  expect(await client.getByText('陈总的中秋晚宴').count()).toBe(0);
  await client.getByLabel('查看密码').fill('1111');
  await client.getByLabel('查看密码').press('Enter');
  await client.getByRole('alert').getByText('密码不正确').waitFor();
  await shot(client, 'client-link-password-390');
  await client.getByLabel('查看密码').fill('8520');
  await client.keyboard.press('Tab');
  await client.keyboard.press('Enter');
  await client.getByRole('heading', { name: '陈总的中秋晚宴' }).waitFor();
  await client.getByText('请先看第 2 页').waitFor();
  await client.getByRole('img', { name: '第 3 页' }).scrollIntoViewIfNeeded();
  const drawn = () => client.evaluate(() => [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0));
  await expect.poll(drawn, { timeout: 20_000 }).toBe(true);
  expect(await client.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(new Set(asked)).toEqual(new Set(['document', 'image']));
  await shot(client, 'client-link-pages-390');

  await page.goto(`${site.url}/personalCenter/myClientLinks`);
  await page.getByRole('button', { name: '谁看过“陈总的中秋晚宴”' }).press('Enter');
  await page.getByText('访客 1').waitFor();
  await page.getByText('看了 3 页').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, 'client-link-views-1280');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '撤回“陈总的中秋晚宴”' }).press('Enter');
  await page.getByRole('button', { name: '撤回', exact: true }).press('Enter');
  await page.getByText('已撤回', { exact: true }).first().waitFor();
  await client.reload();
  await client.getByRole('heading', { name: '发送人已撤回这个链接' }).waitFor();
  await page.getByRole('button', { name: '恢复“陈总的中秋晚宴”' }).press('Enter');
  await page.getByText('可打开', { exact: true }).waitFor();
  expect(await axeFindings(page, 'main')).toEqual([]);
  await phone.close();
  await leave(maker);
});

it('T7 it is made from the work itself on a phone, changed later and looked at by its maker', async () => {
  const { browser, site } = joined;
  const maker = await openReader(browser, site, { token: planner.token, width: 390 });
  const { page } = maker;
  await page.goto(`${site.url}/programme/detail?id=${item_id}`);
  await page.getByRole('button', { name: '发给客户看' }).click();
  await page.getByText('署名、标志、密码、次数').click();
  // the name of the last link is taken over
  await expect.poll(() => page.getByRole('textbox', { name: '署名' }).inputValue()).toBe('青禾活动');
  const buffer = await sharp({ create: { width: 400, height: 160, channels: 3, background: '#0a6' } })
    .png()
    .toBuffer();
  await page.getByTestId('client-logo').setInputFiles({ name: '标志.png', mimeType: 'image/png', buffer });
  await page.getByRole('img', { name: '标志预览' }).waitFor();
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'client-link-form-390');
  await page.getByRole('button', { name: '生成链接' }).click();
  await page.getByRole('link', { name: '管理客户链接' }).click();
  await page.getByRole('button', { name: '修改“给客户看的中秋晚宴方案”' }).click();
  await page.getByRole('textbox', { name: '最多打开人次' }).fill('3');
  await page.getByRole('combobox', { name: '有效期' }).selectOption('7');
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByText('0 / 3 人次').waitFor();
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'client-links-390');
  const opens = maker.context.waitForEvent('page');
  await page.getByRole('button', { name: '预览“给客户看的中秋晚宴方案”' }).click();
  const own = await opens;
  await own.getByText('这是您自己的预览').waitFor();
  await expect.poll(() => own.locator('.by img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await shot(own, 'client-link-own-390');
  await leave(maker);
});

it('a document is sent to a client by the keys, read on a phone without a script, and taken back', async () => {
  const { browser, site, beside } = joined;
  const { token, id: user_id } = await beside.person();
  const own = beside.ctx({ kind: 'user', user_id, token_id: 0, roles: [], address: '' });
  const { id, edition, body } = await makePaper(own, { kind: 'budget' });
  const [row] = body.rows;
  const cells = ['场地', '宴会厅', '含音响', 2, '场', 150_000];
  await savePaper(own, {
    id,
    edition,
    title: '周年庆预算',
    body: { ...body, rows: [{ key: row?.key ?? '', head: 0, cells }], note: '不含餐' },
  });
  const maker = await openReader(browser, site, { token, width: 1440 });
  const { page } = maker;
  await page.goto(`${site.url}/personalCenter/myPapers/paper?id=${id}`);
  await page.getByRole('button', { name: '发给客户' }).press('Enter');
  await page.getByRole('textbox', { name: '给客户看的标题' }).fill('陈总的预算');
  await page.getByRole('checkbox', { name: '让客户看到参考来源' }).press('Space');
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, 'paper-link-form-1440');
  await page.getByRole('textbox', { name: '给客户看的标题' }).press('Enter');
  const url = await page.getByRole('textbox', { name: '客户链接' }).inputValue();
  await page.keyboard.press('Escape');

  const phone = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const client = await phone.newPage();
  await client.goto(`${site.url}${new URL(url).pathname}`);
  expect(await client.getByText('宴会厅').count()).toBe(0);
  await client.getByRole('button', { name: '打开查看' }).press('Enter');
  await client.getByRole('heading', { name: '陈总的预算' }).waitFor();
  await client.getByRole('cell', { name: '宴会厅' }).waitFor();
  await client.getByText('不含餐').waitFor();
  expect(await client.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await shot(client, 'paper-link-390');
  await client.setViewportSize({ width: 1440, height: 900 });
  await shot(client, 'paper-link-1440');

  await page.goto(`${site.url}/personalCenter/myClientLinks`);
  await page.getByText('1 人次').waitFor();
  expect(await axeFindings(page, 'main')).toEqual([]);
  await page.getByRole('button', { name: '撤回“陈总的预算”' }).press('Enter');
  await page.getByRole('button', { name: '撤回', exact: true }).press('Enter');
  await page.getByText('已撤回', { exact: true }).first().waitFor();
  await client.reload();
  await client.getByRole('heading', { name: '发送人已撤回这个链接' }).waitFor();
  await phone.close();
  await leave(maker);
});
