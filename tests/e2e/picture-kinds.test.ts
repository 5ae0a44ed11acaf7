import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { extendMembership } from '#server/modules/membership/index.ts';
import { joinedSite } from '../support/join-site.ts';
import { framesDrawn, hasFocus } from '../support/page-state.ts';
import { makePerson } from '../support/people.ts';
import { type Publishing, publishDesign, publishSample, storePhotographs } from '../support/picture-works.ts';
import { axeFindings, leave, openReader, overflowsSideways, saidAfter, shot } from '../support/reader-browser.ts';

const COLOURS = ['firebrick', 'seagreen', 'steelblue', 'goldenrod', 'slateblue'];
/** A page of the waterfall and some more. */
const DESIGNS = 13;

const { site, beside, browser, world } = joinedSite();
let sample: number;
let free: number;
let members: number;
let design: number;
let free_design: number;
/** All of ours but `design`; other files publish designs too. */
const others: number[] = [];
beforeAll(async () => {
  const t: Publishing = {
    app: beside.booted.app,
    ctx: beside.ctx,
    call: (method, path, { token, body }) => beside.call(method, path, token, body),
  };
  const publisher = await makePerson(t, { nickname: '半山影像' });
  const one = async () => ({ pictures: await storePhotographs(t, publisher, ['teal']) });
  sample = (
    await publishSample(t, publisher, { pictures: await storePhotographs(t, publisher, COLOURS), fields: { scheme_id: world.paid } })
  ).id;
  free = (await publishSample(t, publisher, { ...(await one()), title: '没有相册的免费案例', price_type: 'free', fields: { album: '0' } }))
    .id;
  members = (await publishSample(t, publisher, { ...(await one()), title: '会员专享的影像', price_type: 'vip', price: '' })).id;
  design = (await publishDesign(t, publisher)).id;
  free_design = (await publishDesign(t, publisher, { ...(await one()), title: '免费的邀请函设计', price_type: 'free' })).id;
  others.push(free_design);
  for (let n = 2; n < DESIGNS; n++) others.push((await publishDesign(t, publisher, { ...(await one()), title: `同类设计作品 ${n}` })).id);
});

const detail = (id: number) => `${site.url}/bigcase/details?id=${id}`;
const head = (page: Page) => page.locator('.item-main-action');
async function member(vip_type: number, max_download_pre_day = 0): Promise<string> {
  const { id, token } = await beside.person();
  await inTransaction(beside.ctx(), (tx) => extendMembership(tx, { user_id: id, vip_type, days: 30, max_download_pre_day }));
  return token;
}

