import type { Page } from 'playwright';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { KINDS } from '#contract/kinds.ts';
import { EMPTY_FORM } from '#contract/publish.ts';
import { EMPTY_SHOP_FORM } from '#contract/shop.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { grantAccess } from '#server/modules/access/index.ts';
import { item_view_days } from '#server/modules/catalog/figures/tables.ts';
import { getItem, kindTerms, versionsOf } from '#server/modules/catalog/index.ts';
import { issueToken } from '#server/modules/identity/index.ts';
import { saveDraft, storeOriginal, submitItem, tellVersions } from '#server/modules/publishing/index.ts';
import { saveShop } from '#server/modules/shops/index.ts';
import { inputTime } from '../../src/ui/time-input.ts';
import { makePdf } from '../support/documents.ts';
import { makeFilm } from '../support/films.ts';
import { joinedSite } from '../support/join-site.ts';
import { axeFindings, openReader, overflowsSideways, type Reader, shot } from '../support/reader-browser.ts';

const joined = joinedSite(4);
let token: string;
beforeAll(async () => {
  ({ token } = await issueToken(joined.beside.ctx(), joined.world.publisher_id));
});

const WIDTHS = [1440, 390] as const;
const open = (expected?: RegExp): Promise<Reader> =>
  openReader(joined.browser, joined.site, { token, width: 1440, ...(expected ? { expected } : {}) });
const own = () =>
  createCtx(joined.beside.booted.app, { kind: 'user', user_id: joined.world.publisher_id, token_id: 0, roles: [], address: '' }, 'test');

/** The screen is whole at this width: nothing sticks out, and axe finds nothing. */
async function isWhole(page: Page, name: string): Promise<void> {
  await shot(page, name);
  expect(await overflowsSideways(page), name).toBe(false);
  expect(await axeFindings(page), name).toEqual([]);
}

it('works are put into a series, and their pages lead on', async () => {
  const { site, world } = joined;
  const { page, context, complaints } = await open();
  await page.goto(`${site.url}/personalCenter/mySeries`);
  // what was pressed by key goes: the focus is in what came
  await page.getByRole('button', { name: '新建系列' }).press('Enter');
  await expect.poll(() => page.getByLabel('系列名称').evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByLabel('系列名称').fill('向光而行三部曲');
  for (const number of [1, 2, 3])
    await page.getByRole('button', { name: `加入系列 「向光而行」企业年会晚宴方案 ${number}` }).press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
  await page.getByRole('button', { name: '下移 「向光而行」企业年会晚宴方案 1' }).click();
  await isWhole(page, 'series-edit-1440');
  await page.setViewportSize({ width: 390, height: 844 });
  await isWhole(page, 'series-edit-390');
  await page.getByRole('button', { name: '保存系列' }).click();
  await page.getByText('3 件作品，其中 3 件已发布').waitFor();
  // the list that comes after the longer form is seen
  const list = page.getByText('3 件作品，其中 3 件已发布');
  await expect
    .poll(() => list.evaluate((line) => line.getBoundingClientRect().top > 0 && line.getBoundingClientRect().bottom < innerHeight))
    .toBe(true);
  await isWhole(page, 'series-list-390');
  await page.setViewportSize({ width: 1440, height: 900 });

  const box = page.locator('section').filter({ has: page.getByRole('heading', { name: /向光而行三部曲/ }) });
  await expect
    .poll(async () => {
      await page.goto(`${site.url}/programme/detail?id=${world.schemes[0]}`);
      return box.count();
    })
    .toBe(1);
  expect(await box.innerText()).toContain('系列 2/3');
  await box.scrollIntoViewIfNeeded();
  await shot(page, 'series-on-detail-1440');
  await box.getByRole('link', { name: /^下一件/ }).click();
  expect(page.url()).toBe(`${site.url}/programme/detail?id=${world.schemes[2]}`);
  await page.getByRole('link', { name: '查看整个系列' }).click();
  await page.getByRole('heading', { name: '向光而行三部曲', level: 1 }).waitFor();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await isWhole(page, `series-page-${width}`);
  }
  expect(complaints).toEqual([]);
  await context.close();
});

