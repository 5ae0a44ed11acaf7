import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { salons } from '#server/modules/salons/tables.ts';
import { openBrowser } from '../../support/browser.ts';
import { cameraFlags, filmOf } from '../../support/camera.ts';
import { countSteps } from '../../support/count-steps.ts';
import { joinedSite } from '../../support/join-site.ts';
import { decideAtDesk, payOnPhone, register } from '../../support/newcomers.ts';
import { openReader, overflowsSideways, shot } from '../../support/reader-browser.ts';
import { newIdCard } from '../../support/verification.ts';

const TITLE = '灯光师与策划人的夜谈';
const HOUR_MS = 3_600_000;

const stage = joinedSite();
let card: { name: string; mimeType: string; buffer: Buffer };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cemao-camera-'));
  const buffer = await sharp({ create: { width: 856, height: 540, channels: 3, background: 'navy' } })
    .png()
    .toBuffer();
  card = { name: '照片.png', mimeType: 'image/png', buffer };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** As if time had passed: the salon goes on from `from_h` to `to_h` hours from now. */
const passTo = (id: number, from_h: number, to_h: number) =>
  stage.beside.booted.app.db
    .update(salons)
    .set({ starts_at: new Date(Date.now() + from_h * HOUR_MS), ends_at: new Date(Date.now() + to_h * HOUR_MS) })
    .where(eq(salons.item_id, id));

