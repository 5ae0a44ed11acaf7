import { eq } from 'drizzle-orm';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { drawFilm } from '#demo/drawing/film.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { saveMedia } from '#server/modules/catalog/index.ts';
import { items } from '#server/modules/catalog/tables.ts';
import { storeOriginal } from '#server/modules/publishing/index.ts';
import { files } from '#server/modules/publishing/tables.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { postTransfer } from '#server/modules/wallet/index.ts';
import { type BesideSite, besideSite } from '../support/beside-site.ts';
import { joinBrowser, leaveBrowser } from '../support/browser.ts';
import { makeItem } from '../support/item-world.ts';
import { axeFindings, openReader, overflowsSideways, shot } from '../support/reader-browser.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let beside: BesideSite;
let browser: Browser;
let publisher_id: number;
let resource_id: number;
/** Advertised by its cover, and by its film: nothing advertises itself. */
let pictured_id: number;
let filmed_id: number;

const world = () => ({ app: beside.booted.app, ctx: beside.ctx });
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180"/>';

beforeAll(async () => {
  site = await startSite();
  beside = await besideSite(site);
  publisher_id = (await beside.person('13500000100')).id;
  resource_id = (await makeItem(world(), { publisher_id, kind: KINDS.resource, title: '湖边八百人草坪' })).id;
  pictured_id = (await makeItem(world(), { publisher_id, price_fen: 500, title: '年会大方案' })).id;
  filmed_id = (await makeItem(world(), { publisher_id, price_fen: 500, title: '会动的方案' })).id;
  const cover = { cover_key: 'aa/bb/0123456789abcdef0123456789abcdef', cover_width: 640, cover_height: 360 };
  await beside.booted.app.db.update(items).set(cover).where(eq(items.id, pictured_id));
  const publisher = beside.ctx({ kind: 'user', user_id: publisher_id, token_id: 0, roles: [], address: '' });
  const colours = { ground: [60, 150, 110], bar: [170, 60, 170] } as const;
  const file_id = await storeOriginal(publisher, { purpose: 'video', name: '广告.mp4', data: await drawFilm(2, colours) });
  const [file] = await beside.booted.app.db.select().from(files).where(eq(files.id, file_id));
  if (!file) throw new Error('no film');
  const { key, name, size_bytes, film } = file;
  await inTransaction(beside.ctx(), (tx) => saveMedia(tx, filmed_id, [{ type: 'video', file_id, key, name, size_bytes, film }]));
  await setSetting(beside.ctx(), 'ad_films', [pictured_id, filmed_id]);
  await setSetting(beside.ctx(), 'ad_picture_seconds', 5);
  browser = await joinBrowser();
});
afterAll(async () => {
  await leaveBrowser();
  await beside?.stop();
  await site?.stop();
});

