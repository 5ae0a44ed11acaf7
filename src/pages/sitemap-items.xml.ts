import type { APIRoute } from 'astro';
import { pageCtx } from '#server/boot.ts';
import { sitemapOfItems } from '#server/views/sitemap.ts';

export const GET: APIRoute = async ({ cache, url }) => {
  const asked = (name: string) => url.searchParams.get(name) ?? '';
  const body = await sitemapOfItems(pageCtx(), asked('kind'), Number(asked('page') || '1'), asked('month'));
  cache.set({ maxAge: 3_600, swr: 86_400 });
  if (body === null) return new Response('没有这一页\n', { status: 404, headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
  return new Response(body, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
};
