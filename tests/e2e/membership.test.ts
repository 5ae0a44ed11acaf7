import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { inTransaction } from '#server/app/ctx.ts';
import { updateItem } from '#server/modules/catalog/index.ts';
import { closeRound, draw, openRound } from '#server/modules/draws/index.ts';
import { extendMembership, membershipSubject, vipPlan } from '#server/modules/membership/index.ts';
import { saveUnion, switchUnion } from '#server/modules/union/index.ts';
import { issueCoupon } from '#server/modules/vouchers/index.ts';
import { joinedSite } from '../support/join-site.ts';
import { paidMembership } from '../support/member-orders.ts';
import { hasFocus } from '../support/page-state.ts';
import { makePerson } from '../support/people.ts';
import { axeFindings, openReader, overflowsSideways, shot } from '../support/reader-browser.ts';

const { site, beside, browser, world } = joinedSite();

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator, most = 250): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < most; presses++) {
    await page.keyboard.press('Tab');
    if (await hasFocus(target)) return;
  }
  throw new Error(`not reached by Tab: ${target}`);
}

it('M-201, M-204, M-212 a membership is opened over the page, chosen, paid on the phone and used at once, by keyboard alone', {
  timeout: 120_000,
}, async () => {
  const work = world.schemes[3] as number;
  await inTransaction(beside.ctx(), (tx) => updateItem(tx, work, { price_fen: 0, vip_only: true }));
  for (const [width, mobile] of [
    [1440, '13400000001'],
    [390, '13400000002'],
  ] as const) {
    const { token } = await beside.person(mobile);
    const { page, context, complaints } = await openReader(browser, site, { token, width });
    await page.goto(`${site.url}/programme/detail?id=${work}`);
    const open = page.getByRole('link', { name: '开通会员', exact: true }).and(page.locator('.btn-gold:visible')).first();
    await tabTo(page, open);
    // until its code is there it is a link to the page of memberships
    await expect.poll(() => open.evaluate((link) => link.closest('astro-island')?.hasAttribute('ssr') ?? false)).toBe(false);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: '开通会员' });
    const way = width === 390 ? dialog.getByRole('link', { name: '用微信支付' }) : dialog.getByRole('img', { name: '支付二维码' });
    await way.waitFor();
    expect(await dialog.getByRole('tab', { selected: true }).innerText()).toContain('方案会员');
    // a year is chosen first; one to the left is the month
    const chosen = dialog.locator('input[name=vip-spec]:checked');
    const amount = async () => (await dialog.locator('p.num[aria-live=polite]').innerText()).replace(/\s/g, '');
    const year = await amount();
    await tabTo(page, chosen);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(amount).not.toBe(year);
    const phone_link = dialog.getByRole('link', { name: '打开模拟手机付款' });
    await phone_link.waitFor();
    if (width === 1440) expect((await dialog.boundingBox())?.width).toBe(954);
    for (const [name, help] of [
      ['《会员服务协议》', 40],
      ['《购买须知》', 41],
    ] as const) {
      expect(await dialog.getByRole('link', { name }).getAttribute('href')).toBe(`/about/helpCenter?id=${help}`);
    }
    await shot(page, `membership-dialog-${width}`);
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowsSideways(page)).toBe(false);
    await tabTo(page, phone_link);
    const [phone] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Enter')]);
    const pay = phone.getByRole('button', { name: '支付成功' });
    await tabTo(phone, pay);
    await phone.keyboard.press('Enter');
    await phone.getByRole('button', { name: '完成' }).waitFor();
    // the pressed button is gone: the focus is on what came of it
    await phone.locator('[role=status]:focus', { hasText: '支付成功' }).waitFor();
    await phone.close();
    await dialog.getByText('方案会员开通成功').waitFor();
    await shot(page, `membership-done-${width}`);
    expect(await axeFindings(page)).toEqual([]);
    expect(await dialog.getByRole('link', { name: '去挑方案' }).getAttribute('href')).toBe('/programme');
    await tabTo(page, dialog.getByRole('button', { name: '继续浏览' }));
    await page.keyboard.press('Enter');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    // the page knows it without being loaded anew
    await page.getByRole('button', { name: '解锁下载' }).and(page.locator(':visible')).first().waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  }
});

