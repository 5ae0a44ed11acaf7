import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { drawFilm } from '#demo/drawing/film.ts';
import type { Actor } from '#server/app/ctx.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { orderTickets } from '#server/modules/salons/index.ts';
import { verifyPerson } from '../support/demands.ts';
import { joinedSite } from '../support/join-site.ts';
import { photograph } from '../support/picture-works.ts';
import { axeFindings, leave, openReader, overflowsSideways, shot } from '../support/reader-browser.ts';
import { kindForm, makeSalon, seats } from '../support/salons.ts';

const { site, beside, browser } = joinedSite();
let owner: { id: number; token: string };
beforeAll(async () => {
  owner = await beside.person('13300000401');
});

const actor = (user_id: number): Actor => ({ kind: 'user', user_id, token_id: 0, roles: [], address: '' });

it('C-502, P-100 tickets are chosen by keyboard, paid on the phone, shown, printed and given back', { timeout: 180_000 }, async () => {
  const questions = [{ key: 'q1', label: '所在公司', required: true, options: [] }];
  const { id } = await makeSalon(beside, { owner_id: owner.id, title: '舞美设计公开课', kinds: [kindForm({ questions })] });
  const buyer = await beside.person('13300000402');
  const reader = await openReader(browser, site, { token: buyer.token, width: 1440 });
  const { page } = reader;
  await page.goto(`${site.url}/salon/details?id=${id}`);
  await page.getByRole('heading', { level: 1, name: '舞美设计公开课' }).waitFor();
  await page.getByRole('img', { name: /位置示意：上海市中心西南/ }).waitFor();
  // a desk without a map app gets the address, and no link that leads nowhere
  await page.getByRole('button', { name: '复制地址' }).waitFor();
  expect(await page.getByRole('link', { name: '打开地图应用' }).count()).toBe(0);
  expect(await axeFindings(page, 'main')).toEqual([]);
  await shot(page, 'salon-details-1440');
  await page.getByRole('button', { name: '立即报名' }).press('Enter');
  const dialog = page.getByRole('dialog');
  // the only kind begins with one ticket
  await dialog.getByRole('status').filter({ hasText: /^1$/ }).waitFor();
  await dialog.getByRole('button', { name: '减少' }).press('Enter');
  await dialog.getByRole('button', { name: '下一步' }).press('Enter');
  await dialog.getByText('请选择门票').waitFor();
  await dialog.getByRole('button', { name: '增加' }).press('Enter');
  expect(await axeFindings(page, '[role=dialog], dialog')).toEqual([]);
  await dialog.getByRole('button', { name: '下一步' }).press('Enter');
  await dialog.getByText('应付').waitFor();
  await dialog.getByLabel('姓名').fill('王可');
  await dialog.getByLabel('手机号').fill('13800001234');
  await dialog.getByRole('button', { name: '提交订单' }).press('Enter');
  await dialog.getByText('请回答“所在公司”').waitFor();
  await dialog.getByLabel('所在公司').fill('海纳公关');
  await shot(page, 'salon-people-1440');
  await dialog.getByRole('button', { name: '提交订单' }).press('Enter');
  const phone = await dialog.getByRole('link', { name: '打开模拟手机付款' }).getAttribute('href');
  const payment_no = new URL(phone ?? '').searchParams.get('pay') ?? '';
  expect((await beside.call('POST', '/sandbox/pay', null, { orderid: payment_no, result: 'success' })).body.code).toBe(0);
  await page.waitForURL('**/salon/success?order=*');
  await page.getByRole('heading', { name: '报名成功' }).waitFor();
  await page.getByRole('img', { name: '门票 001 的二维码' }).waitFor();
  expect(await axeFindings(page, 'main')).toEqual([]);
  await shot(page, 'salon-success-1440');
  const path = (await page.getByRole('link', { name: '出示门票 001' }).getAttribute('href')) ?? '';

  // whoever has the address sees the ticket, and of its holder one sign
  const stranger = await openReader(browser, site, { width: 390, javascript: false });
  await stranger.page.goto(site.url + path);
  await stranger.page.getByText('标准票 · No.001 · 王*').waitFor();
  expect(await stranger.page.content()).not.toContain('王可');
  expect(await overflowsSideways(stranger.page)).toBe(false);
  await shot(stranger.page, 'salon-ticket-390');
  await leave(stranger);

  await page.getByRole('link', { name: '我的沙龙' }).first().click();
  await page.getByRole('button', { name: '退票 001' }).press('Enter');
  const ask = page.getByRole('dialog', { name: '退掉这张门票？' });
  await ask.getByText('将退回 ¥100').waitFor();
  await ask.getByRole('button', { name: '确认退票' }).press('Enter');
  await page.getByText('已退票', { exact: true }).first().waitFor();
  await shot(page, 'salon-mine-1440');
  await leave(reader);
});

