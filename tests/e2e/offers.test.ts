import { expect, it } from 'vitest';
import { chatPath } from '#contract/chat.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { conversationsOf } from '#server/modules/chat/index.ts';
import { demandOf } from '#server/modules/demands/index.ts';
import { accountMobile } from '#server/modules/identity/index.ts';
import { extendMembership } from '#server/modules/membership/index.ts';
import { agreeOffer, askJudge, makeOffer, openDueTenders, setCriteria } from '#server/modules/offers/index.ts';
import { makeDemand } from '../support/demands.ts';
import { joinedSite } from '../support/join-site.ts';
import { OFFER } from '../support/offers.ts';
import { axeFindings, leave, openReader, overflowsSideways, saidAfter, shot } from '../support/reader-browser.ts';

const { site, beside, browser } = joinedSite();

const as = (user_id: number) => createCtx(beside.booted.app, { kind: 'user', user_id, token_id: 0, roles: [], address: '' }, 'test');
const details = (id: number) => `${site.url}/demand/details?id=${id}`;

it('a planner offers, the owner compares and agrees, both confirm and rate', { timeout: 180_000 }, async () => {
  const [owner, planner, rival] = [await beside.person(), await beside.person(), await beside.person()];
  const id = await makeDemand(beside, { owner_id: owner.id, title: '三百人年会找整体方案' });
  await makeOffer(as(rival.id), { ...OFFER, price: '15800', text: '可提供三套创意方向与完整执行团队', demand_id: id });

  const one = await openReader(browser, site, { token: planner.token, width: 390 });
  await one.page.goto(details(id));
  // pressed at once: a press that comes before the panel is there counts
  await one.page.getByRole('button', { name: '我要报价' }).click();
  const form = one.page.getByRole('dialog', { name: '提交报价' });
  await form.getByLabel('报价（元）').fill('12800');
  await form.getByLabel('说明').fill('太短');
  await form.getByRole('button', { name: '提交报价' }).click();
  await form.getByText('请用至少 10 个字说明您能做什么').waitFor();
  await expect.poll(() => form.getByLabel('说明').evaluate((field) => field === document.activeElement)).toBe(true);
  await form.getByLabel('说明').fill('十年年会经验，含舞美、主持与现场执行，两周内完成');
  // a form that was closed opens again with what was typed
  await one.page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await one.page.getByRole('button', { name: '我要报价' }).click();
  expect(await form.getByLabel('说明').inputValue()).toContain('两周内完成');
  // and in the next page
  await one.page.reload();
  await one.page.getByRole('button', { name: '我要报价' }).click();
  expect(await form.getByLabel('说明').inputValue()).toContain('两周内完成');
  await form.getByLabel('报价（元）').fill('1.28万');
  expect(await axeFindings(one.page, 'dialog[open]')).toEqual([]);
  await shot(one.page, 'offer-form-390');
  await saidAfter(one.page, () => form.getByRole('button', { name: '提交报价' }).click(), '报价已提交');
  await one.page.getByRole('region', { name: '我的报价' }).getByText('12,800 元').waitFor();
  await one.page.locator('#offers').getByText('已有 2 份报价').waitFor();

  const other = await openReader(browser, site, { token: owner.token, width: 1440 });
  await other.page.goto(details(id));
  const table = other.page.getByRole('region', { name: '报价对比' });
  await table.getByText('15,800 元').waitFor();
  // nobody writes to themselves
  await expect.poll(() => other.page.locator('[data-track=ask_in_chat]:visible').count()).toBe(0);
  await other.page.locator('#offers').scrollIntoViewIfNeeded();
  expect(await axeFindings(other.page, '#offers')).toEqual([]);
  await shot(other.page, 'offer-compare-1440');
  // by keys: what is chosen is asked once more
  await table.locator('tr', { hasText: '12,800 元' }).getByRole('button', { name: /^选定/ }).focus();
  await other.page.keyboard.press('Enter');
  const ask = other.page.getByRole('dialog', { name: '选定这份报价' });
  await ask.getByRole('button', { name: '确认选定' }).focus();
  await other.page.keyboard.press('Enter');
  const deal = other.page.getByRole('region', { name: '合作' });
  await deal.getByText('进行中').waitFor();
  // said at once in one place, and what comes next is the main act
  await other.page.getByText('这是您的需求 · 已选定').waitFor();
  expect(
    await other.page
      .locator('main')
      .getByText(/招募中|选择中/)
      .filter({ visible: true })
      .count(),
  ).toBe(0);
  expect(await deal.locator('.btn-primary').allInnerTexts()).toEqual(['安排付款阶段']);
  await shot(other.page, 'offer-agreed-1440');
  await deal.getByRole('button', { name: '确认完成' }).press('Enter');
  await other.page.getByRole('dialog').getByText('还没有安排平台托管付款').waitFor();
  await other.page.keyboard.press('Escape');
  expect((await demandOf(beside.ctx().db, id))?.state).toBe('agreed');

  // the agreement opened their talk, with the offer as a card that leads back
  const [talk] = (await conversationsOf(as(planner.id), { after: '', q: '' })).list;
  await one.page.goto(`${site.url}${chatPath(talk?.id)}`);
  const card = one.page.getByRole('link', { name: /三百人年会找整体方案\s*12,800 元/ });
  expect(await card.getAttribute('href')).toBe(`/demand/details?id=${id}#offers`);

  await one.page.goto(`${site.url}/personalCenter/myOffer?tab=agreed`);
  await one.page.getByRole('button', { name: '确认完成' }).click();
  await one.page.getByRole('dialog').getByRole('button', { name: '确认完成' }).click();
  await one.page.getByText('已确认完成').first().waitFor();
  expect(await axeFindings(one.page, 'main')).toEqual([]);
  expect(await overflowsSideways(one.page)).toBe(false);
  await shot(one.page, 'my-offers-390');

  await other.page.reload();
  await deal.getByRole('button', { name: '确认完成' }).click();
  await other.page.getByRole('dialog').getByRole('button', { name: '确认完成' }).click();
  // the second who confirms is asked at once
  const rating = other.page.getByRole('dialog', { name: /^评价/ });
  // by the label, which waits until the dialog has come to rest
  await rating.locator('label', { hasText: '5 星' }).click();
  await rating.getByRole('radio', { name: '5 星', checked: true }).waitFor();
  await rating.getByLabel('评价（选填）').fill('沟通顺畅，现场稳');
  await shot(other.page, 'rate-1440');
  await rating.getByRole('button', { name: '提交评价' }).click();
  await deal.getByText(/您的评价：5 星/).waitFor();
  expect((await demandOf(beside.ctx().db, id))?.state).toBe('done');

  await one.page.reload();
  await one.page.getByText('等您评价').waitFor();
  await one.page.getByRole('button', { name: '评价对方' }).click();
  await one.page.getByRole('dialog').locator('label', { hasText: '4 星' }).click();
  await one.page.getByRole('dialog').getByRole('radio', { name: '4 星', checked: true }).waitFor();
  await one.page.getByRole('dialog').getByRole('button', { name: '提交评价' }).click();
  await one.page.getByText(/对方的评价：5 星/).waitFor();
  await one.page.goto(`${site.url}/personalLecturer?uid=${planner.id}`);
  await one.page.getByRole('heading', { name: /合作评价/ }).waitFor();
  await one.page.getByText('沟通顺畅，现场稳').waitFor();
  await leave(one);
  await leave(other);
});