it('an organiser is verified, sells tickets of two kinds, lets a guest in by the camera, and shows how it was', {
  timeout: 240_000,
}, async () => {
  const { site } = stage;
  const organiser = await register(stage, '/personalCenter/myVerify');
  const { page } = organiser;
  const took = await countSteps(page);
  await page.getByLabel('姓名').fill('顾长河');
  await page.getByLabel('身份证号码').fill(newIdCard());
  for (const side of ['身份证人像面', '身份证国徽面']) {
    await page.getByLabel(side).setInputFiles(card);
    await page.getByRole('img', { name: `${side}预览` }).waitFor();
  }
  await page.getByRole('button', { name: '提交认证' }).click();
  await page.getByText('您已通过实名认证').waitFor();
  expect(await took(), 'proof of identity').toEqual({ presses: 1, fields: 4, pages: 0 });
  await shot(page, 'organiser-1-verified');

  await page.goto(`${site.url}/salon/establish`);
  await took();
  await page.getByLabel('标题').fill(TITLE);
  await page.getByLabel('主办方').fill('长河灯光社');
  await page.getByRole('textbox', { name: '介绍' }).first().fill('六位灯光师带着灯位图来，和策划人一对一聊项目，现场对比价格与工期。');
  await page.getByLabel('日期').fill(shanghaiDay(new Date(Date.now() + 30 * 86_400_000)));
  await page.getByLabel('城市').selectOption('杭州');
  await page.getByLabel('场地名称').fill('湖畔书房');
  await page.getByLabel('详细地址').fill('北山街 88 号');
  await page.getByLabel('价格（元）').fill('59');
  await page.getByLabel('名额').fill('30');
  await page.getByRole('button', { name: '添加票种' }).click();
  await page.getByLabel('名称').last().fill('贵宾票');
  await page.getByLabel('价格（元）').last().fill('199');
  await page.getByLabel('名额').last().fill('5');
  await shot(page, 'organiser-2-form');
  await page.getByRole('button', { name: '提交审核' }).click();
  await page.getByRole('heading', { name: '已提交审核' }).waitFor();
  expect(await took(), 'a salon of two tickets').toEqual({ presses: 2, fields: 12, pages: 0 });
  await shot(page, 'organiser-3-sent');
  await decideAtDesk(stage, 'salon', TITLE, '通过');
  await took();
  await page.getByRole('link', { name: '我举办的沙龙' }).click();
  await page.getByRole('listitem').filter({ hasText: TITLE }).getByRole('link', { name: '管理' }).click();
  await page.waitForURL('**/mySalon/**');
  expect(await took(), 'its desk').toEqual({ presses: 2, fields: 0, pages: 2 });
  await shot(page, 'organiser-4-manage');
  const id = Number(new URL(page.url()).searchParams.get('id'));

  const guest = await register(stage, `/salon/details?id=${id}`);
  const signed = await countSteps(guest.page);
  await guest.page.getByRole('button', { name: '立即报名' }).click();
  const dialog = guest.page.getByRole('dialog');
  await dialog.getByRole('group', { name: '贵宾票 张数' }).getByRole('button', { name: '增加' }).click();
  await dialog.getByRole('button', { name: '下一步' }).click();
  await dialog.getByLabel('姓名').fill('林小满');
  await dialog.getByLabel('手机号').fill(guest.mobile);
  await shot(guest.page, 'organiser-5-guest');
  await dialog.getByRole('button', { name: '提交订单' }).click();
  await payOnPhone(guest, dialog);
  await guest.page.waitForURL('**/salon/success?order=*');
  const code = guest.page.getByRole('img', { name: '门票 001 的二维码' });
  await code.waitFor();
  expect(await signed(), 'a ticket').toEqual({ presses: 4, fields: 2, pages: 1 });
  await shot(guest.page, 'organiser-6-ticket');
  const film = join(folder, 'ticket.y4m');
  await filmOf(await code.screenshot(), film);
  await guest.leave();

  await passTo(id, -0.5, 2);
  await took();
  await page.getByRole('tab', { name: '检票入口' }).click();
  await page.getByRole('textbox', { name: '工作人员' }).fill('小林');
  await page.getByRole('textbox', { name: '入口名称' }).fill('东门');
  await page.getByRole('button', { name: '建检票入口' }).click();
  const link = await page.getByRole('textbox', { name: '检票链接' }).inputValue();
  expect(await took(), 'a door').toEqual({ presses: 2, fields: 2, pages: 0 });
  await shot(page, 'organiser-7-door-link');
  // the phone at the door has a camera, before which the ticket is held
  const with_camera = await openBrowser(cameraFlags(film));
  const door = await openReader(with_camera, site, { width: 390 });
  await door.page.goto(link);
  const scanned = await countSteps(door.page);
  await door.page.getByRole('button', { name: '打开相机扫码' }).click();
  const answer = door.page.getByRole('region', { name: '检票结果' });
  await answer.getByText('放行', { exact: true }).waitFor();
  await answer.getByText(/林小满|林\*/).waitFor();
  expect(await scanned(), 'a guest at the door').toEqual({ presses: 1, fields: 0, pages: 0 });
  expect(await overflowsSideways(door.page)).toBe(false);
  await shot(door.page, 'organiser-8-door-390');
  await door.page.getByRole('button', { name: '关闭相机' }).click();
  await door.page.getByLabel('相机画面').waitFor({ state: 'detached' });
  expect(door.complaints).toEqual([]);
  await with_camera.close();

  await passTo(id, -3, -1);
  await page.goto(`${page.url().split('&')[0]}&tab=recap`);
  await page.getByText('到场 1 人').waitFor();
  await took();
  await page
    .getByLabel('回顾正文')
    .fill(
      '四十盏灯，一晚上讲清三种预算怎么打光。\n\n六位灯光师各带一张灯位图，策划人把自己的项目摊开来问，从舞台到晚宴桌面，一盏一盏地试。',
    );
  await page.getByLabel('添加照片').setInputFiles(card);
  await page.getByRole('img', { name: '照片 1' }).waitFor();
  await page.getByRole('button', { name: '提交审核' }).click();
  await page.getByRole('button', { name: '撤回审核' }).waitFor();
  expect(await took(), 'a recap').toEqual({ presses: 1, fields: 2, pages: 0 });
  await shot(page, 'organiser-9-recap');
  await decideAtDesk(stage, 'salon_recap', `${TITLE} 回顾`, '通过');
  await page.reload();
  await page.getByRole('link', { name: '查看回顾页' }).click();
  await page.getByText('四十盏灯，一晚上讲清三种预算怎么打光。').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'organiser-10-recap-390');
  await organiser.leave();
});