it('who comes too late waits and is led to the payment of a seat that became free', { timeout: 120_000 }, async () => {
  const { id, kinds } = await makeSalon(beside, {
    owner_id: owner.id,
    title: '一席难求的闭门会',
    kinds: [kindForm({ price: '0', capacity: '1' })],
  });
  const kind_id = kinds[0]?.id as number;
  const first = await beside.person('13300000403');
  const wish = { id, lines: [{ kind_id, count: 1 }], holders: seats(kind_id), balance: false, user_coupon_id: 0, cache: false };
  await orderTickets(beside.ctx(actor(first.id)), wish);
  const late = await beside.person('13300000404');
  const reader = await openReader(browser, site, { token: late.token, width: 390 });
  const { page } = reader;
  await page.goto(`${site.url}/salon/details?id=${id}`);
  await page.getByRole('button', { name: '加入候补' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '加入“标准票”的候补' }).click();
  await dialog.getByLabel('姓名').fill('李迟');
  await dialog.getByLabel('手机号').fill('13800001235');
  await shot(page, 'salon-wait-390');
  await dialog.getByRole('button', { name: '加入候补' }).click();
  await dialog.getByText(/有人退票时/).waitFor();
  await dialog.getByRole('link', { name: '我的沙龙' }).click();
  await page.getByText(/候补中，前面还有 0 位/).waitFor();
  expect(await overflowsSideways(page)).toBe(false);
  expect(await axeFindings(page, 'main')).toEqual([]);
  await leave(reader);
});

it('a salon is written, kept, and sent to the desk', { timeout: 120_000 }, async () => {
  const person = await beside.person('13300000405');
  await verifyPerson({ ctx: beside.ctx }, person);
  const reader = await openReader(browser, site, { token: person.token, width: 1440 });
  const { page } = reader;
  await page.goto(`${site.url}/salon/establish`);
  await page.getByRole('button', { name: '提交审核' }).click();
  await page.getByText('请填写主办方').waitFor();
  await page.getByLabel('标题').fill('供应商见面会：舞台与灯光');
  await page.getByLabel('主办方').fill('搭建人联盟');
  await page
    .getByRole('textbox', { name: '介绍' })
    .first()
    .fill('六家舞台与灯光供应商带着样品和报价来，策划人一对一聊项目，现场对比价格与工期。');
  const day = shanghaiDay(new Date(Date.now() + 30 * 86_400_000));
  await page.getByLabel('日期').fill(day);
  await page.getByLabel('城市').selectOption('杭州');
  await page.getByLabel('场地名称').fill('湖畔书房');
  await page.getByLabel('详细地址').fill('北山街 88 号');
  // U10 a pin instead of coordinates, a cover and a face
  const pin = page.getByRole('button', { name: /^图钉/ });
  await pin.press('ArrowLeft');
  await page.getByText(/市中心西约 0\.6 公里/).waitFor();
  const picture = { name: '封面.jpg', mimeType: 'image/jpeg', buffer: await photograph('navy') };
  await page.getByRole('group', { name: '封面' }).locator('input[type=file]').setInputFiles(picture);
  await page.getByAltText('封面预览').waitFor();
  await page.getByRole('button', { name: '添加嘉宾' }).click();
  await page.getByLabel('姓名').fill('林晚');
  await page
    .getByRole('group', { name: '第 1 位嘉宾的照片' })
    .locator('input[type=file]')
    .setInputFiles({ ...picture, name: '林晚.jpg' });
  await page.getByRole('button', { name: '移除照片' }).waitFor();
  await page.getByLabel('价格（元）').fill('59');
  await page.getByLabel('名额').fill('30');
  await page.waitForURL('**/salon/establish?id=*');
  await page.getByText(/^已保存/).waitFor();
  expect(await axeFindings(page, 'main')).toEqual([]);
  await shot(page, 'salon-establish-1440');
  await page.getByRole('button', { name: '提交审核' }).click();
  await page.getByRole('heading', { name: '已提交审核' }).waitFor();
  await page.getByRole('link', { name: '我举办的沙龙' }).click();
  await page.getByText('供应商见面会：舞台与灯光').waitFor();
  await page.getByRole('button', { name: /撤回审核/ }).waitFor();
  await leave(reader);
});