describe('a big case', () => {
  it.each([1440, 390] as const)('F-21, K-200, K-201 has every specified part at %i px', async (width) => {
    const reader = await openReader(browser, site, { width });
    const { page } = reader;
    await page.goto(`${site.url}/bigcase`);
    await page.getByRole('link', { name: /云栖谷周年庆典/ }).waitFor();
    expect([await overflowsSideways(page), await axeFindings(page)]).toEqual([false, []]);
    await shot(page, `bigcase-${width}`);
    await page.goto(detail(sample));
    expect((await page.locator('.item-rest').innerText()).replace(/\s+/g, ' ')).toMatch(
      /活动主题 向光而行 活动城市 杭州 日期 2026-03-01 至 2026-03-02 活动场地 云栖会展中心 执行公司 鹿鸣文化 主办方 云栖集团 摄影机构 半山影像/,
    );
    expect(await page.locator('.locked-panel').innerText()).toMatch(/本案共计5/);
    const hrefs = await page.locator('main a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    expect(hrefs).toContain(`/programme/detail?id=${world.paid}`);
    expect(hrefs.some((href) => /^\/personalLecturer\?uid=\d+&type=2$/.test(href))).toBe(true);
    expect([await overflowsSideways(page), await axeFindings(page)]).toEqual([false, []]);
    await shot(page, `bigcase-detail-${width}`);
    await leave(reader);
  });

  it('changes the batch of schemes beside it', async () => {
    const reader = await openReader(browser, site);
    const { page } = reader;
    await page.goto(detail(sample));
    // works of others beside it make tabs of the panels
    const tab = page.locator('.beside-label', { hasText: '推荐方案' });
    if ((await tab.count()) > 0) await tab.click();
    const section = page.locator('.beside', { hasText: '推荐方案' });
    const panel = section.locator('.beside-panel');
    const shown = () => panel.locator('a:visible').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    const first = await shown();
    expect(first).toContain(`/programme/detail?id=${world.paid}`);
    await section.getByRole('button', { name: '换一批' }).click();
    await expect.poll(async () => JSON.stringify(await shown())).not.toBe(JSON.stringify(first));
    expect(await shown()).toHaveLength(6);
    await leave(reader);
  });

  it('of members alone is unlocked by a member with a number a day: all originals at once, then the album', async () => {
    const reader = await openReader(browser, site, { token: await member(KINDS.sample.sale.vip_type, 2), width: 1440 });
    const { page } = reader;
    await page.goto(detail(members));
    await head(page).getByText('解锁次数').waitFor();
    const [all] = await Promise.all([page.waitForEvent('download'), head(page).getByRole('button', { name: '解锁下载' }).click()]);
    expect(all.suggestedFilename()).toBe('会员专享的影像.zip');
    await head(page).getByRole('button', { name: '查看云相册' }).click();
    await page.getByRole('list', { name: '云相册照片' }).getByText('1. teal.jpg').waitFor();
    await leave(reader);
  });

  it('K-208 opens its album to a member of schemes: pictures by keys, one original, all in one file', async () => {
    const reader = await openReader(browser, site, { token: await member(KINDS.scheme.sale.vip_type), width: 1440 });
    const { page } = reader;
    await page.goto(detail(sample));
    await head(page).getByRole('button', { name: '查看云相册' }).click();
    await page.waitForURL(/\/bigcase\/album\?vv=/);
    const photos = page.getByRole('list', { name: '云相册照片' });
    await photos.getByText('5. slateblue.jpg').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await shot(page, 'album-1440');
    const [one] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /^下载第 2 张原图/ }).click()]);
    expect(one.suggestedFilename()).toBe('002-seagreen.jpg');
    const [all] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /下载全部原图/ }).click()]);
    expect(all.suggestedFilename()).toBe('云栖谷周年庆典全程影像.zip');
    expect((await readFile(await all.path())).subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
    await page.getByRole('button', { name: '放大查看第 4 张' }).click();
    const at = page.locator('.pswp__counter:visible');
    await expect.poll(() => at.innerText()).toBe('4 / 5');
    // its signs are white, and a picture may be
    const ground = (of: string) => page.locator(of).evaluate((sign) => getComputedStyle(sign).backgroundColor);
    for (const of of ['.pswp__button--close .pswp__icn', '.pswp__button--zoom .pswp__icn', '.pswp__counter:visible'])
      expect([of, await ground(of)]).toEqual([of, 'rgba(29, 33, 41, 0.72)']);
    // keys count once the viewer has opened
    await expect
      .poll(async () => {
        if ((await at.innerText()) !== '5 / 5') await page.keyboard.press('ArrowRight');
        return at.innerText();
      })
      .toBe('5 / 5');
    await saidAfter(page, () => page.keyboard.press('ArrowRight'), '已经是最后一页了');
    await page.keyboard.press('Home');
    await expect.poll(() => at.innerText()).toBe('1 / 5');
    // the two warnings share their half second, so a press may be told nothing
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowLeft');
        return page.getByText('已经是第一页了').count();
      })
      .toBeGreaterThan(0);
    await leave(reader);
  });

  it.each([1440, 390] as const)('tells others what opens the album at %i px', async (width) => {
    const { token } = await beside.person();
    const reader = await openReader(browser, site, { token, width, expected: /403/ });
    const { page } = reader;
    const { body } = await beside.call<{ album_url: string }>('GET', `/sample/index/sampleDetail?sample_id=${sample}`, token);
    await page.goto(site.url + body.data.album_url);
    await page.getByText('云相册与原图下载是方案会员的增值服务').waitFor();
    await page.getByRole('link', { name: /¥30 购买本案例/ }).waitFor();
    expect([await overflowsSideways(page), await axeFindings(page)]).toEqual([false, []]);
    await shot(page, `album-locked-${width}`);
    await leave(reader);
    const visitor = await openReader(browser, site, { width });
    await visitor.page.goto(site.url + body.data.album_url);
    await visitor.page.getByText('登录后查看云相册').waitFor();
    await visitor.page.getByRole('heading', { name: '公开预览' }).waitFor();
    expect(await visitor.page.locator('.album-public img').count()).toBe(1);
    await leave(visitor);
  });

  it('says that there is no album, and leads wrong addresses away', async () => {
    const { token } = await beside.person();
    const reader = await openReader(browser, site, { token });
    const { page } = reader;
    await page.goto(detail(free));
    await head(page).getByText('免费大案例，图片可全部查看').waitFor();
    expect(await page.getByRole('button', { name: '查看云相册' }).count()).toBe(0);
    await leave(reader);
    const where = async (path: string) => {
      const answer = await fetch(site.url + path, { redirect: 'manual' });
      return [answer.status, answer.headers.get('location')];
    };
    expect(await where(`/bigcase/details?id=${world.paid}`)).toEqual([302, '/hmh?type=1']);
    expect(await where(`/bigcase/album?vv=abc&sample_id=${sample}`)).toEqual([302, '/hmh?type=1']);
    expect(await where(`/bigcase/detail?id=${sample}`)).toEqual([301, `/bigcase/details?id=${sample}`]);
  });
});

