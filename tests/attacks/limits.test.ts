import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '#server/kernel/log.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { newMobile } from '../support/identity.ts';
import { openSite, type SiteOnPort } from '../support/site-on-port.ts';

let t: TestApp;
let site: SiteOnPort;
let rendered = 0;
let logged = '';
const stream = new Writable({
  write(chunk: Buffer, _encoding, done) {
    logged += chunk.toString();
    done();
  },
});

beforeAll(async () => {
  t = await startTestApp({ env: { TRUST_PROXY: '127.0.0.1' } });
  site = await openSite(t, () => {
    rendered++;
    return new Response('page', { headers: { 'content-type': 'text/html' } });
  });
});
afterAll(async () => {
  await site.close();
  await t.stop();
});

const statuses = async (paths: string[], address: string) => {
  const answers = await Promise.all(paths.map((path) => fetch(site.origin + path, { headers: { 'x-forwarded-for': address } })));
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  return answers.map(({ status }) => status);
};
const count = (list: number[], status: number) => list.filter((one) => one === status).length;

it('words that nobody searched before cost one address at most 120 renderings a minute, however they are spelled', async () => {
  const spellings = [
    '/search?keyword=',
    '/programme?keyword=',
    '/%73earch?keyword=',
    '/search/?a=1&k%65yword=',
    '/programme?cid=1&keyword=',
  ];
  const paths = Array.from({ length: 150 }, (_, i) => `${spellings[i % spellings.length]}w${i}`);
  const answers = await statuses(paths, '203.0.113.7');
  expect([count(answers, 200), count(answers, 429)]).toEqual([120, 30]);
  expect(rendered).toBe(120);
  // others, other pages and this machine are not held up
  expect(await statuses(['/search?keyword=w0'], '203.0.113.8')).toEqual([200]);
  expect(await statuses(['/programme?cid=3', '/search', '/'], '203.0.113.7')).toEqual([200, 200, 200]);
  const refused = await fetch(`${site.origin}/search?keyword=new`, { headers: { 'x-forwarded-for': '203.0.113.7' } });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
});

it('an address that the reader invents is not believed: codes for many phones stop at the limit of one address', async () => {
  const other = await startTestApp();
  const bare = await openSite(other, () => new Response('page'));
  const forms = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip', 'x-originating-ip'];
  try {
    const got: number[] = [];
    for (let i = 0; i < 22; i++) {
      const headers = Object.fromEntries(forms.map((name) => [name, name === 'forwarded' ? `for=198.51.100.${i}` : `198.51.100.${i}`]));
      const answer = await fetch(`${bare.origin}/gateway/api/userv2/sendCaptcha`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ mobile: newMobile(), exist: 2 }),
      });
      await answer.arrayBuffer();
      got.push(answer.status);
    }
    expect([count(got, 200), count(got, 429)]).toEqual([20, 2]);
  } finally {
    await bare.close();
    await other.stop();
  }
});

it('AT-15 a proxy that nobody named is told of once', async () => {
  const other = await startTestApp({ log: createLog('warn', stream) });
  const behind = await openSite(other, () => new Response('page'));
  try {
    for (const address of ['203.0.113.7', '203.0.113.8']) {
      await fetch(`${behind.origin}/healthz`, { headers: { 'x-forwarded-for': address } });
    }
    expect(logged.match(/TRUST_PROXY/g)).toHaveLength(1);
    expect(logged).not.toContain('203.0.113');
  } finally {
    await behind.close();
    await other.stop();
  }
});
