import type { Page } from 'playwright';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { countSteps } from '../../support/count-steps.ts';
import { joinedSite } from '../../support/join-site.ts';
import { decideAtDesk, payOnPhone, register } from '../../support/newcomers.ts';
import { saidAfter, shot } from '../../support/reader-browser.ts';
import { newLicence } from '../../support/verification.ts';

const COMPANY = '苏州浮光舞美工程有限公司';
const SHOP = '浮光舞美工厂';
const RESOURCE = '湖畔八百人草坪与双面舞台';
const CENTER = '/personalCenter/myEnterprise';

const stage = joinedSite();
let picture: { name: string; mimeType: string; buffer: Buffer };
beforeAll(async () => {
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#356' } })
    .jpeg()
    .toBuffer();
  picture = { name: '现场.jpg', mimeType: 'image/jpeg', buffer };
});

/** One picture for a work of pictures; it is there when it can be made the cover. */
async function addPicture(page: Page): Promise<void> {
  await page.locator('input[type=file][accept*="image"]').first().setInputFiles(picture);
  await expect.poll(() => page.getByRole('button', { name: '第 1 张设为封面' }).isEnabled()).toBe(true);
}

it('a supplier proves the enterprise, opens a shop with a case and a resource, is called, and looks for people', {
  timeout: 240_000,
}, async () => {
  const { site } = stage;
  const supplier = await register(stage, `${CENTER}`);
  const { page } = supplier;
  await shot(page, 'supplier-1-enterprise');
  await page.goto(`${site.url}${CENTER}/apply`);
  const took = await countSteps(page);
  await page.getByLabel('企业名称').fill(COMPANY);
  await page.getByLabel('统一社会信用代码').fill(newLicence());
  await page.getByLabel('法定代表人').fill('张三');
  await page.getByLabel('联系人').fill('李四');
  await page.getByLabel('联系电话').fill('13900001234');
  await page.getByLabel('营业执照照片').setInputFiles(picture);
  await page.getByRole('img', { name: '营业执照照片预览' }).waitFor();
  await page.getByRole('button', { name: '提交审核' }).click();
  await page.waitForURL('**/myEnterprise/examine');
  expect(await took(), 'proof of an enterprise').toEqual({ presses: 1, fields: 6, pages: 1 });
  await decideAtDesk(stage, 'company', COMPANY, '通过');
  await page.goto(`${site.url}${CENTER}`);
  await page.getByText(COMPANY).first().waitFor();
  await shot(page, 'supplier-2-verified');

  await page.goto(`${site.url}${CENTER}/myCatShop`);
  await took();
  await page.getByRole('link', { name: '开通店铺' }).click();
  await page.getByLabel('店铺名称').fill(SHOP);
  await page.getByLabel('服务类别').selectOption({ label: '花艺布置' });
  await page.getByLabel('所在地区').selectOption({ label: '云南省' });
  await page.getByLabel('所在城市').selectOption({ label: '昆明市' });
  await page.getByLabel('店铺介绍').fill('自有工厂，舞台、灯光、花艺一队进场。');
  await saidAfter(page, () => page.getByRole('button', { name: '开通店铺' }).click(), '店铺已开通，再加上 LOGO 和封面吧');
  expect(await took(), 'a shop').toEqual({ presses: 2, fields: 5, pages: 1 });
  await shot(page, 'supplier-3-shop');

  await page.goto(`${site.url}${CENTER}/myCase/addCase`);
  await took();
  await addPicture(page);
  await page.getByLabel('标题').fill('洱海音乐节双面舞台搭建');
  await page.getByLabel('分类', { exact: false }).first().selectOption({ index: 1 });
  await page.getByLabel(/^客户/).fill('大理文旅');
  await page.getByLabel(/^活动时间/).fill('2026-05-01');
  await shot(page, 'supplier-4-case');
  await page.getByRole('button', { name: '发布供应商案例' }).click();
  await page.getByRole('heading', { level: 1, name: '发布成功' }).waitFor();
  expect(await took(), 'a case').toEqual({ presses: 1, fields: 5, pages: 0 });

  await page.goto(`${site.url}/resources/add`);
  await took();
  await addPicture(page);
  await page.getByLabel('标题').fill(RESOURCE);
  await page.getByLabel('分类', { exact: false }).first().selectOption({ index: 1 });
  await shot(page, 'supplier-5-resource');
  await page.getByRole('button', { name: '发布资源' }).click();
  await page.getByRole('heading', { level: 1, name: '发布成功' }).waitFor();
  expect(await took(), 'a resource').toEqual({ presses: 1, fields: 3, pages: 0 });
  const resource = (await page.getByRole('link', { name: '查看资源' }).getAttribute('href')) ?? '';

  const reader = await register(stage, resource);
  const called = await countSteps(reader.page);
  await reader.page
    .locator('.item-head')
    .getByRole('button', { name: /猫币联系供应商/ })
    .click();
  const dialog = reader.page.getByRole('dialog');
  await dialog
    .last()
    .getByRole('button', { name: /立即解锁|用猫币解锁/ })
    .click();
  await dialog.last().getByRole('button', { name: '去充值' }).click();
  await dialog.last().getByRole('button', { name: '立即充值' }).click();
  await payOnPhone(reader, dialog.last());
  await dialog.last().getByText('猫币已到账').waitFor();
  await shot(reader.page, 'supplier-6-coins');
  await dialog.last().getByRole('button', { name: '完成' }).click();
  await dialog.last().getByRole('heading', { name: '拨打供应商电话' }).waitFor();
  await dialog
    .last()
    .getByText(/^170\d{8}$/)
    .waitFor();
  expect(await called(), 'coins and a call').toEqual({ presses: 5, fields: 0, pages: 0 });
  await shot(reader.page, 'supplier-7-call');
  await reader.leave();

  await page.goto(`${site.url}/demand/addJob`);
  await took();
  await page.getByLabel('职位名称').fill('舞美执行组长');
  await page.getByLabel(/^分类/).selectOption({ index: 1 });
  for (const label of ['地区', '性质']) await page.getByRole('combobox', { name: label, exact: true }).selectOption({ index: 1 });
  await page.getByLabel('最低月薪（元）').fill('8000');
  await page.getByLabel(/岗位职责/).fill('带队进场、搭建与撤场');
  await page.getByLabel(/任职要求/).fill('两年以上现场经验');
  await page.getByRole('button', { name: '发布招聘' }).click();
  await page.getByRole('heading', { level: 1, name: '发布成功' }).waitFor();
  await page.goto(`${site.url}${CENTER}`);
  expect(await took(), 'a job').toEqual({ presses: 1, fields: 7, pages: 1 });
  await shot(page, 'supplier-8-done');
  await page.goto(`${site.url}${CENTER}/myCatShop`);
  await page.getByRole('link', { name: '查看店铺' }).click();
  await page.getByRole('heading', { level: 1, name: SHOP }).waitFor();
  await page.getByRole('navigation', { name: '店铺内容' }).getByRole('link', { name: /案例/ }).click();
  await page
    .getByRole('link', { name: /洱海音乐节双面舞台搭建/ })
    .first()
    .waitFor();
  await shot(page, 'supplier-9-shop');
  await supplier.leave();
});
