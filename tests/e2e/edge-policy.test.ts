import { expect, it } from 'vitest';
import { joinedSite } from '../support/join-site.ts';
import { watchNetwork } from '../support/page-state.ts';

const { site, browser } = joinedSite();

const PATHS = ['/', '/programme', '/search?keyword=年会', '/login', '/register', '/hmh', '/sandbox', '/about/helpCenter', '/gateway/docs'];

it('breaks no rule of the content security policy, fresh from the framework and from the cache, before and after islands wake', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const network = watchNetwork(page);
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => violations.push(`${page.url()}: ${error.message}`));
  for (const path of PATHS) {
    for (const time of ['fresh', 'kept']) {
      const answer = await page.goto(site.url + path, { waitUntil: 'load' });
      expect([path, time, answer?.status()]).toEqual([path, time, 200]);
      expect(answer?.headers()['content-security-policy']).not.toContain('unsafe');
    }
    // reach for every island there is
    for (const island of await page.locator('astro-island').all()) await island.dispatchEvent('pointerover');
    await network.quiet();
  }
  expect(violations).toEqual([]);
});
