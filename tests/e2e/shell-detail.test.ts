import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser.ts';
import { joinedSite } from '../support/join-site.ts';
import { framesDrawn, hasFocus } from '../support/page-state.ts';

const { site, browser, world } = joinedSite();

const detail = (id: number) => `${site.url}/programme/detail?id=${id}`;

it.each([
  [1366, 768],
  [1440, 900],
] as const)('K1 all of the right column is reached at %i x %i, and its end is not covered', async (width, height) => {
  const context = await browser.newContext({ viewport: { width, height } });
  const page = await context.newPage();
  for (const path of [detail(world.paid), detail(world.free)]) {
    await page.goto(path);
    const aside = page.locator('.item-aside');
    const last = aside.locator('a, button').filter({ visible: true }).last();
    // as a reader does: the wheel over the column
    await aside.hover();
    for (let turn = 0; turn < 8; turn++) await page.mouse.wheel(0, 400);
    const isReached = () =>
      last.evaluate((end) => {
        const { left, top, width, height } = end.getBoundingClientRect();
        const at = document.elementFromPoint(left + width / 2, top + height / 2);
        return at !== null && (end.contains(at) || at.contains(end));
      });
    await expect.poll(isReached).toBe(true);
  }
  await context.close();
});

describe('what everybody gets', () => {
  it('is the same page for a visitor and for somebody with a token, and holds no locked page', async () => {
    const text = async (init?: RequestInit) => (await fetch(detail(world.paid), init)).text();
    const plain = await text();
    // asked again when the page was made anew in between: others publish on this site
    const signed = { headers: { token: 'x'.repeat(43), cookie: 'token=abc' } };
    await expect.poll(async () => (await text(signed)) === (await text())).toBe(true);
    expect(plain).toContain('第 3 页的文字');
    expect(plain).not.toContain('第 4 页的文字');
    expect(plain.match(/data-page="/g)).toHaveLength(3);
  });

  it('names its address, its facts and its offer to machines', async () => {
    const { page, context } = await openPage(browser);
    await page.goto(detail(world.paid));
    const attribute = (selector: string, name: string) => page.locator(selector).getAttribute(name);
    expect(await page.title()).toMatch(/ - 策猫$/);
    expect(await attribute('link[rel=canonical]', 'href')).toBe(detail(world.paid));
    expect(await attribute('meta[name=description]', 'content')).toContain('三百人的年会');
    expect(await attribute('meta[property="og:image"]', 'content')).toMatch(/^http.*\/pic\/.*\.webp$/);
    const blocks = await page
      .locator('script[type="application/ld+json"]')
      .evaluateAll((all) => all.map((one) => JSON.parse(one.textContent ?? '')));
    expect(blocks).toContainEqual(
      expect.objectContaining({ '@type': 'Product', offers: expect.objectContaining({ price: '68.00', priceCurrency: 'CNY' }) }),
    );
    expect(blocks).toContainEqual(expect.objectContaining({ '@type': 'BreadcrumbList' }));
    await context.close();
  });

  it('K-021 has every part of the scheme screen', async () => {
    const { page, context, complaints } = await openPage(browser, 1440);
    await page.goto(detail(world.paid));
    await page.getByText('1 / 12', { exact: true }).waitFor();
    const locked = page.locator('.locked-panel');
    expect(await locked.innerText()).toMatch(/本案共计12页，解锁后查看全部内容[\s\S]*还有 9 页未显示[\s\S]*68/);
    expect(await page.locator('a[href^="/programme?tag="]').count()).toBe(3);
    expect(await page.getByText('供您本人使用，请勿转售或公开').count()).toBeGreaterThan(0);
    for (const name of [/^收藏/, /^分享/, /^举报/]) expect(await page.locator('.item-head').getByRole('button', { name }).count()).toBe(1);
    expect(await page.locator(`.item-rest a[href="/personalLecturer?uid=${world.publisher_id}"]`).count()).toBe(1);
    expect(await page.locator('.item-rest').getByRole('button', { name: '关注' }).count()).toBe(1);
    expect(await page.locator(`a[href="/programme/heji?id=${world.collection_id}"]`).innerText()).toContain('查看更多');
    expect(await page.getByRole('button', { name: '换一批' }).count()).toBe(1);
    expect(await page.getByRole('link', { name: '登录查看更多' }).isVisible()).toBe(true);

    const preview = page.locator('details', { hasText: '文字预览' });
    expect(await preview.getByText('第 1 页的文字').isVisible()).toBe(false);
    await preview.locator('summary').click();
    await preview.getByText('第 1 页的文字').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each([
    ['free', /免费[\s\S]*下载方案/, /可预览/],
    ['vip', /¥68[\s\S]*单次购买[\s\S]*会员免费下载/, /7\.5折/],
    ['paid', /¥68[\s\S]*¥68 购买[\s\S]*开会员 7\.5折，¥51 买/, /会员免费/],
  ] as const)('says what the %s scheme costs, and what a membership would change', async (which, said, unsaid) => {
    const { page, context } = await openPage(browser);
    await page.goto(detail(world[which]));
    const head = await page.locator('.item-head').innerText();
    expect(head).toMatch(said);
    expect(head).not.toMatch(unsaid);
    await context.close();
  });
});

describe('the bar', () => {
  it.each([1440, 390] as const)('K-016, K-400 appears after 140 px at %i px and works by keyboard', async (width) => {
    const { page, context } = await openPage(browser, width);
    await page.goto(detail(world.paid));
    const bar = page.locator('.item-bar');
    expect(await bar.isVisible()).toBe(false);
    await page.evaluate(() => scrollTo(0, 120));
    await framesDrawn(page);
    expect(await bar.isVisible()).toBe(false);
    await page.evaluate(() => scrollTo(0, 160));
    await bar.waitFor({ state: 'visible' });
    expect(await bar.innerText()).toContain('68');
    await page.evaluate(() => scrollTo(0, 0));
    await bar.waitFor({ state: 'hidden' });
    await context.close();
  });
});

it.each([1440, 1280] as const)('F-15, F-62 the floating bar is whole at %i px, its way to the top after scrolling', async (width) => {
  const { page, context } = await openPage(browser, width);
  await page.goto(detail(world.paid));
  const bar = page.locator('.side-bar');
  const top = bar.locator('.side-top');
  expect(await top.isVisible()).toBe(false);
  await page.evaluate(() => scrollTo(0, 400));
  await top.waitFor({ state: 'visible' });
  await bar.getByRole('link').first().waitFor({ state: 'visible' });
  for (const name of [/关注/, /分享/]) expect(await bar.getByRole('button', { name }).isVisible()).toBe(true);
  // the card beside it has it
  expect(await page.getByRole('button', { name: /收藏/ }).count()).toBe(1);
  await context.close();
});

it('U-48 paper shows the work without what one presses', async () => {
  const { page, context } = await openPage(browser, 1280);
  await page.goto(detail(world.paid));
  await page.emulateMedia({ media: 'print' });
  for (const gone of ['.site-header', '.side-bar', '.locked-panel', 'body > footer'])
    expect(await page.locator(gone).isVisible(), gone).toBe(false);
  expect(await page.locator('h1').isVisible()).toBe(true);
  expect(await page.locator('.item-page').first().isVisible()).toBe(true);
  await context.close();
});

describe('reaching for something', () => {
  it('opens the login dialog for a visitor who buys, with the first press, and gives focus back', async () => {
    const { page, context, complaints } = await openPage(browser);
    await page.goto(detail(world.paid));
    const buy = page.locator('.item-head').getByRole('button', { name: /购买/ });
    await buy.click();
    const dialog = page.locator('dialog[open]');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(buy)).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('changes the batch of recommended schemes', async () => {
    const { page, context, complaints } = await openPage(browser);
    await page.goto(detail(world.paid));
    const section = page.locator('.beside');
    const cards = () =>
      section.locator('a[href^="/programme/detail"]').evaluateAll((all) => all.map((a) => a.getAttribute('href')).join(' '));
    const first = await cards();
    await section.getByRole('button', { name: '换一批' }).click();
    await expect.poll(cards).not.toBe(first);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