it('compares by swiping on a phone, and declines with a reason', { timeout: 120_000 }, async () => {
  const owner = await beside.person();
  const id = await makeDemand(beside, { owner_id: owner.id });
  for (const price of ['9800', '12000']) {
    await makeOffer(as((await beside.person()).id), { ...OFFER, price, demand_id: id });
  }
  const haggler = as((await beside.person()).id);
  for (const price of ['14500', '13500']) await makeOffer(haggler, { ...OFFER, price, demand_id: id });
  const reader = await openReader(browser, site, { token: owner.token, width: 390 });
  const { page } = reader;
  await page.goto(details(id));
  const cards = page.getByRole('list', { name: '报价对比' });
  await cards.getByText('9,800 元').waitFor();
  await page.locator('#offers').scrollIntoViewIfNeeded();
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'offer-compare-390');
  await cards.getByRole('listitem').filter({ hasText: '13,500 元' }).getByRole('button', { name: '共 2 版，看以前的' }).click();
  const versions = page.getByRole('dialog', { name: '报价的各个版本' });
  await versions.getByText('（现在的）').waitFor();
  expect(await versions.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/13,500 元[\s\S]*第 2 版（现在的）/),
    expect.stringMatching(/14,500 元[\s\S]*第 1 版/),
  ]);
  await page.keyboard.press('Escape');
  const second = cards.getByRole('listitem').filter({ hasText: '12,000 元' });
  await second.getByRole('button', { name: /^不采用/ }).click();
  const ask = page.getByRole('dialog', { name: '不采用' });
  await ask.getByRole('button', { name: '确认不采用' }).click();
  await ask.getByText('请填写原因').waitFor();
  await ask.getByRole('button', { name: '超出预算' }).click();
  await ask.getByRole('button', { name: '确认不采用' }).click();
  await second.getByText('未采用').waitFor();
  await leave(reader);
});