it('M-200 the page of its own leads home when its login is closed or its reader signs out', async () => {
  const visitor = await openReader(browser, site);
  await visitor.page.goto(`${site.url}/vip/payVip?vipType=2`);
  await visitor.page.locator('dialog[open]').waitFor();
  await visitor.page.keyboard.press('Escape');
  await visitor.page.waitForURL(`${site.url}/`);
  await visitor.context.close();
  const { token } = await beside.person('13400000003');
  const { page, context } = await openReader(browser, site, { token });
  await page.goto(`${site.url}/vip/payVip?vipType=2`);
  await page.getByRole('img', { name: '支付二维码' }).waitFor();
  expect(await page.getByRole('tab', { selected: true }).innerText()).toContain('PPT会员');
  await page.evaluate(() => document.querySelector<HTMLElement>('[data-sign-out]')?.click());
  await page.waitForURL(`${site.url}/`);
  await context.close();
});

it('T9 a membership is renewed with one press at the known price, or by itself after the phone agreed, until one press ends it', async () => {
  const { id, token } = await beside.person('13400000007');
  const year = (await vipPlan(beside.ctx(), 1)).spec.find(({ days }) => days === 365);
  if (!year) throw new Error('no year is sold');
  const term = { user_id: id, vip_type: 1, days: 365, max_download_pre_day: 0, spec: { id: year.id, unit_fen: (year.price - 66) * 100 } };
  await inTransaction(beside.ctx(), (tx) => extendMembership(tx, term));
  const { page, context, complaints } = await openReader(browser, site, { token, width: 390 });
  await page.goto(`${site.url}/personalCenter/myVipschemeOrder`);
  await page.getByRole('button', { name: `续费 ¥${year.price - 66}` }).click();
  await page
    .getByRole('dialog', { name: '开通会员' })
    .getByText(`到期前续费保留您的价格 ¥${year.price - 66}.00（现价 ¥${year.price}.00）`)
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '开启自动续费' }).click();
  const asked = page.getByRole('region', { name: '开启自动续费' });
  await asked.getByRole('img', { name: '用支付宝扫码同意自动续费' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await overflowsSideways(page)).toBe(false);
  const phone = await context.newPage();
  await phone.goto((await asked.getByRole('link', { name: '在本机打开支付宝' }).getAttribute('href')) ?? '');
  await phone.getByRole('button', { name: '同意扣款' }).click();
  await phone.getByText('已同意自动续费').waitFor();
  await phone.close();
  await page.getByRole('button', { name: '关闭自动续费' }).click();
  await page.getByRole('button', { name: '开启自动续费' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

it('a round of the draw is checked by its reader in their own browser, and one that was changed is found out', async () => {
  const { app } = beside.booted;
  const staff = await makePerson({ app, ctx: beside.ctx }, { roles: ['operator'] });
  const winner = await makePerson({ app, ctx: beside.ctx });
  const ends_at = Math.floor(app.clock.now().getTime() / 1000) + 86_400;
  const prize = { covers: '', covers_hor: '', vip_type: 1, days: 7, max_download_pre_day: 5, replace: null };
  const id = await openRound(beside.ctx(), {
    ...{ title: '浏览器里的一轮', ends_at },
    prizes: [1, 2].map((place) => ({ place, title: `方案会员，第 ${place} 格`, type: 2, weight: 1, stock: null, ...prize })),
  });
  await draw(beside.ctx(winner.actor), { orderid: await paidMembership({ app }, winner.id), user_seed: '我的种子' });
  await closeRound(beside.ctx(staff.actor), id, '测试结束');
  const { page, context, complaints } = await openReader(browser, site);
  await page.goto(`${site.url}/active/luck`);
  const round = page.getByRole('region', { name: /浏览器里的一轮/ });
  await round.getByRole('button', { name: '在浏览器中验证全部抽奖' }).click();
  await round.getByText('验证通过：1 次抽奖全部与公布的种子和奖品表一致').waitFor();
  expect(await round.getByRole('table').last().innerText()).toContain('我的种子');
  // another result than that of the published seed does not pass
  await page.route('**/gateway/**', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/"hit":(\d)/g, (_, place: string) => `"hit":${3 - Number(place)}`);
    await route.fulfill({ response: answer, body });
  });
  await round.getByRole('button', { name: '在浏览器中验证全部抽奖' }).click();
  await round.getByText(/处不一致/).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

it('ST-6 a membership that was paid is drawn for, the prize is sent to an address, and a coupon above the price upgrades at once', async () => {
  const { app } = beside.booted;
  const staff = beside.ctx((await makePerson({ app, ctx: beside.ctx }, { roles: ['operator'] })).actor);
  const reader = await beside.person('13400000004');
  const coupons: Record<number, number> = {};
  for (const type of [5]) {
    const worth = { use: membershipSubject.name, amount_fen: 10_000_000, min_price_fen: 0 };
    const use_end_time = new Date(app.clock.now().getTime() + 86_400_000);
    coupons[type] = await issueCoupon(beside.ctx(), { ...worth, user_id: reader.id, type, title: '会员体验券', use_end_time });
  }
  const none = { vip_type: 0, days: 0, max_download_pre_day: 0 };
  const bundle = await saveUnion(beside.ctx(), {
    ...{ id: 0, title: '方案 + 影视', summary: '', img: '', bottom_img: '', price: 400, org_price: 500 },
    ...{ protocol_url: '', protocol_title: '', sort: 0, is_on: true },
    parts: [
      { sort: 'plan', title: '方案会员', share: 60, vip_type: 1, days: 365, max_download_pre_day: 0, partner: '', product: '', months: 0 },
      { ...none, sort: 'partner', title: '影视会员', share: 40, partner: '星河影视', product: 'year', months: 12 },
    ],
  });
  const pictures = { covers: '', covers_hor: '' };
  const round = await openRound(beside.ctx(), {
    ...{ title: '实物的一轮', ends_at: Math.floor(app.clock.now().getTime() / 1000) + 86_400 },
    prizes: [
      { place: 1, title: '策猫帆布袋', type: 5, weight: 1, stock: 1, replace: 2, ...pictures, ...none },
      { place: 2, title: '方案会员 7 天', type: 2, weight: 0, stock: null, replace: null, ...pictures, ...none, vip_type: 1, days: 7 },
    ],
  });
  const { page, context, complaints } = await openReader(browser, site, { token: reader.token });
  const choose = async (vip_type: number, coupon: number) => {
    await page.goto(`${site.url}/vip/payVip?vipType=${vip_type}`);
    await page.getByLabel('优惠券').selectOption(String(coupons[coupon]));
    await page.getByText('抵扣后无需支付，确认后立即生效').waitFor();
  };
  await page.goto(`${site.url}/vip/payVip?vipType=1`);
  // a bundle has a page of its own, beside the one the reader is on
  await page
    .locator(`a[href^="/vip/union?id="][target=_blank]`)
    .and(page.locator(`a[href$="=${bundle}"]`))
    .waitFor();
  // what was paid is drawn for, a gift is not (M3)
  const [phone] = await Promise.all([context.waitForEvent('page'), page.getByRole('link', { name: '打开模拟手机付款' }).click()]);
  await phone.getByRole('button', { name: '支付成功' }).click();
  await phone.getByRole('button', { name: '完成' }).waitFor();
  await phone.close();
  const draws = page.getByRole('dialog', { name: '会员抽奖' });
  await draws.getByRole('button', { name: '立即抽奖' }).click();
  const prize = page.getByRole('dialog', { name: '恭喜中奖' });
  await prize.getByText('策猫帆布袋').waitFor();
  await prize.getByRole('button', { name: '填写收货地址' }).click();
  const address = page.getByRole('dialog', { name: '填写收货地址' });
  await address.getByLabel('手机号码').fill('138');
  await address.getByLabel('手机号码').blur();
  await address.getByText('请填写正确的手机号码').waitFor();
  await shot(page, 'draw-address');
  expect(await axeFindings(page)).toEqual([]);
  await address.getByLabel('收件人').fill('张三');
  await address.getByLabel('手机号码').fill('13800138000');
  await address.getByLabel('收件地址').fill('上海市静安区南京西路 1 号');
  await address.getByRole('button', { name: '保存地址' }).click();
  await page.getByText('保存成功').waitFor();
  await page.getByText('方案会员开通成功').waitFor();
  await page.goto(`${site.url}/personalCenter/myPrize`);
  const own = page.getByRole('listitem').filter({ hasText: '策猫帆布袋' });
  await own.getByRole('button', { name: '修改收货地址' }).click();
  await page.getByRole('dialog', { name: '收货地址' }).getByRole('button', { name: '保存地址' }).waitFor();
  // a given one that is worth less gives way
  await inTransaction(beside.ctx(), (tx) => extendMembership(tx, { user_id: reader.id, vip_type: 6, days: 30, max_download_pre_day: 1 }));
  await choose(6, 5);
  await page.getByRole('button', { name: '立即升级' }).click();
  await page.getByText('全站会员开通成功').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
  await closeRound(staff, round, '测试结束');
  await inTransaction(staff, (tx) => switchUnion(tx, bundle, false, '测试结束'));
});
