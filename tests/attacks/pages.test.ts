import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const go = (path: string, init: RequestInit = {}) => fetch(site.url + path, { redirect: 'manual', ...init });

const ODD_PAGES = [
  '/hmh?type=__proto__',
  '/hmh?type=constructor',
  '/hmh?type=toString',
  '/hmh?type=hasOwnProperty',
  '/programme?sort=__proto__&price=constructor&format=valueOf',
  '/programme?cid=constructor&page=-1',
  '/programme/detail?id=__proto__',
  '/programme/heji?id=1e9&page=99999999999999999999',
  '/search?type=__proto__&keyword=%F0%9F%92%A9',
  '/about/helpCenter?id=constructor',
  '/personalLecturer?uid=0x10&page=constructor',
  '/sitemap-schemes.xml?page=__proto__',
];

it.each(ODD_PAGES)('%s is no error', async (path) => {
  const answer = await go(path);
  expect(answer.status).toBeLessThan(500);
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(answer.headers.get('content-security-policy')).not.toContain('unsafe');
});

const FORGED = 'f=png&href=/favicon.svg%3F%0A{"level":50,"msg":"forged"}%0A%1b[31m';

it.each([
  `/_image?${FORGED}`,
  `/%5fimage?${FORGED}`,
  `/%255fimage?${FORGED}`,
  `/%2f_image?${FORGED}`,
  `/_image/?${FORGED}`,
  '/_image?f=png&href=http://127.0.0.1:1/a.png',
  '/_image?f=png&href=/@fs/etc/passwd',
  '/_server-islands/x?e=default&p=x&s=x',
  '/_server-islands/__proto__',
  '/500',
  '/%35%30%30',
])('%s reaches nothing of the framework and writes no line into the log', async (path) => {
  const before = site.logs();
  const answer = await go(path);
  expect([302, 400, 404]).toContain(answer.status);
  if (answer.status === 302) expect(answer.headers.get('location')).toMatch(/^\/[a-z]/);
  expect(await answer.text()).not.toContain('forged');
  expect(site.logs()).toBe(before);
});

it.each(['//evil.example', '/%2f/evil.example', '/%5cevil.example', '/login//evil.example'])(
  'a form that is sent to %s stays on the site',
  async (path) => {
    const answer = await go(path, { method: 'POST', body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    const location = answer.headers.get('location');
    if (location !== null) expect(new URL(location, site.url).origin).toBe(site.url);
    else expect(answer.status).toBe(400);
  },
);