async function reader(mobile: string, width: 1440 | 390) {
  const { id, token } = await beside.person(mobile);
  const opened = await openReader(browser, site, { token, width });
  // these works have no pictures
  await opened.context.route('**/pic/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }));
  return { ...opened, id, token };
}

/** Pays the QR on the screen as its phone would. */
async function pay(pay_no: string): Promise<void> {
  const { body } = await beside.call('POST', '/sandbox/pay', null, { orderid: pay_no, result: 'success' });
  expect(body.code, body.msg).toBe(0);
}

it('a reader without coins tops them up on the way, unlocks a supplier and changes the phone', { timeout: 120_000 }, async () => {
  for (const [width, mobile] of [
    [1440, '13500000001'],
    [390, '13500000002'],
  ] as const) {
    const { page, context, complaints } = await reader(mobile, width);
    await page.goto(`${site.url}${KINDS.resource.paths.detail}?id=${resource_id}`);
    await page.locator('.item-head').getByRole('button', { name: '10 猫币联系供应商（24 小时有效）' }).click();
    const dialog = page.getByRole('dialog').last();
    // one of the two popups
    const unlock = dialog.getByRole('button', { name: /立即解锁|用猫币解锁/ });
    await unlock.waitFor();
    await shot(page, `contact-popup-${width}`);
    expect(await axeFindings(page)).toEqual([]);
    await unlock.click();
    await dialog.getByRole('heading', { name: '猫币余额不足' }).waitFor();
    await dialog.getByRole('button', { name: '去充值' }).click();
    const top_up = page.getByRole('dialog').last();
    // enough is chosen, and may be more
    await top_up.getByRole('radio', { checked: true }).waitFor();
    await top_up.getByText('30', { exact: true }).click();
    await shot(page, `top-up-${width}`);
    expect(await axeFindings(page)).toEqual([]);
    await top_up.getByRole('button', { name: '立即充值' }).click();
    const phone = top_up.getByRole('link', { name: '打开模拟手机付款' });
    await phone.waitFor();
    if (width === 1440) expect((await top_up.boundingBox())?.width).toBe(544);
    await shot(page, `top-up-qr-${width}`);
    await pay(new URL((await phone.getAttribute('href')) ?? '').searchParams.get('pay') ?? '');
    await top_up.getByText('30 猫币已到账').waitFor();
    await top_up.getByRole('button', { name: '完成' }).click();
    await dialog.getByRole('heading', { name: '拨打供应商电话' }).waitFor();
    expect(await dialog.getByText(/^170\d{8}$/).count()).toBe(1);
    await dialog.getByRole('button', { name: '更换' }).click();
    // each width another phone: a phone gets one code a minute
    const end = width === 1440 ? '0009' : '0008';
    await dialog.getByLabel('新的本机号码').fill('139');
    await dialog.getByLabel('新的本机号码').blur();
    await dialog.getByText('请输入11位手机号码').waitFor();
    await dialog.getByLabel('新的本机号码').fill(`1390000${end}`);
    await dialog.getByRole('button', { name: '保存' }).click();
    await dialog.getByRole('button', { name: '获取验证码' }).click();
    await dialog.getByText('秒后重发').waitFor();
    const sent = await (await fetch(`${site.url}/gateway/sandbox/sms?mobile=1390000${end}`)).json();
    await dialog.getByLabel('验证码', { exact: true }).fill((sent as { data: { list: { code: string }[] } }).data.list[0]?.code ?? '');
    await dialog.getByRole('button', { name: '保存' }).click();
    await dialog.getByText(`139****${end}`).waitFor();
    await shot(page, `contact-call-${width}`);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator('.item-head').getByRole('button', { name: '拨打电话' }).waitFor();
    await page.goto(`${site.url}/personalCenter/myWallet/mbDetaild`);
    await page.getByText('联系供应商').waitFor();
    await page.getByText('猫币 20').waitFor();
    expect(await overflowsSideways(page)).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
    await shot(page, `coins-${width}`);
    expect(complaints).toEqual([]);
    await context.close();
  }
});

it('a publisher asks for earnings, sees the request and takes it back', { timeout: 120_000 }, async () => {
  for (const [width, mobile] of [
    [1440, '13500000011'],
    [390, '13500000012'],
  ] as const) {
    const { page, context, complaints, id } = await reader(mobile, width);
    const entries = [
      { owner_id: null, purpose: 'platform', amount: -50_000 },
      { owner_id: id, purpose: 'earning', amount: 50_000 },
    ] as const;
    const sale = { key: `earned:${id}`, reason: 'sale', reference: '', unit: 'fen', entries: [...entries] } as const;
    await inTransaction(beside.ctx(), (tx) => postTransfer(tx, { ...sale, entries: [...entries] }));
    await page.goto(`${site.url}/personalCenter/myWallet`);
    await page.getByText('¥500').first().waitFor();
    await page.getByRole('button', { name: '提现', exact: true }).click();
    await page.getByRole('button', { name: '申请提现' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('提现金额（元）').fill('99');
    await dialog.getByRole('button', { name: '提交申请' }).click();
    await dialog.getByText('每次至少提现 ¥100').waitFor();
    // nothing speaks of taxes until it is switched on (T12)
    expect(await dialog.getByText(/税/).count()).toBe(0);
    await shot(page, `withdraw-${width}`);
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByLabel('提现金额（元）').fill('120.50');
    await dialog.getByLabel('收款人姓名').fill('张三');
    await dialog.getByLabel('支付宝账号').fill('13800138000');
    await dialog.getByRole('button', { name: '提交申请' }).click();
    await page.getByText('支付宝 张* 138****8000').waitFor();
    await page.getByText('提现中 ¥120.5').waitFor();
    await shot(page, `wallet-${width}`);
    expect(await overflowsSideways(page)).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: '撤回' }).click();
    await page.getByText('已撤回，金额已退回').waitFor();
    await page.getByRole('button', { name: '转入余额' }).click();
    await dialog.getByLabel('转入金额（元）').fill('30.5');
    await shot(page, `earnings-in-${width}`);
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: '确认转入' }).click();
    await page.getByText('已到账').waitFor();
    const sums = page.getByRole('region', { name: '钱包总览' });
    await sums.getByText('¥30.50', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  }
});

