import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sendNotification } from '#server/db/notifications.ts';
import { listenForPurges, type PurgeChannel, purgeTags } from '#server/http/purge-channel.ts';
import type { CdnPurge } from '#server/providers/cdn/port.ts';
import { testApp } from '../support/app.ts';
import { cacheable, openSite, type SiteOnPort } from '../support/site-on-port.ts';

const sent: CdnPurge[] = [];
let away = false;
const t = testApp({
  env: { CDN_PURGE_URL: 'https://cdn.example.com/purge', CDN_PURGE_KEY: 'a key of sixteen' },
  providers: {
    cdn: {
      async purge(what) {
        sent.push(what);
        if (away) throw new Error('away');
      },
    },
  },
});
let site: SiteOnPort;
let purges: PurgeChannel;

beforeAll(async () => {
  site = await openSite(t, (url) => cacheable(url.search, { tags: `item:${url.searchParams.get('id')}` }));
  purges = listenForPurges(t.app, t.booted.database_url);
  await purges.ready;
});
afterAll(async () => {
  await site.close();
  await purges.stop();
});
const open = (id: number) => fetch(`${site.origin}/programme/detail?id=${id}`);

it('pages say their tags, and that they may be shown while nothing behind answers', async () => {
  const { headers } = await open(1);
  expect(headers.get('cache-tag')).toBe('item:1,frame');
  expect(headers.get('cache-control')).toContain('stale-if-error=86400');
});

it('what is purged within a moment is sent together, by tags and by the addresses that were cached', async () => {
  await open(2);
  await Promise.all([purgeTags(t.app, ['item:2']), purgeTags(t.app, ['item:3', 'item:2'])]);
  await vi.waitFor(() => expect(sent).toEqual([{ tags: ['item:2', 'item:3'], paths: ['/programme/detail?id=2'] }]));
});

it('a process that receives a purge adds the addresses that it cached, and sends no tag again', async () => {
  sent.length = 0;
  await open(4);
  await sendNotification(t.app.db, 'cemao_purge', JSON.stringify({ origin: 'another', tags: ['item:4', 'item:5'] }));
  await vi.waitFor(() => expect(sent).toEqual([{ tags: [], paths: ['/programme/detail?id=4'] }]));
});

it('a CDN that is away is notified once more, and no caller waits for it; a flood of tags means all pages', async () => {
  sent.length = 0;
  away = true;
  await purgeTags(
    t.app,
    Array.from({ length: 700 }, (_, n) => `item:${n + 100}`),
  );
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[0]?.tags).toHaveLength(501);
  expect(sent[0]?.tags).toContain('frame');
});