it('counts a press that comes before the code, also when the panel is there before it can be passed on', async () => {
  const [owner, planner] = [await beside.person(), await beside.person()];
  const id = await makeDemand(beside, { owner_id: owner.id, title: '按得比代码快也算数' });
  const reader = await openReader(browser, site, { token: planner.token });
  const { page } = reader;
  // frames come so slowly that the answer of the panel is always first
  await page.addInitScript(() => {
    window.requestAnimationFrame = (draw) => window.setTimeout(() => draw(performance.now()), 1_000);
  });
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/_a\/OfferAct/, async (route) => {
    await held;
    await route.fallback();
  });
  await page.goto(details(id), { waitUntil: 'commit' });
  await page.getByRole('button', { name: '我要报价' }).click();
  release();
  await page.getByRole('dialog', { name: '提交报价' }).waitFor();
  await leave(reader);
});

it('keeps tenders to bidders and their offers sealed, with a record for everybody', { timeout: 120_000 }, async () => {
  const [owner, bidder, plain] = [await beside.person(), await beside.person(), await beside.person()];
  const source = { name: 'test', id: bidder.id };
  await inTransaction(beside.ctx(), (tx) =>
    extendMembership(tx, { user_id: bidder.id, vip_type: 5, days: 30, max_download_pre_day: 1, source }),
  );
  const id = await makeDemand(beside, { owner_id: owner.id, label_type: 3, title: '集团周年庆典招标' });
  const address = `${site.url}/demandBidding/details?id=${id}`;
  const one = await openReader(browser, site, { token: bidder.token, width: 1440 });
  await one.page.goto(address);
  await one.page.getByRole('button', { name: '我要投标' }).click();
  const form = one.page.getByRole('dialog', { name: '投标' });
  await form.getByLabel('报价（元）').fill('286000');
  await form.getByLabel('说明').fill('整体策划、搭建、执行与撤场全包');
  await form.getByRole('button', { name: '密封并提交' }).click();
  await one.page.getByText('密封指纹').waitFor();
  await one.page.reload();
  await one.page.getByRole('region', { name: '我的投标' }).getByText('密封中').waitFor();
  await one.page.getByRole('button', { name: '撤回投标' }).waitFor();
  // of a tender one word is read, beside the price
  await one.page.getByText('谁可以投标').waitFor();
  await shot(one.page, 'tender-own-1440');
  expect(
    await one.page
      .locator('#offers')
      .getByText(/报价人|撤回报价|份报价/)
      .count(),
  ).toBe(0);
  // what was sealed is corrected from what this browser has of it
  await one.page.getByRole('button', { name: '修改投标' }).click();
  const again = one.page.getByRole('dialog', { name: '修改投标' });
  expect(await again.getByLabel('说明').inputValue()).toBe('整体策划、搭建、执行与撤场全包');
  await one.page.keyboard.press('Escape');
  await again.waitFor({ state: 'detached' });
  // where another browser has nothing of it, that is said
  await one.page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.includes('offer-')) localStorage.removeItem(key);
  });
  await one.page.reload();
  await one.page.getByRole('button', { name: '修改投标' }).click();
  await again.getByText('这个浏览器里没有它的底稿').waitFor();
  await one.page.keyboard.press('Escape');
  await one.page.getByText('第一次发布需求').waitFor();
  // the page that everybody reads is made anew some moments later
  await expect.poll(() => one.page.reload().then(() => one.page.getByText('第 1 号').count())).toBe(1);
  await one.page.getByText('开标记录', { exact: true }).click();
  await one.page.getByText('第 1 号').waitFor();
  expect(await axeFindings(one.page, '#offers')).toEqual([]);
  await one.page.locator('#offers').scrollIntoViewIfNeeded();
  await shot(one.page, 'tender-record-1440');
  const two = await openReader(browser, site, { token: plain.token });
  await two.page.goto(address);
  await two.page.getByText('招标由竞标会员参与').waitFor();
  const way = await two.page.getByRole('link', { name: '了解会员' }).getAttribute('href');
  expect(way).toBe('/vip/openVip?vipText=bidding');
  const visitor = await openReader(browser, site, {});
  await visitor.page.goto(address);
  await visitor.page.getByRole('button', { name: '我要投标' }).waitFor();
  const shown = await visitor.page.content();
  for (const secret of ['286000', '286,000', '整体策划、搭建']) expect(shown).not.toContain(secret);
  for (const reader of [one, two, visitor]) await leave(reader);
});

