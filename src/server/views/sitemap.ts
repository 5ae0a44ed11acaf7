import { cachedPages } from '#contract/areas/index.ts';
import { detailPath, KINDS, type KindFacts } from '#contract/kinds.ts';
import { paths } from '#contract/paths.ts';
import type { Ctx } from '../app/ctx.ts';
import { allKinds, collectionIds, itemBlocks, type PublishedPart, publishedBetween, seriesIds } from '../modules/catalog/index.ts';
import { shopEntries } from '../modules/shops/index.ts';

/** Ids a sitemap covers. The protocol allows 50,000 addresses; ids have gaps, so a file holds this many at most. */
export const IDS_A_SITEMAP = 10_000;

/** The protocol's bound. */
const SHOPS_A_SITEMAP = 50_000;
const TOPICS_A_SITEMAP = 50_000;
const SERIES_A_SITEMAP = 50_000;

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** The index: one file of fixed pages, one for each kind and month, cut by blocks of ids. */
export async function sitemapIndex(ctx: Ctx): Promise<string> {
  const { site_url } = ctx.app.config;
  const names = ['/sitemap-pages.xml'];
  for (const kind of allKinds()) {
    const blocks = await itemBlocks(ctx, kind, IDS_A_SITEMAP);
    names.push(...blocks.map(({ month, block }) => `/sitemap-items.xml?kind=${kind.key}&amp;month=${month}&amp;page=${block + 1}`));
  }
  if ((await topicIds(ctx, 1)).length > 0) names.push('/sitemap-topics.xml');
  if ((await seriesIds(ctx, 1)).length > 0) names.push('/sitemap-series.xml');
  if ((await shopEntries(ctx, 1)).length > 0) names.push('/sitemap-shops.xml');
  return `${HEAD}<sitemapindex ${NAMESPACE}>\n${names.map((name) => `<sitemap><loc>${site_url}${name}</loc></sitemap>\n`).join('')}</sitemapindex>\n`;
}

export function sitemapOfPages(ctx: Ctx): string {
  const { site_url } = ctx.app.config;
  const fixed = cachedPages.filter(({ in_sitemap }) => in_sitemap).map(({ path }) => path);
  const paths = new Set(['/', ...allKinds().map((kind) => kind.paths.list), ...fixed]);
  return `${HEAD}<urlset ${NAMESPACE}>\n${[...paths].map((path) => `<url><loc>${site_url}${path}</loc></url>\n`).join('')}</urlset>\n`;
}

/** Pages of shops: as many as one file may name. */
export async function sitemapOfShops(ctx: Ctx): Promise<string> {
  const { site_url } = ctx.app.config;
  const lines = (await shopEntries(ctx, SHOPS_A_SITEMAP)).map(
    ({ id, updated_at }) => `<url><loc>${site_url}${paths.shop(id)}</loc><lastmod>${updated_at.toISOString()}</lastmod></url>\n`,
  );
  return `${HEAD}<urlset ${NAMESPACE}>\n${lines.join('')}</urlset>\n`;
}

const topicIds = (ctx: Ctx, limit: number) => collectionIds(ctx, KINDS.resource, limit);

/** Pages of topics, the newest first: as many as one file may name. */
export async function sitemapOfTopics(ctx: Ctx): Promise<string> {
  const { site_url } = ctx.app.config;
  const ids = await topicIds(ctx, TOPICS_A_SITEMAP);
  const lines = ids.map((id) => `<url><loc>${site_url}${paths.collection({ id, kind: KINDS.resource.key })}</loc></url>\n`);
  return `${HEAD}<urlset ${NAMESPACE}>\n${lines.join('')}</urlset>\n`;
}

/** Pages of series, the newest first: as many as one file may name. */
export async function sitemapOfSeries(ctx: Ctx): Promise<string> {
  const { site_url } = ctx.app.config;
  const lines = (await seriesIds(ctx, SERIES_A_SITEMAP)).map((id) => `<url><loc>${site_url}${paths.series(id)}</loc></url>\n`);
  return `${HEAD}<urlset ${NAMESPACE}>\n${lines.join('')}</urlset>\n`;
}

/**
 * One block of published items of the kind with this key that appeared in a Shanghai month (YYYY-MM; '': whenever), as a stream; null when
 * there is no such kind or month, or nothing in the block.
 */
export async function sitemapOfItems(ctx: Ctx, key: string, page: number, month = ''): Promise<ReadableStream<Uint8Array> | null> {
  const kind = allKinds().find((one) => one.key === key);
  const after = (page - 1) * IDS_A_SITEMAP;
  const time = month === '' ? null : monthBounds(month);
  if (!kind || !Number.isSafeInteger(after) || page < 1 || time === undefined) return null;
  const lines = itemLines(ctx, kind, { after, to: after + IDS_A_SITEMAP, time });
  const first = await lines.next();
  if (first.done) return null;
  const parts = documentOf(first.value, lines);
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
}

/** Between which instants a Shanghai month lies; undefined: it is none. */
function monthBounds(month: string): { from: Date; to: Date } | undefined {
  const [, year = '', of_year = ''] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month) ?? [];
  if (year === '') return undefined;
  const start = (later: number) => new Date(Date.UTC(Number(year), Number(of_year) - 1 + later, 1) - SHANGHAI_MS);
  return { from: start(0), to: start(1) };
}
const SHANGHAI_MS = 8 * 3_600_000;

async function* documentOf(first: string, others: AsyncGenerator<string>): AsyncGenerator<string> {
  yield `${HEAD}<urlset ${NAMESPACE}>\n${first}`;
  yield* others;
  yield '</urlset>\n';
}

async function* itemLines(ctx: Ctx, kind: KindFacts, part: PublishedPart): AsyncGenerator<string> {
  const { site_url } = ctx.app.config;
  for await (const rows of publishedBetween(ctx, kind, part)) {
    yield rows
      .map(
        ({ id, updated_at }) =>
          `<url><loc>${site_url}${detailPath(kind, id)}</loc><lastmod>${new Date(updated_at * 1000).toISOString()}</lastmod></url>\n`,
      )
      .join('');
  }
}
