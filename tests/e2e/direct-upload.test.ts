import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { type BesideSite, besideSite } from '../support/beside-site.ts';
import { joinBrowser, leaveBrowser } from '../support/browser.ts';
import { makePdf } from '../support/documents.ts';
import { openReader, shot } from '../support/reader-browser.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { type Site, startSite } from '../support/site.ts';

const MIB = 1024 ** 2;
const folder = mkdtempSync(join(tmpdir(), 'cemao-direct-'));

let s3: S3Server;
let site: Site;
let beside: BesideSite;
let browser: Browser;
beforeAll(async () => {
  s3 = await startS3Server();
  site = await startSite({ env: { ...s3.env, STORAGE: 's3' } });
  s3.origins = [site.url];
  beside = await besideSite(site);
  browser = await joinBrowser();
});
afterAll(async () => {
  await leaveBrowser();
  await beside?.stop();
  await site?.stop();
  await s3?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('a big file goes from the browser straight into the bucket, also after a reload in the middle', async () => {
  const data = Buffer.concat([await makePdf({ pages: 2 }), Buffer.alloc(17 * MIB, '\n')]);
  const file = join(folder, '年会方案.pdf');
  writeFileSync(file, data);
  const { token } = await beside.person();
  const { page, complaints } = await openReader(browser, site, { token, width: 1440, expected: /Failed to load resource/ });
  const through_us: string[] = [];
  page.on('request', (request) => {
    if (/\/gateway\/upload\/.*offset=/.test(request.url())) through_us.push(request.url());
  });
  // what comes second is cut off until the page was loaded anew
  s3.fault = ({ method, query }) => (method === 'PUT' && query.get('partNumber') === '2' ? 'cut' : null);
  await page.goto(`${site.url}${KINDS.scheme.paths.add}`);
  await page.getByTestId('document').setInputFiles(file);
  await expect.poll(() => [...s3.uploads.values()].map(({ parts }) => parts.size)).toEqual([1]);
  await page.getByRole('progressbar', { name: '上传进度' }).waitFor();
  await shot(page, 'direct-upload');
  await page.reload();
  s3.fault = () => null;
  await page.getByTestId('document').setInputFiles(file);
  await page.getByRole('button', { name: '换一个文件' }).waitFor({ timeout: 60_000 });
  expect(s3.calls.filter(({ method, query }) => method === 'PUT' && query.get('partNumber') === '1').length, 'sent once').toBe(1);
  expect([...s3.objects.entries()].filter(([name, { body }]) => name.includes('/private/') && body.equals(data)).length).toBe(1);
  expect([through_us, s3.uploads.size]).toEqual([[], 0]);
  expect(complaints).toEqual([]);
});