it('a tender is asked about without a name, answered for all and added to', { timeout: 120_000 }, async () => {
  const [owner, bidder] = [await beside.person(), await beside.person()];
  const source = { name: 'test', id: bidder.id };
  await inTransaction(beside.ctx(), (tx) =>
    extendMembership(tx, { user_id: bidder.id, vip_type: 5, days: 30, max_download_pre_day: 1, source }),
  );
  const id = await makeDemand(beside, { owner_id: owner.id, label_type: 3, title: '园区开放日整体执行招标' });
  const address = `${site.url}/demandBidding/details?id=${id}`;
  const one = await openReader(browser, site, { token: bidder.token, width: 1440 });
  await one.page.goto(address);
  await one.page.getByRole('button', { name: '向发布者提问' }).press('Enter');
  const asking = one.page.getByRole('dialog', { name: '向招标提问' });
  await asking.getByLabel('提问').fill('雨天时主舞台可以移到室内吗？');
  await asking.getByRole('button', { name: '提交提问' }).click();
  await one.page.getByRole('region', { name: '我的提问' }).getByText('等待答复').waitFor();
  expect(await axeFindings(one.page, '#offers')).toEqual([]);
  await shot(one.page, 'tender-asked-1440');

  const two = await openReader(browser, site, { token: owner.token, width: 390 });
  await two.page.goto(address);
  const waits = two.page.getByRole('region', { name: '待答复的提问' });
  await waits.getByText('雨天时主舞台可以移到室内吗？').waitFor();
  await waits.getByRole('button', { name: '公开答复' }).click();
  await two.page.getByRole('textbox', { name: '答复' }).fill('可以，室内净高六米。');
  await two.page.getByRole('dialog').getByRole('button', { name: '公开答复' }).click();
  await waits.getByRole('button', { name: '发布补充公告' }).click();
  await two.page.getByRole('textbox', { name: '公告' }).fill('搭建时间改为前一日下午');
  await two.page.getByRole('dialog').getByRole('button', { name: '发布' }).click();
  await waits.getByText('搭建时间改为前一日下午').waitFor();
  expect(await overflowsSideways(two.page)).toBe(false);
  await shot(two.page, 'tender-answered-390');

  const visitor = await openReader(browser, site, {});
  await visitor.page.goto(address);
  const notes = visitor.page.getByRole('region', { name: '答疑与补充公告' });
  await expect.poll(() => visitor.page.reload().then(() => notes.getByRole('listitem').count())).toBe(2);
  await notes.getByText('可以，室内净高六米。').waitFor();
  for (const reader of [one, two, visitor]) await leave(reader);
});

