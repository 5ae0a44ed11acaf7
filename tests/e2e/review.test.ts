import { eq } from 'drizzle-orm';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { EMPTY_FORM } from '#contract/publish.ts';
import { createCtx, inTransaction, type Role } from '#server/app/ctx.ts';
import { installDefaultTerms, kindTerms } from '#server/modules/catalog/index.ts';
import { users } from '#server/modules/identity/tables.ts';
import { renderFile, storeOriginal, submitItem } from '#server/modules/publishing/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { type BesideSite, besideSite } from '../support/beside-site.ts';
import { joinBrowser, leaveBrowser } from '../support/browser.ts';
import { makePdf } from '../support/documents.ts';
import { axeFindings, openReader, overflowsSideways, shot } from '../support/reader-browser.ts';
import { type Site, startSite } from '../support/site.ts';

const GOOD = '城市音乐节执行方案';
const BAD = '没有授权的发布会方案';
const REASON = '第 2 页含有联系方式，请删除后重新提交';

let site: Site;
let beside: BesideSite;
let browser: Browser;
let publisher: { id: number; token: string };
beforeAll(async () => {
  site = await startSite();
  beside = await besideSite(site);
  await inTransaction(beside.ctx(), (tx) => installDefaultTerms(tx));
  await setSetting(beside.ctx(), 'work_review', 'hold');
  publisher = await beside.person('13500000001');
  for (const title of [GOOD, BAD]) await submit(title);
  browser = await joinBrowser();
});
afterAll(async () => {
  await leaveBrowser();
  await beside?.stop();
  await site?.stop();
});

/** As the publisher does by the form: stores the file, has its pages drawn, submits. */
async function submit(title: string): Promise<number> {
  const ctx = createCtx(beside.booted.app, { kind: 'user', user_id: publisher.id, token_id: 0, roles: [], address: '' }, 'test');
  const file_id = await storeOriginal(ctx, { purpose: 'document', name: `${title}.pdf`, data: await makePdf({ pages: 3 }) });
  await renderFile(beside.ctx(), file_id);
  const { categories } = await kindTerms(beside.ctx(), KINDS.scheme);
  const form = {
    ...EMPTY_FORM,
    title,
    category_id: categories[0]?.id ?? null,
    price_type: 'paid' as const,
    price: '39',
    file_id,
    cover_page: 1,
  };
  const { id } = await submitItem(ctx, { kind: KINDS.scheme, draft_key: `draft-${title}`, form: { ...form, free_pages: 1 } });
  return id;
}

async function staff(mobile: string, roles: Role[]): Promise<string> {
  const { id, token } = await beside.person(mobile);
  await beside.booted.app.db.update(users).set({ roles }).where(eq(users.id, id));
  return token;
}

const rowOf = (title: string) => ({ hasText: title });
const inList = async (title: string) => (await (await fetch(`${site.url}/programme?sort=new&t=${Date.now()}`)).text()).includes(title);

it('what waits for review is seen by its publisher alone', async () => {
  const { page, context, complaints } = await openReader(browser, site, { token: publisher.token, width: 1440 });
  await page.goto(`${site.url}/personalCenter/myPublish`);
  for (const title of [GOOD, BAD]) await page.getByRole('listitem').filter(rowOf(title)).getByText('审核中').waitFor();
  await shot(page, 'my-publish-waiting-1440');
  expect(await inList(GOOD)).toBe(false);
  const found = await beside.call<{ list: unknown[] }>('POST', '/scheme/index/search', null, { keyword: GOOD });
  expect(found.body.code).toBe(0);
  expect(JSON.stringify(found.body.data.list)).not.toContain(GOOD);
  expect(complaints).toEqual([]);
  await context.close();
});

it('somebody without the role sees 无权限 and nothing of the queue', async () => {
  const { token } = await beside.person('13500000002');
  const { page, context } = await openReader(browser, site, { token });
  await page.goto(`${site.url}/admin/review`);
  await page.getByText('无权限').waitFor();
  expect(await page.locator('main').innerText()).not.toContain(GOOD);
  await context.close();
});

