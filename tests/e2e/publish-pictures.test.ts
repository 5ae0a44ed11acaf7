import type { Locator, Page } from 'playwright';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { joinedSite } from '../support/join-site.ts';
import { hasFocus } from '../support/page-state.ts';
import { axeFindings, openReader, shot } from '../support/reader-browser.ts';

const { site, beside, browser } = joinedSite();

const COLOURS = ['crimson', 'seagreen', 'royalblue', 'goldenrod'] as const;
const photograph = async (name: string) => {
  const half = { create: { width: 450, height: 600, channels: 3 as const, background: '#fff' } };
  const left = await sharp(half).png().toBuffer();
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background: name } })
    .composite([{ input: left, gravity: 'west' }])
    .jpeg()
    .toBuffer();
  return { name: `${name}.jpg`, mimeType: 'image/jpeg', buffer };
};

/** Presses the key on the control, and gives the file chooser that opens these files. */
async function chooseByKey(page: Page, control: Locator, files: Array<{ name: string; mimeType: string; buffer: Buffer }>): Promise<void> {
  await control.focus();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
  await chooser.setFiles(files);
}

const names = (page: Page) =>
  page
    .getByRole('list', { name: /图片，按显示顺序$/ })
    .getByRole('img')
    .evaluateAll((all) => all.map((one) => one.getAttribute('alt')?.split(' ').at(-1)?.replace('.jpg', '')));

it('a work of pictures is published by the keyboard alone, and shown as it was arranged', async () => {
  const { token } = await beside.person();
  const { page, context, complaints } = await openReader(browser, site, { token, width: 1440 });
  const kind = KINDS.design;
  // the browser is told to hand its choosers over when somebody first listens, and a press right after may be faster
  page.on('filechooser', () => undefined);
  await page.goto(`${site.url}${kind.paths.add}`);
  await chooseByKey(page, page.getByRole('button', { name: /^把图片拖到这里/ }), await Promise.all(COLOURS.map(photograph)));
  const cover = (number: number) => page.getByRole('button', { name: `第 ${number} 张设为封面` });
  for (const number of [1, 2, 3, 4]) await expect.poll(() => cover(number).isEnabled()).toBe(true);
  expect(await names(page)).toEqual([...COLOURS]);

  // the arrow keys move a picture, and the focus goes with it
  const back = page.getByRole('button', { name: '第 1 张后移' });
  await back.focus();
  await page.keyboard.press('ArrowRight');
  expect(await names(page)).toEqual(['seagreen', 'crimson', 'royalblue', 'goldenrod']);
  await expect.poll(() => hasFocus(page.getByRole('button', { name: '第 2 张后移' }))).toBe(true);
  await page.keyboard.press('End');
  expect(await names(page)).toEqual(['seagreen', 'royalblue', 'goldenrod', 'crimson']);

  await page.getByRole('button', { name: '移除第 2 张' }).focus();
  await page.keyboard.press('Enter');
  expect(await names(page)).toEqual(['seagreen', 'goldenrod', 'crimson']);
  await page.getByRole('button', { name: '撤销' }).focus();
  await page.keyboard.press('Enter');
  expect(await names(page)).toEqual(['seagreen', 'royalblue', 'goldenrod', 'crimson']);
  await cover(4).focus();
  await page.keyboard.press('Space');
  expect(await cover(4).getAttribute('aria-pressed')).toBe('true');

  await page.getByText('调整封面焦点').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^封面焦点/ }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: '封面焦点：横向 70%，纵向 50%', exact: false }).waitFor();

  const psd = {
    name: '主视觉.psd',
    mimeType: 'application/octet-stream',
    buffer: Buffer.concat([Buffer.from('8BPS\0\x01'), Buffer.alloc(9_000, 7)]),
  };
  await chooseByKey(page, page.getByRole('button', { name: /^把文件拖到这里/ }), [psd]);
  await page.getByRole('button', { name: '换一个文件' }).waitFor();

  // what is missing is said at its place, and the first such place gets the focus
  await page.getByLabel('标题').fill('');
  await page.getByRole('button', { name: `发布${kind.noun}` }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('请选择类型').waitFor();
  await expect.poll(() => hasFocus(page.getByLabel('标题'))).toBe(true);
  await page.keyboard.type('醒狮国潮年会主视觉');
  await page.getByLabel('分类', { exact: false }).first().selectOption({ index: 1 });
  await page.getByLabel('类型', { exact: false }).first().selectOption('1');
  await page.getByLabel('颜色模式').selectOption('CMYK');
  await page.getByRole('radio', { name: /^免费/ }).focus();
  await page.keyboard.press('Space');
  await shot(page, 'publish-pictures');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: `发布${kind.noun}` }).focus();
  await page.keyboard.press('Enter');
  await page.getByText(/^发布成功$/).waitFor();

  await page.goto(`${site.url}/personalCenter/myPublish`);
  const link = page.getByRole('link', { name: '醒狮国潮年会主视觉', exact: true });
  await link.waitFor();
  await page.goto(await link.evaluate((a) => (a as HTMLAnchorElement).href));
  await page.getByRole('heading', { name: '醒狮国潮年会主视觉', level: 1 }).waitFor();
  await page.getByText('CMYK').waitFor();
  await page.getByText('4 张', { exact: true }).first().waitFor();
  // the picture that the reader sees first is the one that was put first
  const first = page.locator('[data-page="1"] img:not(.item-blur)');
  const answer = await page.request.get(site.url + (await first.getAttribute('src')), { headers: { accept: 'image/webp' } });
  const { data } = await sharp(await answer.body())
    .extract({ left: 500, top: 100, width: 50, height: 50 })
    .resize(1, 1)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [red = 0, green = 0, blue = 0] = data;
  expect(green > red && green > blue, `${red} ${green} ${blue}`).toBe(true);
  await shot(page, 'picture-detail');
  expect(complaints).toEqual([]);
  await context.close();
});