it('a tender is judged: set up by keys, marked on a phone, read in one table, chosen with a reason, its minutes saved', {
  timeout: 180_000,
}, async () => {
  const [owner, judge, bidder, rival] = [await beside.person(), await beside.person(), await beside.person(), await beside.person()];
  const past = { ...beside.booted.app, clock: { now: () => new Date(Date.now() - 16 * 86_400_000) } };
  const then = (user_id: number) => createCtx(past, { kind: 'user', user_id, token_id: 0, roles: [], address: '' }, 'test');
  for (const { id } of [bidder, rival]) {
    const source = { name: 'test', id };
    await inTransaction(then(id), (tx) => extendMembership(tx, { user_id: id, vip_type: 5, days: 30, max_download_pre_day: 1, source }));
  }
  const tender = { owner_id: owner.id, label_type: 3, title: '园区周年庆整体执行招标' } as const;
  const open = await makeDemand(beside, tender);
  const two = await openReader(browser, site, { token: owner.token, width: 1440 });
  await two.page.goto(`${site.url}/demandBidding/details?id=${open}`);
  const box = two.page.getByRole('region', { name: '评标' });
  await box.getByRole('button', { name: '设置评分项' }).press('Enter');
  const form = two.page.getByRole('dialog', { name: '评分项' });
  await form.getByLabel('评分项').fill('方案 60\n报价');
  await form.getByRole('button', { name: '保存并公告' }).click();
  await form.getByText('“报价”的后面请写权重').waitFor();
  await form.getByLabel('评分项').fill('方案 60\n报价 30');
  await form.getByRole('button', { name: '保存并公告' }).click();
  await form.getByText('权重合计应为 100').waitFor();
  expect(await form.getByLabel('评分项').inputValue()).toBe('方案 60\n报价 30');
  await form.getByLabel('评分项').fill('方案 60\n报价 40');
  await form.getByRole('button', { name: '保存并公告' }).press('Enter');
  await box.getByText('方案 60%、报价 40%').waitFor();
  await box.getByRole('button', { name: '邀请评委' }).press('Enter');
  await two.page.getByRole('textbox', { name: '手机号' }).fill((await accountMobile(beside.ctx(), judge.id)) ?? '');
  await two.page.getByRole('dialog').getByRole('button', { name: '邀请' }).click();
  await box.getByText('待评分').waitFor();
  expect(await axeFindings(two.page, '#offers')).toEqual([]);

  // another one, of which the end has come
  const id = await makeDemand({ ctx: () => then(owner.id) }, tender);
  await setCriteria(then(owner.id), id, [
    { title: '方案', weight: 60 },
    { title: '报价', weight: 40 },
  ]);
  await askJudge(then(owner.id), id, (await accountMobile(beside.ctx(), judge.id)) ?? '');
  await Promise.all([
    makeOffer(then(bidder.id), { ...OFFER, price: '280000', demand_id: id }),
    makeOffer(then(rival.id), { ...OFFER, price: '260000', demand_id: id }),
  ]);
  await openDueTenders(beside.ctx());
  const address = `${site.url}/demandBidding/details?id=${id}`;
  const one = await openReader(browser, site, { token: judge.token, width: 390 });
  await one.page.goto(`${site.url}/personalCenter/myWorkbench`);
  await one.page.getByText('等您评分').first().waitFor();
  await one.page.goto(address);
  await one.page.getByRole('button', { name: '开始评分' }).click();
  const marks = one.page.getByRole('dialog', { name: '评分' });
  await marks.getByLabel('方案（60%）').first().fill('90');
  await one.page.keyboard.press('Escape');
  await one.page.getByRole('dialog', { name: '放弃未保存的评分？' }).getByRole('button', { name: '继续评分' }).click();
  expect(await marks.getByLabel('方案（60%）').first().inputValue()).toBe('90');
  await marks.getByRole('button', { name: '提交评分' }).click();
  await marks.getByText('还有没填的分数').waitFor();
  await saidAfter(one.page, () => marks.getByRole('button', { name: '保存草稿' }).click(), '草稿已保存');
  await one.page.getByRole('button', { name: '继续评分' }).click();
  expect(await marks.getByLabel('方案（60%）').first().inputValue()).toBe('90');
  expect(await axeFindings(one.page, 'dialog[open]')).toEqual([]);
  expect(await overflowsSideways(one.page)).toBe(false);
  await shot(one.page, 'tender-marks-390');
  const fields = marks.getByRole('textbox', { name: '%' });
  for (let at = 0; at < 4; at++) await fields.nth(at).fill(String(95 - at * 5));
  await marks.getByLabel('评语').first().fill('方案完整，时间表细');
  await marks.getByRole('button', { name: '提交评分' }).click();
  await one.page.getByRole('dialog', { name: '提交评分？' }).getByRole('button', { name: '提交评分' }).click();
  await one.page.getByText('您已提交评分').waitFor();
  await one.page.getByRole('region', { name: '评分汇总' }).waitFor();
  expect(await overflowsSideways(one.page)).toBe(false);
  await shot(one.page, 'tender-marked-390');

  await two.page.goto(address);
  await two.page.getByRole('region', { name: '评分汇总' }).getByRole('row').nth(2).waitFor();
  await box.getByText('方案完整，时间表细').waitFor();
  expect(await axeFindings(two.page, '#offers')).toEqual([]);
  await shot(two.page, 'tender-marked-1440');
  const saved = two.page.waitForEvent('download');
  await box.getByRole('button', { name: '下载开标与评标记录' }).press('Enter');
  expect((await saved).suggestedFilename()).toContain('开标与评标记录');
  await two.page.getByRole('button', { name: '选定' }).first().click();
  await two.page.getByRole('button', { name: '综合评分最高' }).click();
  await two.page.getByRole('button', { name: '确认选定' }).click();
  await two.page.getByText('已达成合作').first().waitFor();
  for (const reader of [one, two]) await leave(reader);
});

