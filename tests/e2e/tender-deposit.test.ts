import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { extendMembership } from '#server/modules/membership/index.ts';
import { agreeOffer, disputeAgreement, fillPurse, makeOffer, openDueTenders } from '#server/modules/offers/index.ts';
import { balances } from '#server/modules/wallet/index.ts';
import { makeDemand } from '../support/demands.ts';
import { joinedSite } from '../support/join-site.ts';
import { giveBalance } from '../support/market.ts';
import { OFFER } from '../support/offers.ts';
import { makePerson as makeUser } from '../support/people.ts';
import { axeFindings, leave, openReader, overflowsSideways, saidAfter, shot } from '../support/reader-browser.ts';

const { site, beside, browser } = joinedSite();

const as = (user_id: number) => createCtx(beside.booted.app, { kind: 'user', user_id, token_id: 0, roles: [], address: '' }, 'test');

it('a deposit: filled on the way with what is typed kept, bound and seen in the wallet, let go to the owner by who decides disputes', {
  timeout: 180_000,
}, async () => {
  const [owner, bidder, backs_out] = [await beside.person(), await beside.person(), await beside.person()];
  const past = { ...beside.booted.app, clock: { now: () => new Date(Date.now() - 16 * 86_400_000) } };
  const then = (user_id: number) => createCtx(past, { kind: 'user', user_id, token_id: 0, roles: [], address: '' }, 'test');
  for (const { id } of [bidder, backs_out]) {
    const source = { name: 'test', id };
    await inTransaction(then(id), (tx) => extendMembership(tx, { user_id: id, vip_type: 5, days: 60, max_download_pre_day: 1, source }));
    await giveBalance(beside, id, 300_000);
  }
  const tender = { owner_id: owner.id, label_type: 3, title: '城市马拉松开幕式执行招标', columns: { deposit_fen: 200_000 } } as const;
  const id = await makeDemand(beside, tender);
  const one = await openReader(browser, site, { token: bidder.token, width: 390 });
  await one.page.goto(`${site.url}/demandBidding/details?id=${id}`);
  await one.page.getByText('2000 元', { exact: true }).waitFor();
  await one.page.getByRole('button', { name: '我要投标' }).press('Enter');
  const form = one.page.getByRole('dialog', { name: '投标' });
  await form.getByLabel('报价（元）').fill('286000');
  await form.getByLabel('说明').fill('开幕式策划、搭建、执行与撤场全包');
  await form.getByRole('button', { name: '密封并提交' }).press('Enter');
  await form.getByText('投标保证金还差 ¥2000.00，请先转入').waitFor();
  // the refusal itself
  expect(one.complaints.splice(0)).toMatchObject([expect.stringContaining('/gateway/demand/offer')]);
  expect(await axeFindings(one.page, 'dialog[open]')).toEqual([]);
  await shot(one.page, 'tender-deposit-short-390');
  const card = (of: Page) => of.getByRole('region', { name: '投标保证金' });
  const amount = card(one.page).getByLabel('金额（元）');
  expect(await amount.inputValue()).toBe('2000');
  await amount.fill('5000');
  await amount.press('Enter');
  await card(one.page).getByText('可用余额只有 ¥3000').waitFor();
  expect(await axeFindings(one.page, 'dialog[open]')).toEqual([]);
  expect(await overflowsSideways(one.page)).toBe(false);
  await shot(one.page, 'purse-fill-390');
  await amount.fill('2500');
  await saidAfter(one.page, () => amount.press('Enter'), '已转入投标保证金');
  await form.getByText('您的保证金足够').waitFor();
  expect(await form.getByLabel('说明').inputValue()).toBe('开幕式策划、搭建、执行与撤场全包');
  await saidAfter(one.page, () => form.getByRole('button', { name: '密封并提交' }).press('Enter'), '投标已密封提交');
  await one.page.getByText('占用投标保证金 ¥2000').waitFor();
  await leave(one);

  const wallet = await openReader(browser, site, { token: bidder.token, width: 1440 });
  await wallet.page.goto(`${site.url}/personalCenter/myWallet#purse`);
  const purse = card(wallet.page);
  await purse.getByText('共 ¥2500，可取回 ¥500，占用中 ¥2000').waitFor();
  await purse.getByRole('link', { name: tender.title }).waitFor();
  await wallet.page.getByRole('listitem').filter({ hasText: '转入投标保证金' }).waitFor();
  expect(await axeFindings(wallet.page, 'main')).toEqual([]);
  await shot(wallet.page, 'purse-1440');
  await purse.getByLabel('金额（元）').fill('501');
  await purse.getByRole('button', { name: '取回到余额' }).press('Enter');
  await purse.getByText('可取回只有 ¥500').waitFor();
  await purse.getByLabel('金额（元）').fill('500');
  await saidAfter(wallet.page, () => purse.getByRole('button', { name: '取回到余额' }).press('Enter'), '已取回到余额');
  await purse.getByText('共 ¥2000，可取回 ¥0，占用中 ¥2000').waitFor();
  await wallet.page.setViewportSize({ width: 390, height: 844 });
  expect(await overflowsSideways(wallet.page)).toBe(false);
  await shot(wallet.page, 'purse-390');
  await leave(wallet);

  // another one, of which the end has come: who was chosen backs out
  const over = await makeDemand({ ctx: () => then(owner.id) }, tender);
  await fillPurse(as(backs_out.id), 200_000, 'journey-of-a-deposit');
  const offer_id = await makeOffer(then(backs_out.id), { ...OFFER, demand_id: over });
  await openDueTenders(beside.ctx());
  const agreement = await agreeOffer(as(owner.id), offer_id, 1);
  const two = await openReader(browser, site, { token: backs_out.token, width: 1440 });
  await two.page.goto(`${site.url}/demandBidding/details?id=${over}`);
  const box = two.page.getByRole('region', { name: '合作', exact: true });
  await box.getByText('占用您的 ¥2000').waitFor();
  await box.getByRole('button', { name: '提出争议' }).waitFor();
  expect(await box.getByRole('button', { name: '取消合作' }).count()).toBe(0);
  expect(await axeFindings(two.page, '#offers')).toEqual([]);
  await shot(two.page, 'agreement-deposit-1440');
  await leave(two);
  await disputeAgreement(as(owner.id), agreement, '对方不回应');
  const staff = await makeUser({ app: beside.booted.app, ctx: beside.ctx }, { roles: ['operator'] });
  const desk = await openReader(browser, site, { token: staff.token, width: 1440 });
  await desk.page.goto(`${site.url}/admin/review?type=dispute`);
  await desk.page.getByText('占用中 ¥2000.00').first().waitFor();
  await shot(desk.page, 'dispute-deposit-1440');
  await desk.page.getByRole('button', { name: /保证金赔付发布者/ }).press('Enter');
  const why = desk.page.getByRole('dialog');
  await why.getByLabel('原因').fill('中选后拒绝履约，三次联系无回应');
  await why.getByRole('button', { name: /^确认/ }).press('Enter');
  await expect.poll(async () => (await balances(beside.ctx(), owner.id)).balance_fen).toBe(200_000);
  await leave(desk);
});
