import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { IDS_A_SITEMAP, sitemapIndex, sitemapOfItems, sitemapOfPages } from '#server/views/sitemap.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeItem, makePublisher } from '../support/catalog.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ env: { SITE_URL: 'https://cemao.example.com', ALLOW_SANDBOX: '1' } });
});
afterAll(() => t.stop());

const text = async (page: number, kind = 'scheme', month = '') => {
  const body = await sitemapOfItems(t.ctx(), kind, page, month);
  return body === null ? null : new Response(body).text();
};

it('has an index without items while there are none', async () => {
  expect(await sitemapIndex(t.ctx())).not.toContain('sitemap-items');
  expect(await text(1)).toBeNull();
});

it('lists published items of each kind in blocks of ids, streamed in batches, nothing that is held or taken down', async () => {
  const publisher_id = await makePublisher(t.ctx());
  const shown = await makeItem(t.ctx(), { publisher_id, title: '公开' });
  const held = await makeItem(t.ctx(), { publisher_id, title: '审核中', status: 'reviewing' });
  await t.app.db.execute(sql`insert into items (kind, publisher_id, title, format, status, published_at)
    select 1, ${publisher_id}, 'x', 'pdf', 'published', now() from generate_series(1, 2500)`);
  await t.app.db.execute(sql`select setval(pg_get_serial_sequence('items', 'id'), ${IDS_A_SITEMAP + 4})`);
  const far = await makeItem(t.ctx(), { publisher_id, title: '第二块' });
  const template = await makeItem(t.ctx(), { publisher_id, title: '模板', kind: KINDS.ppt });

  const month = shanghaiDay(new Date()).slice(0, 7);
  const index = await sitemapIndex(t.ctx());
  expect(index.match(/<sitemap>/g)).toHaveLength(4);
  expect(index).toContain(`<loc>https://cemao.example.com/sitemap-items.xml?kind=scheme&amp;month=${month}&amp;page=2</loc>`);
  // PPT templates begin in the second block: no file without addresses
  expect(index).toContain(`sitemap-items.xml?kind=ppt&amp;month=${month}&amp;page=2<`);
  expect(index).not.toContain(`sitemap-items.xml?kind=ppt&amp;month=${month}&amp;page=1<`);
  expect(await text(2, 'ppt')).toContain(`/ppt/detail?id=${template}<`);
  expect(await text(1, 'ppt')).toBeNull();
  expect(await text(1, 'nothing')).toBeNull();
  const first = await text(1);
  expect(first?.match(/<url>/g)).toHaveLength(2_501);
  expect(first).toContain(`/programme/detail?id=${shown}<`);
  expect(first).not.toContain(`/programme/detail?id=${held}<`);
  expect(await text(2)).toContain(`/programme/detail?id=${far}<`);
  expect(await text(2)).not.toContain(`id=${template}<`);
  expect(await text(3)).toBeNull();
  expect(await text(Number.NaN)).toBeNull();
  // the same by the month in which they appeared, Shanghai time
  await t.app.db.execute(sql`update items set published_at = '2025-12-31T16:00:00Z' where id = ${far}`);
  expect(await sitemapIndex(t.ctx())).toContain('sitemap-items.xml?kind=scheme&amp;month=2026-01&amp;page=2<');
  expect(await text(2, 'scheme', '2026-01')).toContain(`/programme/detail?id=${far}<`);
  for (const none of ['2025-12', '2026-13', '2026-1', 'x']) expect(await text(2, 'scheme', none), none).toBeNull();
  const fixed = sitemapOfPages(t.ctx());
  for (const path of ['/', '/programme', '/ppt']) expect(fixed).toContain(`<loc>https://cemao.example.com${path}</loc>`);
});
