import { KINDS } from '#contract/kinds.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { lastItemId, publishedBetween } from '../modules/catalog/index.ts';

/** Ids a sitemap covers. The protocol allows 50,000 addresses; ids have gaps, so a file holds this many at most. */
export const IDS_A_SITEMAP = 10_000;

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Pages that are there without any content. */
const FIXED_PAGES = ['/', '/programme', '/about/helpCenter', '/about/privacy', '/about/registerAgreement'];

/** The index: one file of fixed pages, one for each block of scheme ids. */
export async function sitemapIndex(ctx: Ctx): Promise<string> {
  const { site_url } = ctx.app.config;
  const files = Math.ceil((await lastItemId(ctx, KINDS.scheme)) / IDS_A_SITEMAP);
  const names = ['/sitemap-pages.xml', ...Array.from({ length: files }, (_, at) => `/sitemap-schemes.xml?page=${at + 1}`)];
  return `${HEAD}<sitemapindex ${NAMESPACE}>\n${names.map((name) => `<sitemap><loc>${site_url}${name}</loc></sitemap>\n`).join('')}</sitemapindex>\n`;
}

export function sitemapOfPages(ctx: Ctx): string {
  const { site_url } = ctx.app.config;
  return `${HEAD}<urlset ${NAMESPACE}>\n${FIXED_PAGES.map((path) => `<url><loc>${site_url}${path}</loc></url>\n`).join('')}</urlset>\n`;
}

/** One block of published schemes, as a stream; null when no scheme reaches that far. */
export async function sitemapOfSchemes(ctx: Ctx, page: number): Promise<ReadableStream<Uint8Array> | null> {
  const after = (page - 1) * IDS_A_SITEMAP;
  if (!Number.isSafeInteger(page) || page < 1 || after >= (await lastItemId(ctx, KINDS.scheme))) return null;
  const lines = schemeLines(ctx, after);
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
}

async function* schemeLines(ctx: Ctx, after: number): AsyncGenerator<string> {
  const { site_url } = ctx.app.config;
  yield `${HEAD}<urlset ${NAMESPACE}>\n`;
  for await (const rows of publishedBetween(ctx, KINDS.scheme, after, after + IDS_A_SITEMAP)) {
    yield rows
      .map(
        ({ id, updated_at }) =>
          `<url><loc>${site_url}/programme/detail?id=${id}</loc><lastmod>${new Date(updated_at * 1000).toISOString()}</lastmod></url>\n`,
      )
      .join('');
  }
  yield '</urlset>\n';
}
