import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { countSteps } from '../../support/count-steps.ts';
import { verifyPerson } from '../../support/demands.ts';
import { joinedSite } from '../../support/join-site.ts';
import { fillRegistration, openNewcomer } from '../../support/newcomers.ts';
import { makePerson, type Person } from '../../support/people.ts';
import { openReader, overflowsSideways, saidAfter, shot } from '../../support/reader-browser.ts';
import { newIdCard } from '../../support/verification.ts';

const stage = joinedSite();
let planner: Person;
let card: { name: string; mimeType: string; buffer: Buffer };
beforeAll(async () => {
  planner = await makePerson({ app: stage.beside.booted.app, ctx: stage.beside.ctx }, { nickname: '沈策划' });
  await verifyPerson(stage.beside, planner);
  const buffer = await sharp({ create: { width: 856, height: 540, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  card = { name: '证件.png', mimeType: 'image/png', buffer };
});

it('U9 a client turns a search without result into a demand, is verified, talks, agrees, confirms and rates', async () => {
  const { site, browser } = stage;
  const client = await openNewcomer(stage);
  const { page } = client;
  await page.goto(`${site.url}/search?keyword=${encodeURIComponent('热气球求婚')}`);
  await shot(page, 'client-1-nothing');
  const took = await countSteps(page);
  await page.getByRole('link', { name: '直接发布需求' }).click();
  await page.waitForURL('**/login?**');
  await page.getByRole('button', { name: '立即注册' }).click();
  await fillRegistration(stage, page, client.mobile);
  await page.waitForURL('**/demand/add?keyword=*');
  await took();
  const next = page.getByRole('button', { name: '下一步' });
  const step = (name: string) => page.getByRole('heading', { name, exact: true, level: 2 }).waitFor();
  await page.getByRole('radio', { name: '找活动方案' }).check();
  await page.getByLabel('标题').fill('热气球求婚仪式找整体方案');
  await page.getByLabel('活动类型').selectOption('婚礼宴会');
  await page.getByLabel('活动城市').selectOption('苏州');
  await page.getByLabel('需求说明').fill('湖边草地清晨升空，需要场地申报、仪式流程与摄影，请附真实案例。');
  expect(await page.getByRole('list', { name: '步骤' }).getByRole('listitem').count()).toBe(2);
  // said at the start, not at the end
  await page.getByText('发布前需要完成个人实名认证').waitFor();
  await next.click();
  await step('预算与时间');
  await page.getByLabel('最高预算（元）').fill('2万');
  await page.getByLabel('人数').fill('30');
  await shot(page, 'client-2-terms');
  await page.getByRole('button', { name: '发布需求' }).click();
  const asks = page.getByRole('dialog', { name: '请先进行个人认证' });
  await asks.waitFor();
  expect(await took(), 'a demand').toEqual({ presses: 3, fields: 6, pages: 0 });
  await asks.getByRole('button', { name: '确定' }).click();
  const proof = page.getByRole('dialog', { name: '个人实名认证' });
  await proof.getByLabel('姓名').fill('周予安');
  await proof.getByLabel('身份证号码').fill(newIdCard());
  for (const side of ['身份证人像面', '身份证国徽面']) {
    await proof.getByLabel(side).setInputFiles(card);
    await proof.getByRole('img', { name: `${side}预览` }).waitFor();
  }
  await shot(page, 'client-3-verification');
  await proof.getByRole('button', { name: '提交认证' }).click();
  // verified at once, it goes on with what was asked for
  await page.getByRole('heading', { name: '需求已发布' }).waitFor();
  expect(await took(), 'proof of identity').toEqual({ presses: 2, fields: 4, pages: 0 });
  await shot(page, 'client-4-published');
  await page.getByRole('link', { name: '查看需求' }).click();
  await page.waitForURL('**/demand/details?id=*');
  const id = Number(new URL(page.url()).searchParams.get('id'));
  await page.getByRole('region', { name: '我的需求' }).waitFor();
  await shot(page, 'client-5-demand');

  const other = await openReader(browser, site, { token: planner.token, width: 390 });
  await other.page.goto(page.url());
  const offered = await countSteps(other.page);
  await other.page.getByRole('button', { name: '我要报价' }).click();
  const form = other.page.getByRole('dialog', { name: '提交报价' });
  await form.getByLabel('报价（元）').fill('1.68万');
  await form.getByLabel('说明').fill('升空申报、仪式流程与摄影全包，附三场真实案例');
  await saidAfter(other.page, () => form.getByRole('button', { name: '提交报价' }).click(), '报价已提交');
  expect(await offered(), 'an offer').toEqual({ presses: 2, fields: 2, pages: 0 });
  await page.reload();
  await took();
  const offers = page.getByRole('region', { name: '报价对比' });
  await offers.getByText('16,800 元').waitFor();
  await shot(page, 'client-6-offers');
  await offers.getByRole('button', { name: '与 沈策划 沟通' }).click();
  await page.waitForURL('**/receiveOrder/chat?id=*');
  await page.getByRole('textbox', { name: '消息' }).fill('升空需要提前几天申报？');
  await page.getByRole('button', { name: '发送' }).click();
  expect(await took(), 'the first message').toEqual({ presses: 2, fields: 1, pages: 1 });
  await shot(page, 'client-7-chat');
  await other.page.goto(page.url());
  await other.page.getByText('升空需要提前几天申报？').last().waitFor();
  await offered();
  await other.page.getByRole('textbox', { name: '消息' }).fill('七个工作日，申报由我们来做');
  await other.page.getByRole('button', { name: '发送' }).click();
  await page.getByText('七个工作日，申报由我们来做').last().waitFor();
  expect(await offered(), 'an answer in chat').toEqual({ presses: 1, fields: 1, pages: 0 });

  await page.goto(`${site.url}/demand/details?id=${id}`);
  await took();
  await offers.getByRole('button', { name: '选定 沈策划 的报价' }).click();
  await page.getByRole('dialog', { name: '选定这份报价' }).getByRole('button', { name: '确认选定' }).click();
  const deal = page.getByRole('region', { name: '合作' });
  await deal.getByText('进行中').waitFor();
  expect(await took(), 'the choice of an offer').toEqual({ presses: 2, fields: 0, pages: 0 });
  await other.page.goto(`${site.url}/personalCenter/myOffer?tab=agreed`);
  await offered();
  await other.page.getByRole('button', { name: '确认完成' }).click();
  await other.page.getByRole('dialog').getByRole('button', { name: '确认完成' }).click();
  await other.page.getByText('已确认完成').first().waitFor();
  expect(await offered(), 'the end of the work').toEqual({ presses: 2, fields: 0, pages: 0 });
  await page.reload();
  await shot(page, 'client-8-agreed');
  await took();
  await deal.getByRole('button', { name: '确认完成' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '确认完成' }).click();
  const rating = page.getByRole('dialog', { name: /^评价/ });
  // by the label, which waits until the dialog has come to rest
  await rating.locator('label', { hasText: '5 星' }).click();
  await rating.getByRole('radio', { name: '5 星', checked: true }).waitFor();
  await rating.getByLabel('评价（选填）').fill('申报全程代办，清晨没有一点慌乱');
  await shot(page, 'client-9-rating');
  await rating.getByRole('button', { name: '提交评价' }).click();
  await deal.getByText(/您的评价：5 星/).waitFor();
  expect(await took(), 'the end of the work and a rating').toEqual({ presses: 4, fields: 1, pages: 0 });
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'client-10-done-390');
  expect(other.complaints).toEqual([]);
  await other.context.close();
  await client.leave();
});
