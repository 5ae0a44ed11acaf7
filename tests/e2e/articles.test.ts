import type { Page } from 'playwright';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { joinedSite } from '../support/join-site.ts';
import { axeFindings, leave, openReader, overflowsSideways, saidAfter, shot } from '../support/reader-browser.ts';
import { putArticle } from '../support/site-articles.ts';

const { site, beside, browser } = joinedSite();

/** Pastes HTML where the cursor is, as the browser hands it over. */
async function paste(page: Page, html: string): Promise<void> {
  await page.locator('.ProseMirror').evaluate((element, text) => {
    const data = new DataTransfer();
    data.setData('text/html', text);
    data.setData('text/plain', 'x');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, html);
}

/** Kept pages are forgotten a moment after a comment: loads the page until it shows what is looked for, once. */
async function comesTo(page: Page, address: string, count: () => Promise<number>): Promise<void> {
  const load = async () => {
    await page.goto(address);
    return count();
  };
  await expect.poll(load).toBe(1);
}

const WORD = `<h1>搭建顺序</h1><p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>1.<span>&nbsp;&nbsp; </span></span>灯光进场</p>
<p class=MsoNormal><b>先吊点</b>，后铺地。<script>window.pasted=1</script><img src=x onerror="window.pasted=1"></p><iframe src="https://evil.example"></iframe>`;

it('C-100 a visitor is led to the login and back', { timeout: 60_000 }, async () => {
  const reader = await openReader(browser, site, { width: 390 });
  await reader.page.goto(`${site.url}/article/add`);
  await reader.page.waitForURL('**/login?**');
  const { searchParams } = new URL(reader.page.url());
  expect(searchParams.get('event')).toBe('publish_article');
  expect(searchParams.get('from')).toContain('/article/add');
  await leave(reader);
});

it('an article is written by keyboard, pasted into, kept, shown before, published, read and talked about', {
  timeout: 240_000,
}, async () => {
  const writer = await beside.person('13300000501');
  // the browser says of each thing it refused in the pasted text
  const expected = /^(Applying inline style|Executing inline event handler)/;
  const reader = await openReader(browser, site, { token: writer.token, width: 1440, expected });
  const { page } = reader;
  await page.goto(`${site.url}/article/add`);
  const text = page.getByRole('textbox', { name: '正文' });
  await text.waitFor();
  await page.getByLabel('标题', { exact: false }).first().fill('搭建日的顺序，决定彩排的脾气');
  await page.getByLabel('摘要').fill('从吊点到地毯，顺序错一步，彩排晚两小时。');
  await page.getByLabel(/^分类/).selectOption('执行经验');
  await text.focus();
  await page.keyboard.type('一场活动的脾气，是在搭建日定下来的。顺序对了，后面都顺。');
  await page.keyboard.press('Enter');
  // the buttons are one stop of the Tab key, the arrows go between them
  await page.getByRole('button', { name: '撤销' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  expect(await page.getByRole('button', { name: '小标题' }).evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  // the cursor goes back to the text
  await expect.poll(() => page.evaluate(() => document.activeElement?.classList.contains('ProseMirror'))).toBe(true);
  await page.keyboard.type('为什么是顺序');
  await page.keyboard.press('Enter');
  await paste(page, WORD);
  await page.getByText('有 1 张图片没有带入，请保存到电脑后再上传').waitFor();
  expect(await page.evaluate(() => (window as unknown as { pasted?: number }).pasted)).toBeUndefined();
  expect(await text.locator('h2').allTextContents()).toEqual(['为什么是顺序', '搭建顺序']);
  expect(await text.locator('ol li').allTextContents()).toEqual(['灯光进场']);
  expect(await page.locator('.ProseMirror iframe, .ProseMirror script, .ProseMirror [onerror]').count()).toBe(0);
  const data = await sharp({ create: { width: 900, height: 560, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  await page.locator('.editor input[type=file]').setInputFiles({ name: '搭建现场.jpg', mimeType: 'image/jpeg', buffer: data });
  const kept = page.waitForResponse((answer) => answer.request().postData()?.includes('吊点复核完成后的舞台') ?? false);
  await page.getByLabel('图注').fill('吊点复核完成后的舞台');
  await kept;
  await page.getByText(/^草稿已保存/).waitFor();
  await page.waitForURL('**/article/add?id=*');
  expect(await axeFindings(page, 'main')).toEqual([]);
  await shot(page, 'article-add-1440');

  // what was kept is there after a reload, and earlier versions are listed
  await page.reload();
  await page.getByRole('textbox', { name: '正文' }).locator('h2').first().waitFor();
  expect(await page.getByLabel('图注').inputValue()).toBe('吊点复核完成后的舞台');
  await page.getByRole('button', { name: '历史版本' }).click();
  const versions = page.getByRole('dialog', { name: '历史版本' });
  await versions.getByText('最近保存').waitFor();
  await versions.getByRole('button', { name: '恢复' }).first().click();
  await versions.waitFor({ state: 'detached' });
  const tab = page.context().waitForEvent('page');
  await page.getByRole('button', { name: '预览读者看到的页面' }).click();
  const preview = await tab;
  await preview.getByText('这是按草稿生成的页面').waitFor();
  await preview.getByRole('heading', { level: 2, name: '搭建顺序' }).waitFor();
  await preview.close();

  await page.getByRole('button', { name: '发布文章' }).click();
  await page.getByRole('heading', { name: '发布成功' }).waitFor();
  await page.getByRole('link', { name: '查看文章' }).press('Enter');
  await page.waitForURL('**/article/details?id=*');
  await page.getByRole('heading', { level: 1, name: '搭建日的顺序，决定彩排的脾气' }).waitFor();
  await page.getByText('吊点复核完成后的舞台').waitFor();
  const link = page.getByRole('navigation', { name: '目录' }).getByRole('link', { name: '搭建顺序' });
  await link.press('Enter');
  await page.waitForURL('**#h-2');
  const address = page.url().replace(/#.*/, '');
  expect(await axeFindings(page, 'main')).toEqual([]);
  await shot(page, 'article-details-1440');

  const other = await beside.person('13300000502');
  const guest = await openReader(browser, site, { token: other.token, width: 390 });
  await guest.page.goto(address);
  await guest.page.getByRole('textbox', { name: '写评论' }).fill('吊点复核那张图能发原图吗');
  await saidAfter(guest.page, () => guest.page.getByRole('button', { name: '发表' }).click(), '评论已发表');
  await guest.page.getByRole('button', { name: '赞 测试0502 的评论' }).click();
  await guest.page.getByRole('button', { name: '赞 测试0502 的评论' }).and(guest.page.locator('[aria-pressed=true]')).waitFor();
  expect(await axeFindings(guest.page, 'main')).toEqual([]);
  await shot(guest.page, 'article-comments-390');

  await comesTo(page, address, () => page.getByRole('button', { name: '回复 测试0502' }).count());
  await page.getByRole('button', { name: '回复 测试0502' }).click();
  const reply = page.getByRole('textbox', { name: '回复 测试0502' });
  await reply.fill('今晚整理好发出来');
  // what was typed stays when its field is closed
  await page.getByText('发表后 15 分钟内可以修改').waitFor();
  await page.getByRole('button', { name: '取消' }).click();
  // the focus goes back to what opened it
  await page
    .locator('button:focus')
    .and(page.getByRole('button', { name: '回复 测试0502' }))
    .press('Enter');
  expect(await reply.inputValue()).toBe('今晚整理好发出来');
  await page.getByRole('button', { name: '发表' }).last().click();
  await page.getByText('今晚整理好发出来').waitFor();
  await page.getByText('作者', { exact: true }).waitFor();
  // the author sets it aside and takes that back, by keys
  await page.getByRole('button', { name: '隐藏 测试0502 的评论' }).press('Enter');
  await page.getByRole('button', { name: '与内容无关' }).press('Enter');
  await page.getByText('作者隐藏了这条评论').waitFor();
  expect(await axeFindings(page, 'main')).toEqual([]);
  await shot(page, 'article-comment-aside-1440');
  await comesTo(guest.page, address, () => guest.page.getByText('作者隐藏了您的评论，原因：与内容无关').count());
  await guest.page.getByText('查看原文').press('Enter');
  expect(await axeFindings(guest.page, 'main')).toEqual([]);
  // who wrote it may take its words away all the same; thought better of it, the focus is back
  const away = guest.page.getByRole('button', { name: '删除', exact: true });
  await away.press('Enter');
  await guest.page.getByText('删除后不能恢复').waitFor();
  expect(await axeFindings(guest.page, 'main')).toEqual([]);
  await shot(guest.page, 'article-comment-aside-390');
  await guest.page.getByRole('button', { name: '取消' }).press('Enter');
  await guest.page.locator('button:focus').and(away).waitFor();
  await page
    .locator('button:focus')
    .and(page.getByRole('button', { name: '恢复显示' }))
    .press('Enter');
  await page
    .locator('button:focus')
    .and(page.getByRole('button', { name: '隐藏 测试0502 的评论' }))
    .waitFor();
  await comesTo(guest.page, address, () => guest.page.getByRole('button', { name: '修改' }).count());
  await comesTo(guest.page, address, () => guest.page.getByText('今晚整理好发出来').count());
  await guest.page.getByRole('button', { name: '修改' }).click();
  await guest.page.getByRole('textbox', { name: '修改评论' }).fill('吊点复核那张图能发原图吗，想放大看');
  await guest.page.getByRole('button', { name: '保存' }).click();
  await guest.page.getByText('想放大看').waitFor();
  await guest.page
    .locator('button:focus')
    .and(guest.page.getByRole('button', { name: '修改' }))
    .waitFor();
  await guest.page.getByRole('button', { name: '删除' }).first().click();
  await guest.page.getByRole('button', { name: '确定删除' }).click();
  await guest.page.getByText('这条评论已删除').waitFor();
  await leave(guest);
  await leave(reader);
});

it('C-102 lists and articles fit a phone, and read without JavaScript', { timeout: 120_000 }, async () => {
  const writer = await beside.person('13300000503');
  const id = await putArticle(beside, writer, '手机上读的现场清单');
  await beside.call('POST', '/comment/index/add', writer.token, { kind: 'article', id, text: '不用脚本也看得到', key: 'without-script' });
  const plain = await openReader(browser, site, { width: 390, javascript: false });
  await plain.page.goto(`${site.url}/article/details?id=${id}`);
  await plain.page.getByRole('heading', { level: 1, name: '手机上读的现场清单' }).waitFor();
  await plain.page.getByText('箱号贴四面。').waitFor();
  await plain.page.getByText('目录').first().click();
  await plain.page.getByRole('link', { name: '三张清单' }).first().click();
  await comesTo(plain.page, `${site.url}/article/details?id=${id}`, () => plain.page.getByText('不用脚本也看得到').count());
  expect(await overflowsSideways(plain.page)).toBe(false);
  await shot(plain.page, 'article-details-390');
  await plain.page.goto(`${site.url}/article/articleH5?id=${id}`);
  await plain.page.getByRole('heading', { level: 1, name: '手机上读的现场清单' }).waitFor();
  expect(await plain.page.locator('link[rel=canonical]').getAttribute('href')).toContain(`/article/details?id=${id}`);
  expect(await overflowsSideways(plain.page)).toBe(false);
  await plain.page.goto(`${site.url}/article?sort=new`);
  await plain.page.getByRole('link', { name: /手机上读的现场清单/ }).waitFor();
  expect(await overflowsSideways(plain.page)).toBe(false);
  await shot(plain.page, 'article-list-390');
  await leave(plain);
  const wide = await openReader(browser, site, { width: 1440 });
  await wide.page.goto(`${site.url}/article`);
  await wide.page.getByRole('heading', { level: 1 }).waitFor();
  expect(await axeFindings(wide.page, 'main')).toEqual([]);
  await shot(wide.page, 'article-list-1440');
  const feed = await (await fetch(`${site.url}/feed.xml?kind=article`)).text();
  expect(feed).toContain('手机上读的现场清单');
  expect(feed).toContain('content:encoded');
  await leave(wide);
});
