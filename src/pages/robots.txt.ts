import type { APIRoute } from 'astro';
import { currentApp } from '#server/boot.ts';

const PRIVATE = ['/gateway', '/personalCenter', '/admin', '/sandbox'];

export const GET: APIRoute = ({ cache }) => {
  cache.set({ maxAge: 3_600, swr: 86_400 });
  const lines = [
    'User-agent: *',
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${currentApp().config.site_url}/sitemap.xml`,
    '',
  ];
  return new Response(lines.join('\n'), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
};