it('the reviewer reads, approves one and returns one with a reason; the publisher is told', async () => {
  const reviewer = await openReader(browser, site, { token: await staff('13500000003', ['reviewer']), width: 1440 });
  const { page } = reviewer;
  await page.goto(`${site.url}/admin/review`);
  const queue = page.getByRole('navigation', { name: '待处理的作品' });
  await queue.getByText('共 2 份待处理').waitFor();
  await queue.getByRole('button', { name: new RegExp(GOOD) }).click();
  const desk = page.getByRole('article', { name: GOOD });
  await desk.locator('img').first().waitFor();
  await shot(page, 'review-1440');
  expect(await axeFindings(page, 'main')).toEqual([]);
  await page.keyboard.press('a');
  await queue.getByText('共 1 份待处理').waitFor();
  await page.keyboard.press('z');
  await queue.getByText('共 2 份待处理').waitFor();
  await desk.getByRole('button', { name: '通过并上架' }).click();
  await queue.getByText('共 1 份待处理').waitFor();

  await page.getByRole('article', { name: BAD }).waitFor();
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: `退回：${BAD}` });
  await dialog.getByRole('button', { name: '确认退回' }).click();
  await dialog.getByText('请填写未通过的原因').waitFor();
  await dialog.getByLabel('原因').fill(REASON);
  await shot(page, 'review-reject-1440');
  await dialog.getByRole('button', { name: '确认退回' }).click();
  await page.getByText('没有待处理的作品').waitFor();
  expect(reviewer.complaints).toEqual([]);
  await reviewer.context.close();

  const author = await openReader(browser, site, { token: publisher.token, width: 390 });
  await author.page.goto(`${site.url}/personalCenter/myPublish`);
  await author.page.getByRole('listitem').filter(rowOf(GOOD)).getByText('已发布').waitFor();
  await author.page.getByRole('listitem').filter(rowOf(BAD)).getByText(REASON).waitFor();
  expect(await overflowsSideways(author.page)).toBe(false);
  await shot(author.page, 'my-publish-390');
  await author.page.getByRole('link', { name: `编辑 ${BAD}` }).click();
  await author.page.getByText(`未通过审核：${REASON}`).waitFor();
  await shot(author.page, 'edit-rejected-390');
  expect(author.complaints).toEqual([]);
  await author.context.close();
  await expect.poll(() => inList(GOOD)).toBe(true);
  expect(await inList(BAD)).toBe(false);
});

it('S-006 a visitor who would publish a PPT template signs in first and comes back', async () => {
  const { page, context } = await openReader(browser, site, { width: 1440 });
  await page.goto(`${site.url}/ppt/add`);
  await page.waitForURL(/\/login\?/);
  const query = new URL(page.url()).searchParams;
  expect([query.get('from'), query.get('event')]).toEqual(['/ppt/add', 'publish_ppt']);
  await context.close();
});

