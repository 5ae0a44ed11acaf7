import { afterAll, beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { installDefaultTerms, kindTerms } from '#server/modules/catalog/index.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePublisher, settleOutbox } from '../support/catalog.ts';
import { type Site, startSite } from '../support/site.ts';

const PAYLOADS = {
  title: '</script><script>alert(1)</script>',
  introduction: '<img src=x onerror=alert(2)> javascript:alert(3) {{7*7}}',
  tag: '"><svg onload=x>',
  nickname: "'><b onmouseover=a>",
  text: '</textarea><iframe src=//evil.example>',
};

const t = testApp();
let site: Site;
let scheme_id: number;
let publisher_id: number;
beforeAll(async () => {
  const ctx = t.ctx();
  await inTransaction(ctx, installDefaultTerms);
  const category = (await kindTerms(ctx, KINDS.scheme)).categories[0];
  publisher_id = await makePublisher(ctx, PAYLOADS.nickname);
  scheme_id = await makeItem(ctx, {
    publisher_id,
    title: PAYLOADS.title,
    introduction: PAYLOADS.introduction,
    category_id: category?.id ?? 0,
    tags: [PAYLOADS.tag],
    price_fen: 1_990,
    page_texts: [PAYLOADS.text, PAYLOADS.text],
    published_at: new Date(),
  });
  await settleOutbox(ctx);
  site = await startSite({ data_dir: t.config.data_dir, env: { DATABASE_URL: t.booted.database_url } });
});
afterAll(async () => {
  await site?.stop();
});

const go = (path: string, init: RequestInit = {}) => fetch(site.url + path, { redirect: 'manual', ...init });

it('what publishers and readers write is text on every page that shows it, and data for machines stays readable', async () => {
  const searched = encodeURIComponent(PAYLOADS.title);
  const paths = [
    '/',
    '/programme',
    `/search?keyword=${searched}`,
    `/programme?keyword=${searched}`,
    '/search?keyword=%22%3E%3Csvg%20onload%3Dx%3E',
  ];
  paths.push(`/programme/detail?id=${scheme_id}`, `/personalLecturer?uid=${publisher_id}`, `/login?from=${searched}`);
  let shown = '';
  for (const path of paths) {
    const answer = await go(path);
    const html = await answer.text();
    shown += html;
    expect([path, answer.status]).toEqual([path, 200]);
    // what stands between quotes is a value, whatever it looks like; a payload that closes its quotes comes to light here
    const markup = html.replace(/="[^"]*"/g, '=""');
    for (const payload of Object.values(PAYLOADS)) expect([path, markup.includes(payload)]).toEqual([path, false]);
    expect([path, /<[^>]+\son\w+\s*=/i.exec(markup)?.[0] ?? null]).toEqual([path, null]);
    expect([path, /<(iframe|svg onload|script>alert)/i.exec(markup)?.[0] ?? null]).toEqual([path, null]);
    for (const [, json = ''] of html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)) JSON.parse(json);
  }
  expect(shown).toContain('&lt;img src=x onerror=alert(2)&gt;');
  expect(shown).not.toContain('{{49}}');
});

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
  '/sitemap-items.xml?kind=__proto__&page=__proto__',
];

it.each(ODD_PAGES)('AT-11 %s is no error', async (path) => {
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
])('AT-10 %s reaches nothing of the framework and writes no line into the log', async (path) => {
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