it('T11 a reader puts money into the balance, spends a part of it, and takes the rest back', { timeout: 120_000 }, async () => {
  for (const [width, mobile] of [
    [1440, '13500000031'],
    [390, '13500000032'],
  ] as const) {
    const { page, context, complaints } = await reader(mobile, width);
    await page.goto(`${site.url}/personalCenter/myWallet`);
    const sums = page.getByRole('region', { name: '钱包总览' });
    await sums.getByRole('button', { name: '充值余额' }).click();
    const top_up = page.getByRole('dialog', { name: '充值余额' });
    await top_up.getByRole('radio', { name: '¥50', exact: true }).check({ force: true });
    await shot(page, `top-up-balance-${width}`);
    expect(await axeFindings(page)).toEqual([]);
    await top_up.getByRole('button', { name: '立即充值' }).click();
    const phone = page.getByRole('link', { name: '打开模拟手机付款' });
    await phone.waitFor();
    await pay(new URL((await phone.getAttribute('href')) ?? '').searchParams.get('pay') ?? '');
    await page.getByText('¥50 已存入余额').waitFor();
    await page.getByRole('button', { name: '完成' }).click();
    await sums.getByText('¥50', { exact: true }).waitFor();
    await page.goto(`${site.url}/programme/detail?id=${pictured_id}`);
    await page.locator('.item-head').getByRole('button', { name: '¥5 购买' }).click();
    const purchase = page.getByRole('dialog');
    await purchase.getByRole('checkbox', { name: /使用余额/ }).click();
    await purchase.getByRole('button', { name: '确认支付' }).click();
    await purchase.getByText('支付成功', { exact: true }).waitFor();
    await page.goto(`${site.url}/personalCenter/myOrder?view=orders`);
    // the top-up stands below what it paid for
    await page.getByRole('link', { name: '订单详情' }).nth(1).click();
    const money = page.locator('#money');
    await money.getByText('有一部分尚未使用').waitFor();
    await money.getByRole('button', { name: '申请退款' }).click();
    const refund = page.getByRole('dialog', { name: '申请退款' });
    await refund.getByText('¥45', { exact: true }).waitFor();
    await shot(page, `balance-back-${width}`);
    expect(await axeFindings(page)).toEqual([]);
    await refund.getByRole('button', { name: '确认退款' }).click();
    await money.getByText('部分退款').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  }
});

it('a reader opens a work by an advertisement that a phone plays to the end, a picture or a film that was paused', {
  timeout: 120_000,
}, async () => {
  const { page, context, complaints } = await reader('13500000021', 1440);
  await page.goto(`${site.url}/programme/detail?id=${filmed_id}`);
  await page.locator('.item-head').getByRole('button', { name: '看广告免费解锁' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '已看完' }).click();
  await dialog.getByText('视频未播放完成').waitFor();
  await page.keyboard.press('Escape');
  await dialog.getByText('视频未播放完成,您确定要关闭广告吗？').waitFor();
  await dialog.getByRole('button', { name: '继续观看' }).click();
  await shot(page, 'ad-dialog');
  expect(await axeFindings(page)).toEqual([]);
  const address = await dialog.getByRole('link', { name: '没有手机？在新窗口观看' }).getAttribute('href');
  const visitor = await openReader(browser, site, { width: 390 });
  await visitor.context.route('**/pic/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }));
  await visitor.page.goto(address ?? '');
  await visitor.page.getByRole('button', { name: '开始播放' }).waitFor();
  expect(await axeFindings(visitor.page)).toEqual([]);
  await shot(visitor.page, 'ad-phone');
  await visitor.page.getByRole('button', { name: '开始播放' }).click();
  await visitor.page.getByText('已看完，解锁成功').waitFor({ timeout: 30_000 });
  await page.locator('.item-head').getByText('已观看广告解锁').waitFor();

  await page.goto(`${site.url}/programme/detail?id=${pictured_id}`);
  await page.locator('.item-head').getByRole('button', { name: '看广告免费解锁' }).click();
  const other = await dialog.getByRole('link', { name: '没有手机？在新窗口观看' }).getAttribute('href');
  await visitor.page.goto(other ?? '');
  const film = visitor.page.getByLabel('广告：会动的方案');
  const start = visitor.page.getByRole('button', { name: '开始播放' });
  await start.click();
  await start.waitFor({ state: 'detached' });
  await film.evaluate((video: HTMLVideoElement) => video.pause());
  await start.click();
  await visitor.page.getByText('已看完，解锁成功').waitFor();
  await page.locator('.item-head').getByText('已观看广告解锁').waitFor();
  expect([...complaints, ...visitor.complaints]).toEqual([]);
  await visitor.context.close();
  await context.close();
});