it('a PPT template is published by its own form, changed, and the change taken back', async () => {
  await setSetting(beside.ctx(), 'work_review', 'auto');
  const { page, context, complaints } = await openReader(browser, site, { token: publisher.token, width: 1440 });
  const document = { name: '国潮年会提案.pdf', mimeType: 'application/pdf', buffer: await makePdf({ pages: 3 }) };
  await page.goto(`${site.url}/ppt/add`);
  await page.getByRole('heading', { level: 1, name: '发布PPT模板' }).waitFor();
  await page.getByTestId('document').setInputFiles(document);
  await page.getByRole('button', { name: '换一个文件' }).waitFor({ timeout: 60_000 });
  // began, and left: the empty form offers it
  await page.waitForURL(/\/ppt\/edit\?id=\d+/);
  await page.goto(`${site.url}/ppt/add`);
  await page.getByText('没有完成的草稿').waitFor();
  await shot(page, 'ppt-add-1440');
  expect(await axeFindings(page, 'main')).toEqual([]);
  await page.getByRole('link', { name: '继续编辑' }).click();
  await page.getByLabel('分类', { exact: false }).first().selectOption({ index: 1 });
  await page.getByLabel('风格').selectOption({ label: '国潮' });
  await page.getByRole('radio', { name: /^会员专享/ }).check();
  await page.getByText('按读者数分得每月会员收入的 20%').waitFor();
  await page.getByRole('radio', { name: /^付费/ }).check();
  await page.getByLabel('价格（元）').fill('２９');
  await page.getByText('¥23.20').waitFor();
  await page.getByRole('button', { name: '发布PPT模板' }).click();
  await page.getByText(/^发布成功$|^已提交$/).waitFor();

  await page.goto(`${site.url}/personalCenter/myPublish?kind=ppt`);
  const row = page.getByRole('listitem').filter({ hasText: '国潮年会提案' });
  await row.getByText('已发布').waitFor({ timeout: 60_000 });
  expect(await page.getByRole('listitem').filter(rowOf(GOOD)).count()).toBe(0);
  await shot(page, 'my-publish-ppt-1440');
  await page.getByRole('button', { name: '全部类型' }).click();
  await page.getByRole('listitem').filter(rowOf(GOOD)).waitFor();
  await row.getByRole('link', { name: /^编辑/ }).click();
  await page.getByLabel('标题').fill('还没想好的标题');
  await page.getByText(/修改已存为草稿 .*，提交后读者才能看到/).waitFor();
  await page.getByRole('button', { name: '放弃修改' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '放弃修改' }).click();
  await expect.poll(() => page.getByLabel('标题').inputValue()).toBe('国潮年会提案');
  await page.getByText('与读者看到的内容一致').waitFor();
  await page.getByLabel('标题').fill('国潮年会提案模板');
  await page.getByRole('button', { name: '提交修改' }).click();
  await page.getByRole('heading', { level: 1, name: '修改已生效' }).waitFor();
  await shot(page, 'ppt-changed-1440');
  expect(complaints).toEqual([]);
  await context.close();
});

it('a reported work is taken down with a reason, by the version that was read', async () => {
  const row = (
    await beside.call<{ list: Array<{ id: number; title: string }> }>('GET', '/user/publish/mine?tab=published', publisher.token)
  ).body;
  const id = row.data.list.find(({ title }) => title === GOOD)?.id ?? 0;
  const report = async (mobile: string, content: string) => {
    const { token } = await beside.person(mobile);
    const body = { type: KINDS.scheme.types.report, rid: id, url: '', mobile, content, ruid: publisher.id };
    expect((await beside.call('POST', '/api/tools/report', token, body)).body.code).toBe(0);
  };
  await report('13500000011', '封面用了我的照片');
  const { page, context } = await openReader(browser, site, { token: await staff('13500000012', ['reviewer']), width: 1440 });
  await page.goto(`${site.url}/admin/review`);
  await page.getByRole('tab', { name: '举报 1' }).click();
  const desk = page.getByRole('article', { name: GOOD });
  await desk.getByText('封面用了我的照片').waitFor();
  await desk.locator('img').first().waitFor();
  await shot(page, 'review-report-1440');
  await desk.getByText('135****0011').waitFor();
  await desk.getByRole('button', { name: '显示完整资料' }).click();
  await page.getByRole('dialog', { name: '显示完整资料' }).getByRole('button', { name: '显示' }).click();
  await desk.getByText('13500000011').waitFor();
  expect(await axeFindings(page, 'main')).toEqual([]);
  // another report arrives while this one is being read
  await report('13500000013', '第 3 页也是');
  await desk.getByRole('button', { name: '举报不成立' }).click();
  await page.getByText('内容刚有变化，请重新查看后再决定').waitFor();
  await desk.getByText('第 3 页也是').waitFor();
  await shot(page, 'review-conflict-1440');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'review-report-390');
  await desk.getByRole('button', { name: '下架作品' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '侵犯他人著作权' }).click();
  await dialog.getByRole('button', { name: '确认下架作品' }).click();
  await page.getByText('没有待处理的举报').waitFor();
  await context.close();
  await expect.poll(() => inList(GOOD)).toBe(false);
  const mine = await beside.call<unknown>('GET', '/user/publish/mine?tab=taken_down', publisher.token);
  expect(JSON.stringify(mine.body.data)).toContain('侵犯他人著作权');
});
