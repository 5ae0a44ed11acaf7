import type { APIRoute } from 'astro';
import { pageCtx } from '#server/boot.ts';
import { sitemapOfSeries } from '#server/views/sitemap.ts';

export const GET: APIRoute = async ({ cache }) => {
  cache.set({ maxAge: 3_600, swr: 86_400 });
  return new Response(await sitemapOfSeries(pageCtx()), { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
};
