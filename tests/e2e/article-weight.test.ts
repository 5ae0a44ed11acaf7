import { brotliCompressSync } from 'node:zlib';
import type { Request } from 'playwright';
import { expect, it } from 'vitest';
import { joinedSite } from '../support/join-site.ts';
import { putArticle } from '../support/site-articles.ts';

const KB = 1024;

const { site, beside, browser } = joinedSite();

/** Asks for a page as browsers do until it comes as small as it can be: what is asked for often is encoded anew. */
async function asOthersLeftIt(path: string): Promise<void> {
  const headers = { 'accept-encoding': 'br', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' };
  const size = async () => Number((await fetch(site.url + path, { headers })).headers.get('content-length'));
  const first = await size();
  await expect.poll(size, { timeout: 15_000 }).toBeLessThan(first);
}

/** What cards of other works weigh on a page, which are as many as other files of the run left. */
async function othersOn(path: string): Promise<number> {
  const html = await (await fetch(site.url + path)).text();
  const alone = html.replaceAll(/<article class="h-full">[\s\S]*?<\/article>/g, '');
  return brotliCompressSync(html).byteLength - brotliCompressSync(alone).byteLength;
}

/** What the style sheets weigh that a page names. */
async function sheetsOn(path: string): Promise<number> {
  const html = await (await fetch(site.url + path)).text();
  const hrefs = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href = '']) => href);
  const texts = await Promise.all(hrefs.map(async (href) => (await fetch(site.url + href)).text()));
  return texts.reduce((bytes, text) => bytes + brotliCompressSync(text).byteLength, 0);
}

it('keeps the page of an article light before a touch, with no framework and no call', async () => {
  const id = await putArticle(beside, await beside.person(), '轻的一页');
  // one sheet serves the whole site and is kept for a year: the start page brought it, or this one does
  const shared = await sheetsOn('/');
  await asOthersLeftIt(`/article/details?id=${id}`);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const fetched: Request[] = [];
  page.on('requestfinished', (request) => fetched.push(request));
  await page.goto(`${site.url}/article/details?id=${id}`, { waitUntil: 'networkidle' });
  const rows = await Promise.all(
    fetched.map(async (request) => ({
      kind: request.resourceType(),
      path: new URL(request.url()).pathname,
      bytes: (await request.sizes()).responseBodySize,
    })),
  );
  const sum = (list: typeof rows) => list.reduce((bytes, row) => bytes + row.bytes, 0);
  const text = rows.filter(({ kind }) => kind === 'document' || kind === 'stylesheet' || kind === 'script');
  const own = sum(text) - shared;
  process.stdout.write(`article page, visitor, brotli: ${(sum(text) / KB).toFixed(1)} KB, of which ${(own / KB).toFixed(1)} KB its own\n`);
  expect(shared).toBeGreaterThan(0);
  expect(own).toBeLessThanOrEqual(18 * KB);
  expect(sum(text) - (await othersOn(`/article/details?id=${id}`))).toBeLessThanOrEqual(30 * KB);
  expect(sum(text)).toBeLessThanOrEqual(32 * KB);
  expect(rows.filter(({ path }) => path.startsWith('/gateway/'))).toEqual([]);
  expect(rows.filter(({ kind, path }) => kind === 'script' && /client|react|jsx|island|editor/i.test(path))).toEqual([]);
  await context.close();
});