it('figures are seen as sums, chart and tables, of all works and of one, and taken along as CSV', async () => {
  const { site, beside, world } = joined;
  const now = beside.booted.app.clock.now();
  const rows = Array.from({ length: 20 }, (_day, at) => ({
    item_id: world.schemes[at % 3] as number,
    day: shanghaiDay(new Date(now.getTime() - at * 86_400_000)),
    source: at % 6,
    views: 12 + ((at * 37) % 90),
  }));
  await beside.booted.app.db.insert(item_view_days).values(rows);
  const { page, context, complaints } = await open();
  await page.goto(`${site.url}/personalCenter/myFigures`);
  await page.getByRole('img', { name: /近 30 天每日浏览/ }).waitFor();
  await isWhole(page, 'figures-1440');
  // U15 charts of nothing are left out
  for (const name of ['收益', '成交']) expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '导出 CSV：按日' }).click()]);
  expect(file.suggestedFilename()).toBe('数据-按日-近30天.csv');
  await page.getByRole('button', { name: /^「向光而行」企业年会晚宴方案 2/ }).click();
  await page.getByText('只看：').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await isWhole(page, 'figures-390');
  expect(complaints).toEqual([]);
  await context.close();
});

it('a ZIP of works is taken, with a word on every line that was not', async () => {
  const { site, beside } = joined;
  const category = (await kindTerms(beside.ctx(), KINDS.scheme)).categories[0]?.name ?? '';
  const zip = new ZipFile();
  const line = (key: string, title: string, name: string) => [key, title, category, '19.9', name].join(',');
  const list = ['编号*,标题*,分类*,价格,文件*', line('K-1', '星光年会整案', 'a.pdf'), line('K-2', '海边团建整案', 'gone.pdf')];
  zip.addBuffer(Buffer.from(list.join('\r\n')), 'works.csv');
  zip.addBuffer(await makePdf({ pages: 2 }), 'a.pdf');
  zip.end();
  const buffer = Buffer.concat(await Array.fromAsync(zip.outputStream as unknown as AsyncIterable<Buffer>));
  const { page, context, complaints } = await open();
  await page.goto(`${site.url}/personalCenter/bulkPublish`);
  const [template] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '下载方案清单模板' }).click()]);
  expect(template.suggestedFilename()).toBe('批量导入方案.csv');
  await isWhole(page, 'bulk-1440');
  await page.getByTestId('document').setInputFiles({ name: '作品.zip', mimeType: 'application/zip', buffer });
  await page.getByText('已导入 1 件，没有变化 0 件，失败 1 件，等待 0 件').waitFor({ timeout: 60_000 });
  await page.getByText('压缩包里没有“gone.pdf”').waitFor();
  await isWhole(page, 'bulk-done-1440');
  await page.setViewportSize({ width: 390, height: 844 });
  await isWhole(page, 'bulk-done-390');
  await page.getByRole('link', { name: '编辑 星光年会整案' }).click();
  await expect.poll(() => page.getByLabel('标题').inputValue()).toBe('星光年会整案');
  expect(complaints).toEqual([]);
  await context.close();
});

