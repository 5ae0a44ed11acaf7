import type { APIRoute } from 'astro';
import { pageCtx } from '#server/boot.ts';
import { deadLinks } from '#server/modules/seo/index.ts';

/** Addresses of works that were taken down, one a line: search engines are notified where this file lies. */
export const GET: APIRoute = async ({ cache }) => {
  cache.set({ maxAge: 600, swr: 3_600 });
  const urls = await deadLinks(pageCtx());
  return new Response(urls.map((url) => `${url}\n`).join(''), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
};