it('the price is paid in stages: planned on a phone, paid and held, delivered, released, and the rest of it stays', async () => {
  const [owner, planner] = [await beside.person(), await beside.person()];
  const id = await makeDemand(beside, { owner_id: owner.id, title: '周年庆典整体执行' });
  await agreeOffer(as(owner.id), await makeOffer(as(planner.id), { ...OFFER, demand_id: id }), 1);
  const one = await openReader(browser, site, { token: planner.token, width: 390 });
  await one.page.goto(`${site.url}/personalCenter/myOffer?tab=agreed`);
  await one.page.getByRole('button', { name: '安排付款阶段' }).click();
  const plan = one.page.getByRole('dialog', { name: '安排付款阶段' });
  await plan.getByText('合计 ¥12,800').waitFor();
  await plan.getByLabel('金额（元）').last().fill('9999');
  await plan.getByRole('button', { name: '保存' }).click();
  await plan.getByText('合计超出约定价格 ¥1039').waitFor();
  await plan.getByRole('button', { name: '三期' }).click();
  await plan.getByText('合计 ¥12,800').waitFor();
  expect(await axeFindings(one.page, 'dialog[open]')).toEqual([]);
  expect(await overflowsSideways(one.page)).toBe(false);
  await shot(one.page, 'stages-plan-390');
  await saidAfter(one.page, () => plan.getByRole('button', { name: '保存' }).click(), '付款阶段已更新，对方会收到通知');

  const two = await openReader(browser, site, { token: owner.token });
  await two.page.goto(details(id));
  const deal = two.page.getByRole('region', { name: '付款阶段' });
  await deal.getByRole('button', { name: '支付 定金' }).click();
  const paying = two.page.getByRole('dialog', { name: '支付合作款' });
  await paying.getByText('¥3840').first().waitFor();
  await paying.getByRole('img', { name: /二维码/ }).waitFor();
  await shot(two.page, 'stages-paying');
  const { rows } = await beside.booted.pool.pool.query<{ orderid: string }>('select orderid from orders where buyer_id = $1', [owner.id]);
  await beside.call('POST', '/sandbox/pay', null, { orderid: rows[0]?.orderid, result: 'success' });
  await paying.getByText('款项由平台托管，对方交付').waitFor();
  await paying.getByRole('button', { name: '好的' }).click();
  await deal.getByText('已托管', { exact: true }).waitFor();
  await one.page.reload();
  await one.page.getByRole('button', { name: '已交付 定金' }).click();
  await saidAfter(one.page, () => one.page.getByRole('dialog').getByRole('button', { name: '已交付' }).click(), '已通知对方确认');
  await one.page.getByText('后自动放款').waitFor();
  await shot(one.page, 'stages-delivered-390');
  await two.page.reload();
  await deal.getByRole('button', { name: '请修改 定金' }).press('Enter');
  const changes = two.page.getByRole('dialog', { name: '请对方修改' });
  await changes.getByLabel('修改意见').fill('主视觉换一个方向');
  expect(await axeFindings(two.page, 'dialog[open]')).toEqual([]);
  await shot(two.page, 'stages-redo');
  await saidAfter(two.page, () => changes.getByRole('button', { name: '请修改' }).click(), '已通知对方修改');
  await deal.getByText('已托管', { exact: true }).waitFor();
  await deal.getByRole('button', { name: '放款 定金' }).click();
  await saidAfter(two.page, () => two.page.getByRole('dialog').getByRole('button', { name: '放款' }).click(), '已放款');
  await deal.getByText('已放款', { exact: true }).waitFor();
  expect(await axeFindings(two.page, 'main')).toEqual([]);
  await shot(two.page, 'stages-released');
  await leave(one);
  await leave(two);
});