it('a draft is looked at as a visitor would, and given a time', async () => {
  const { site } = joined;
  await saveDraft(own(), {
    kind: KINDS.scheme,
    draft_key: 'look-first',
    form: { ...EMPTY_FORM, title: '先看看再发布的方案', price: '39' },
  });
  // covers of the test's world have keys that no upload has
  const { page, context, complaints } = await open(/status of 400/);
  await page.goto(`${site.url}/personalCenter/myPublish?tab=draft`);
  const [seen] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: '预览 先看看再发布的方案' }).click()]);
  await seen.getByRole('heading', { name: '先看看再发布的方案', level: 1 }).waitFor();
  await seen.getByText('这是按草稿生成的页面').waitFor();
  expect(await seen.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  for (const width of WIDTHS) {
    await seen.setViewportSize({ width, height: 900 });
    await shot(seen, `preview-${width}`);
    expect(await overflowsSideways(seen)).toBe(false);
  }
  await seen.close();
  await page.getByRole('button', { name: '定时 先看看再发布的方案' }).click();
  const dialog = page.getByRole('dialog', { name: '定时发布' });
  const at_s = Math.ceil(Date.now() / 60_000) * 60 + 3_600;
  await dialog.getByLabel('发布时间').fill(inputTime(at_s));
  await shot(page, 'schedule-1440');
  expect(await axeFindings(page, 'dialog')).toEqual([]);
  await dialog.getByRole('button', { name: '保存' }).click();
  await page.getByText(/^提交后定于 .* 发布$/).waitFor();
  await isWhole(page, 'my-publish-1440');
  await page.setViewportSize({ width: 390, height: 844 });
  await isWhole(page, 'my-publish-390');
  await page.getByRole('link', { name: '编辑 先看看再发布的方案' }).click();
  await expect.poll(() => page.getByLabel('定时发布（可不填）').inputValue()).toBe(inputTime(at_s));
  expect(complaints).toEqual([]);
  await context.close();
});

it('T15 a new file is said in a sentence, and who has the work sees what changed and takes it, on a phone too', async () => {
  const { site, beside, browser } = joined;
  const file_id = await storeOriginal(own(), { purpose: 'document', name: '初版.pdf', data: await makePdf({ pages: 7 }) });
  const category_id = (await kindTerms(beside.ctx(), KINDS.scheme)).categories[0]?.id ?? null;
  const form = { ...EMPTY_FORM, title: '会再修订的年会方案', price: '29', category_id, file_id };
  const { id } = await submitItem(own(), { kind: KINDS.scheme, draft_key: 'version-on-screen', form });
  await expect.poll(async () => (await getItem(beside.ctx(), id))?.status, { timeout: 60_000 }).toBe('published');
  const buyer = await beside.person();
  const right = { user_id: buyer.id, item_id: id, source: 'purchase' as const, source_id: null };
  await inTransaction(beside.ctx(), (tx) => grantAccess(tx, right));
  const { page, context, complaints } = await open(/status of 400/);
  await page.goto(`${site.url}${KINDS.scheme.paths.edit}?id=${id}`);
  await page.getByLabel('标题').waitFor();
  expect(await page.getByLabel('更新说明').count()).toBe(0);
  await page.getByTestId('document').setInputFiles({ name: '新版.pdf', mimeType: 'application/pdf', buffer: await makePdf({ pages: 9 }) });
  const said = page.getByLabel('更新说明');
  await said.waitFor({ timeout: 60_000 });
  const submit = page.getByRole('button', { name: /^(提交|保存)修改$/ });
  await submit.click();
  await page.getByText('请写明这次更新了什么，买过的人会看到').waitFor();
  await said.fill('重做了流程，多了预算两页');
  await isWhole(page, 'version-form-1440');
  await page.setViewportSize({ width: 390, height: 844 });
  await isWhole(page, 'version-form-390');
  await submit.click();
  const version = async () => (await versionsOf(beside.ctx(), [id])).get(id)?.at(-1);
  await expect.poll(async () => (await version())?.note, { timeout: 60_000 }).toBe('重做了流程，多了预算两页');
  expect(complaints).toEqual([]);
  await context.close();

  await tellVersions(beside.ctx());
  const reader = await openReader(browser, site, { token: buyer.token, width: 390 });
  await reader.page.goto(`${site.url}/personalCenter/myMessage`);
  await reader.page.getByText('您的方案有新版本').first().waitFor();
  await expect
    .poll(async () => {
      await reader.page.goto(`${site.url}/programme/detail?id=${id}`);
      return reader.page.getByText('重做了流程，多了预算两页').count();
    })
    .toBe(1);
  await shot(reader.page, 'version-detail-390');
  await reader.page.getByRole('link', { name: '买过的看变化、免费更新' }).click();
  const dialog = reader.page.getByRole('dialog', { name: '新版本的变化' });
  await dialog.getByText('重做了流程，多了预算两页').waitFor();
  await dialog.getByText('新版第 9 页').waitFor();
  await expect
    .poll(() =>
      dialog
        .locator('img')
        .first()
        .evaluate((one: HTMLImageElement) => one.naturalWidth),
    )
    .toBeGreaterThan(0);
  await isWhole(reader.page, 'version-changes-390');
  const [file] = await Promise.all([reader.page.waitForEvent('download'), dialog.getByRole('button', { name: '下载新版本' }).click()]);
  expect(file.suggestedFilename()).toMatch(/\.pdf$/);
  await reader.page.keyboard.press('Escape');
  await reader.page.getByRole('button', { name: '有新版本' }).waitFor();
  await reader.page.setViewportSize({ width: 1440, height: 900 });
  await isWhole(reader.page, 'version-library-1440');
  expect(reader.complaints).toEqual([]);
  await reader.context.close();
});

