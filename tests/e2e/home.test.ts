import { expect, it } from 'vitest';
import { joinedSite } from '../support/join-site.ts';
import { openReader, overflowsSideways, shot } from '../support/reader-browser.ts';

const { site, beside, browser } = joinedSite();

it.each([1440, 390] as const)('U22 the home page says nothing twice, and nothing stands over another thing, at %i px', async (width) => {
  const { page, context, complaints } = await openReader(browser, site, { width });
  await page.goto(site.url);
  const said = await page.locator('main :is(h2, p)').allInnerTexts();
  const lines = said.map((line) => line.trim()).filter((line) => line !== '');
  expect(lines.filter((line, at) => lines.indexOf(line) !== at)).toEqual([]);
  expect(lines.join()).not.toMatch(/\d+ 份\b/);
  const cards = await page.locator('main .home-kinds > li').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
  expect(cards.every((right) => right <= width)).toBe(true);
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, `home-${width}`);
  expect(complaints).toEqual([]);
  await context.close();
});

it("has one search in view: the header's comes once the large one has gone; other pages have theirs at once", async () => {
  const { page, context } = await openReader(browser, site, { width: 1440 });
  const field = page.locator('.site-header input[name=keyword]');
  await page.goto(site.url);
  await page.locator('main input[name=keyword]').waitFor();
  expect(await field.isVisible()).toBe(false);
  await page.evaluate(() => scrollTo(0, 600));
  await field.waitFor();
  await page.goto(`${site.url}/search?keyword=年会`);
  expect(await field.isVisible()).toBe(true);
  await context.close();
});

it('U23 who comes back finds what they looked at last; a visitor and who looked at nothing find no empty place', async () => {
  const { token } = await beside.person('13300000961');
  // the first work may be another test's, whose pictures were never drawn
  const { page, context, complaints } = await openReader(browser, site, {
    width: 1440,
    token,
    expected: /404 \(Not Found\).*\/(pic|gateway\/scheme\/page)\//,
  });
  const place = page.locator('[data-returning]');
  const asked = page.waitForResponse((response) => response.url().includes('/footprint/index'));
  await page.goto(site.url);
  await page.locator('.membership-band').scrollIntoViewIfNeeded();
  await asked;
  expect(await place.evaluate((element) => element.getBoundingClientRect().height)).toBe(0);
  const href = (await page.locator('main .tile').first().getAttribute('href')) ?? '';
  // the look is noted with the signed-in reader's own answer
  const answered = page.waitForResponse((response) => /\/gateway\/.*detail/i.test(response.url()));
  await page.goto(site.url + href);
  await answered;
  await expect
    .poll(async () => {
      const told = page.waitForResponse((response) => response.url().includes('/footprint/index'));
      await page.goto(site.url);
      await page.locator('.membership-band').scrollIntoViewIfNeeded();
      await told;
      await place.locator('h2').first().waitFor({ timeout: 2_000 });
      return place.locator('a[href]').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    })
    .toContain(href);
  expect(await place.locator('h2').allInnerTexts()).toEqual(['接着看']);
  await shot(page, 'home-returning');
  expect(complaints).toEqual([]);
  await context.close();

  const visitor = await openReader(browser, site, { width: 1440 });
  await visitor.page.goto(site.url);
  await visitor.page.locator('.membership-band').scrollIntoViewIfNeeded();
  expect(await visitor.page.locator('[data-returning]').evaluate((element) => element.childElementCount)).toBe(0);
  await visitor.context.close();
});