it('home and list of salons fit a phone and read without JavaScript', { timeout: 60_000 }, async () => {
  await makeSalon(beside, { owner_id: owner.id, title: '成都市集主理人之夜', city: '成都', lat: '', lng: '' });
  const reader = await openReader(browser, site, { width: 390, javascript: false });
  const { page } = reader;
  await page.goto(`${site.url}/salon?city=${encodeURIComponent('成都')}`);
  await page.getByRole('link', { name: '成都市集主理人之夜' }).waitFor();
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'salon-home-390');
  await page.goto(`${site.url}/salon/list`);
  await page.getByRole('link', { name: '成都市集主理人之夜' }).waitFor();
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'salon-list-390');
  await leave(reader);
});

it('a talk is published by who holds salons, stands among the talks and is played', { timeout: 120_000 }, async () => {
  await makeSalon(beside, { owner_id: owner.id, title: '搭建人夜话' });
  const colours = { ground: [60, 110, 150], bar: [200, 160, 60] } as const;
  const film = { name: '夜话.mp4', mimeType: 'video/mp4', buffer: await drawFilm(3, colours) };
  const still = await sharp({ create: { width: 1280, height: 720, channels: 3, background: 'olive' } })
    .jpeg()
    .toBuffer();
  const reader = await openReader(browser, site, { token: owner.token, width: 1440 });
  const { page } = reader;
  await page.goto(`${site.url}/salon/addTalk`);
  await page.getByLabel('标题').fill('搭建报价怎么拆');
  await page.locator('input[type=file][accept*=mp4]').setInputFiles(film);
  await page.locator('input[type=file][accept*=jp]').setInputFiles({ name: '封面.jpg', mimeType: 'image/jpeg', buffer: still });
  await page.getByText('夜话.mp4').waitFor();
  await page.getByLabel('讲者', { exact: false }).first().fill('周岚');
  await page.getByLabel('分类', { exact: false }).first().selectOption({ index: 1 });
  const send = page.getByRole('button', { name: '发布短分享' });
  await page.getByRole('button', { name: '移除视频' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: '第 1 张设为封面' }).isEnabled()).toBe(true);
  await send.click();
  await page.getByText(/^发布成功$/).waitFor();
  await page.goto(`${site.url}/salon/xtedList`);
  const card = page.getByRole('link', { name: '搭建报价怎么拆' }).first();
  await expect
    .poll(async () => {
      await page.reload();
      return card.count();
    })
    .toBe(1);
  await card.click();
  await page.getByRole('heading', { level: 1, name: '搭建报价怎么拆' }).waitFor();
  const played = await page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    video.muted = true;
    await video.play();
    return video.videoWidth;
  });
  expect(played).toBe(320);
  await leave(reader);
});