describe('a design', () => {
  const address = (id: number) => `${site.url}/design/detail?id=${id}`;

  it.each([1440, 390] as const)('K-300 has every specified part at %i px', async (width) => {
    const reader = await openReader(browser, site, { width, motion: true });
    const { page } = reader;
    await page.goto(`${site.url}/design`);
    await page.getByRole('link', { name: /醒狮国潮.*半山影像/ }).waitFor();
    expect([await overflowsSideways(page), await axeFindings(page)]).toEqual([false, []]);
    await shot(page, `design-${width}`);
    await page.goto(address(design));
    expect((await page.locator('.item-rest').innerText()).replace(/\s+/g, ' ')).toMatch(/格式 PSD .*类型 平面 颜色模式 CMYK/);
    const stage = await page.locator('.carousel-stage').boundingBox();
    expect(stage?.width).toBeGreaterThanOrEqual(width === 390 ? 320 : 350);
    expect(stage?.width).toBeLessThanOrEqual(600);
    const hrefs = await page.locator('main a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    expect(hrefs.some((href) => /^\/personalLecturer\?uid=\d+&type=1$/.test(href))).toBe(true);
    expect(await page.locator('.waterfall > li').count()).toBe(10);
    expect([await overflowsSideways(page), await axeFindings(page)]).toEqual([false, []]);
    await shot(page, `design-detail-${width}`);
    await leave(reader);
  });

  it('turns its pictures by buttons, keys and small pictures', async () => {
    const reader = await openReader(browser, site, { motion: true });
    const { page } = reader;
    await page.goto(address(design));
    const current = () => page.locator('.carousel-thumbs a[aria-current="true"]').getAttribute('aria-label');
    await expect.poll(current).toBe('看第 1 张');
    await page.getByRole('button', { name: '下一张' }).click();
    await expect.poll(current).toBe('看第 2 张');
    expect(await page.getByRole('button', { name: '下一张' }).isDisabled()).toBe(true);
    await page.locator('.carousel-strip').focus();
    await expect.poll(() => hasFocus(page.locator('.carousel-strip'))).toBe(true);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(current).toBe('看第 1 张');
    await page.getByRole('link', { name: '看第 2 张', exact: true }).click();
    await expect.poll(current).toBe('看第 2 张');
    await leave(reader);
  });

  it('flows on to the end, by real links', async () => {
    const reader = await openReader(browser, site);
    const { page } = reader;
    await page.goto(address(design));
    const cards = page.locator('.waterfall > li a');
    expect(await cards.count()).toBe(10);
    await page.locator('.waterfall').hover();
    await page
      .locator('.waterfall')
      .first()
      .evaluate((list) => list.scrollIntoView({ block: 'end' }));
    await page.getByText('没有更多了').waitFor();
    const hrefs = await cards.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(hrefs).toEqual(expect.arrayContaining(others.map((id) => `/design/detail?id=${id}`)));
    expect(new Set(hrefs).size).toBe(hrefs.length);
    expect(hrefs).not.toContain(`/design/detail?id=${design}`);
    await leave(reader);
    const plain = await openReader(browser, site, { javascript: false });
    await plain.page.goto(address(design));
    expect(await plain.page.locator('.waterfall a[href^="/design/detail?id="]').count()).toBe(10);
    await plain.context.close();
  });

  it('is downloaded when it is free', async () => {
    const { token } = await beside.person();
    const reader = await openReader(browser, site, { token });
    const { page } = reader;
    await page.goto(address(free_design));
    await framesDrawn(page);
    const [file] = await Promise.all([page.waitForEvent('download'), head(page).getByRole('button', { name: '下载设计文件' }).click()]);
    expect(file.suggestedFilename()).toBe('免费的邀请函设计.psd');
    await leave(reader);
  });
});
