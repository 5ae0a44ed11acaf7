import { expect, it } from 'vitest';
import { joinedSite } from '../support/join-site.ts';
import { watchNetwork } from '../support/page-state.ts';
import { firstLook, inlineScriptBytes, sumBytes, watchShift, watchTraffic } from '../support/page-weight.ts';
import { openReader } from '../support/reader-browser.ts';

const KB = 1024;

const { site, beside, browser, world } = joinedSite();

it('keeps the detail page of a visitor within its weight', async () => {
  const { context, page, traffic } = await firstLook(browser);
  await page.goto(`${site.url}/programme/detail?id=${world.paid}`, { waitUntil: 'networkidle' });

  // whatever a reader reaches for wakes one island; there are few
  expect(await page.locator('astro-island').count()).toBeLessThanOrEqual(7);

  // icons of pages and islands are drawn by ours, without what the style sheet says for all of them
  const icons = await page.locator('svg.lucide').evaluateAll((all) => all.map((icon) => icon.getAttributeNames()));
  expect(icons.length).toBeGreaterThan(20);
  expect(icons.flat()).not.toContain('stroke-linecap');

  const before = await traffic.list();
  const text = before.filter(({ kind }) => kind === 'document' || kind === 'stylesheet' || kind === 'script');
  const scripts = before.filter(({ kind }) => kind === 'script');
  expect(text.every(({ encoding, bytes }) => encoding === 'br' || bytes < KB)).toBe(true);
  expect(sumBytes(text)).toBeLessThanOrEqual(36 * KB);
  const inline = await inlineScriptBytes(page);
  expect(inline).toBeGreaterThan(0);
  expect(sumBytes(scripts) + inline).toBeLessThanOrEqual(8 * KB);
  // what all pages share, and what works do, stand inside the page of who comes from outside
  expect(before.filter(({ kind }) => kind === 'stylesheet')).toEqual([]);
  expect(await page.locator('style[data-href]').count()).toBe(2);
  // no gateway call and no framework for somebody who only reads
  expect(before.filter(({ path }) => path.startsWith('/gateway/'))).toEqual([]);
  expect(scripts.filter(({ path }) => /client|react|jsx|island/i.test(path))).toEqual([]);

  // what stands between the reader and the first paint: the page and what blocks its rendering
  const blocking = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => (entry as PerformanceResourceTiming & { renderBlockingStatus: string }).renderBlockingStatus === 'blocking')
      .map((entry) => entry.name),
  );
  expect(blocking).toEqual([]);

  // first row of pictures: the first page at once and first, the rest when it comes near
  const images = await page.locator('.item-page img').evaluateAll((all) =>
    all.map((image) => {
      const { loading, fetchPriority, currentSrc, width, height } = image as HTMLImageElement;
      return { loading, fetchPriority, currentSrc, sized: width > 0 && height > 0 };
    }),
  );
  expect(images[0]).toMatchObject({ loading: 'eager', fetchPriority: 'high', sized: true });
  expect(images[0]?.currentSrc).toMatch(/-(960|1440)\.webp$/);
  expect(images.slice(1).every(({ loading, sized }) => loading === 'lazy' && sized)).toBe(true);

  // the reader reaches for the main button
  await page.locator('.item-head button').first().hover();
  await page.locator('.item-main-action astro-island:not([ssr])').waitFor({ state: 'attached' });
  await traffic.quiet();
  const after = (await traffic.list()).filter(({ kind }) => kind === 'script');
  expect(sumBytes(after)).toBeGreaterThan(sumBytes(scripts));
  expect(sumBytes(after)).toBeLessThanOrEqual(110 * KB);
  process.stdout.write(
    `detail page, visitor, brotli: ${(sumBytes(text) / KB).toFixed(1)} KB before a touch (JavaScript ${(sumBytes(scripts) / KB).toFixed(1)} KB and ${(inline / KB).toFixed(1)} KB inline), ` +
      `${(sumBytes(after) / KB).toFixed(1)} KB of JavaScript after the first one, ${1 + blocking.length} requests before the first paint\n`,
  );
  await context.close();
});

it.each(['a visitor', 'a signed-in reader'] as const)('stays within 110 KB of JavaScript when %s presses the main button', async (who) => {
  const token = who === 'a visitor' ? {} : { token: (await beside.person('13200000001')).token };
  const { page, context, complaints } = await openReader(browser, site, { ...token, width: 1440 });
  const traffic = watchTraffic(page);
  await page.goto(`${site.url}/programme/detail?id=${world.paid}`);
  await page.locator('.item-head').getByRole('button', { name: '¥68 购买' }).click();
  if (who === 'a visitor') await page.locator('dialog[open] input[name=account]').waitFor();
  else await page.getByRole('img', { name: '支付二维码' }).waitFor();
  await traffic.quiet();
  const scripts = (await traffic.list()).filter(({ kind }) => kind === 'script');
  process.stdout.write(`main button, ${who}: ${(sumBytes(scripts) / KB).toFixed(1)} KB of JavaScript\n`);
  expect(sumBytes(scripts)).toBeLessThanOrEqual(110 * KB);
  expect(complaints).toEqual([]);
  await context.close();
});

it('moves nothing while it loads and while its islands wake', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const network = watchNetwork(page);
  const shift = await watchShift(context);
  for (const path of ['/', '/programme', `/programme/detail?id=${world.paid}`]) {
    await page.goto(site.url + path, { waitUntil: 'networkidle' });
    await page.locator('astro-island[ssr]').evaluateAll((islands) => {
      for (const island of islands) island.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    });
    await network.quiet();
    expect(await shift(page), path).toBeLessThan(0.02);
  }
  await context.close();
});
