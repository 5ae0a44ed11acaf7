import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { joinedSite } from '../support/join-site.ts';
import { growTaught, type Taught } from '../support/taught-world.ts';

/** What arrives at once, and the time between two parts: some frames, in which a browser draws what it has. */
const PART_BYTES = 4_096;
const PART_MS = 40;
/** Google calls 0.1 good; what moves nothing is far below. */
const SHIFT_MAX = 0.02;

const joined = joinedSite();
let taught: Taught;
let slow: Server;
beforeAll(async () => {
  taught = await growTaught(joined.beside);
  // pages come in parts, everything else at once
  slow = createServer(async (req, res) => {
    const answer = await fetch(`${joined.site.url}${req.url}`, { headers: { 'user-agent': req.headers['user-agent'] ?? '' } });
    const body = Buffer.from(await answer.arrayBuffer());
    const type = answer.headers.get('content-type') ?? '';
    res.writeHead(answer.status, { 'content-type': type });
    for (let at = 0; type.startsWith('text/html') && at < body.length; at += PART_BYTES, await wait(PART_MS))
      res.write(body.subarray(at, at + PART_BYTES));
    res.end(type.startsWith('text/html') ? undefined : body);
  }).listen(0, '127.0.0.1');
});
afterAll(() => void slow?.close());

it.concurrent.each([
  ['home', () => '/'],
  ['list', () => '/programme'],
  ['search', () => '/search?keyword=年会'],
  ['detail', () => `/programme/detail?id=${joined.world.paid}`],
  ['detail of a free scheme', () => `/programme/detail?id=${joined.world.free}`],
  ['collection', () => `/programme/heji?id=${joined.world.collection_id}`],
  ['publisher', () => `/personalLecturer?uid=${joined.world.publisher_id}`],
  ['memberships', () => '/vip/personalVip'],
  ['course', () => `/study/detail?id=${taught.course.id}`],
  ['article', () => `/article/details?id=${taught.article}`],
  ['salons', () => '/salon'],
  ['salon', () => `/salon/details?id=${taught.past}`],
  ['recap', () => `/salon/review?id=${taught.past}`],
])('V4 %s does not move while it arrives in parts, at a desk and on a phone', async (_name, path) => {
  for (const [width, height] of [
    [1366, 768],
    [390, 844],
  ] as const) {
    const context = await joined.browser.newContext({ viewport: { width, height } });
    const page = await context.newPage();
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { seen, shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as Array<PerformanceEntry & { value: number; sources: Array<{ node?: Element }> }>) {
          Object.assign(window, { shift: (window as unknown as { shift: number }).shift + entry.value });
          for (const { node } of entry.sources) seen.push(`${entry.value.toFixed(3)} ${node?.nodeName}.${node?.className ?? ''}`);
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`http://127.0.0.1:${(slow.address() as AddressInfo).port}${path()}`, { waitUntil: 'load' });
    const { shift, seen } = await page.evaluate(() => {
      const { shift, seen } = window as unknown as { shift: number; seen: string[] };
      return { shift, seen };
    });
    expect([width, shift < SHIFT_MAX, shift < SHIFT_MAX ? [] : seen]).toEqual([width, true, []]);
    await context.close();
  }
});