it('a case shows its film, and is whole at both widths', async () => {
  const { site, beside } = joined;
  const ctx = own();
  await saveShop(ctx, { ...EMPTY_SHOP_FORM, name: '向光舞美', category: 205, province: 63, city: 6301 });
  const scene = sharp({ create: { width: 1280, height: 720, channels: 3, background: '#345' } }).jpeg();
  const picture = await storeOriginal(ctx, { purpose: 'picture', name: '现场.jpg', data: await scene.toBuffer() });
  const film = await storeOriginal(ctx, { purpose: 'video', name: '现场.webm', data: await makeFilm({ codec: 'vp8' }) });
  const category_id = (await kindTerms(beside.ctx(), KINDS.supplier_case)).categories[0]?.id ?? null;
  const form = {
    ...EMPTY_FORM,
    title: '湖畔帐篷音乐会搭建',
    price_type: 'free' as const,
    category_id,
    pictures: [picture],
    video_file_id: film,
  };
  const fields = { custom_name: '青海文旅', start_time: '2026-05-01' };
  const { id } = await submitItem(ctx, { kind: KINDS.supplier_case, draft_key: 'case-with-film', form: { ...form, fields } });
  const { page, context, complaints } = await open();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${site.url}/enterpriseCenter/case?id=${id}`);
    await page.getByLabel('湖畔帐篷音乐会搭建 视频').waitFor();
    expect(await page.locator('[data-carousel]').count()).toBe(0);
    await isWhole(page, `case-film-${width}`);
  }
  expect(complaints).toEqual([]);
  await context.close();
});

it('pictures are put in order by dragging', async () => {
  const { site } = joined;
  const picture = async (name: string) => ({
    name: `${name}.jpg`,
    mimeType: 'image/jpeg',
    buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background: name } })
      .composite([
        {
          input: await sharp({ create: { width: 300, height: 600, channels: 3, background: '#fff' } })
            .png()
            .toBuffer(),
          gravity: 'west',
        },
      ])
      .jpeg()
      .toBuffer(),
  });
  const { page, context, complaints } = await open();
  // the browser is told to hand its choosers over when somebody first listens, and a press right after may be faster
  page.on('filechooser', () => undefined);
  await page.goto(`${site.url}${KINDS.design.paths.add}`);
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: /^把图片拖到这里/ }).click()]);
  await chooser.setFiles(await Promise.all(['crimson', 'seagreen', 'royalblue'].map(picture)));
  for (const number of [1, 2, 3])
    await expect.poll(() => page.getByRole('button', { name: `第 ${number} 张设为封面` }).isEnabled()).toBe(true);
  const list = page.getByRole('list', { name: /图片，按显示顺序$/ });
  const names = () =>
    list.getByRole('img').evaluateAll((all) => all.map((one) => one.getAttribute('alt')?.split(' ').at(-1)?.replace('.jpg', '')));
  expect(await names()).toEqual(['crimson', 'seagreen', 'royalblue']);
  await list.getByRole('listitem').nth(0).dragTo(list.getByRole('listitem').nth(2));
  expect(await names()).toEqual(['seagreen', 'royalblue', 'crimson']);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await shot(page, `pictures-${width}`);
    expect(await overflowsSideways(page)).toBe(false);
  }
  expect(complaints).toEqual([]);
  await context.close();
});
