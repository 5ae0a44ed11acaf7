import rss from '@astrojs/rss';
import type { APIRoute } from 'astro';
import { pageCtx } from '#server/boot.ts';
import { tagsOf } from '#server/http/cache-tags.ts';
import { feedOf } from '#server/views/feed.ts';

export const GET: APIRoute = async ({ cache, url }) => {
  const number = (name: string) => Number(url.searchParams.get(name) ?? 0);
  const feed = await feedOf(pageCtx(), { kind: url.searchParams.get('kind'), tag: number('tag'), uid: number('uid') });
  if (!feed) return new Response('没有这个订阅\n', { status: 404, headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
  const { shown, ...content } = feed;
  const tags = 'list' in shown ? tagsOf.list(shown.kind, shown.list) : tagsOf.publisher(shown.publisher);
  cache.set({ maxAge: 600, swr: 3_600, tags });
  return rss({ ...content, trailingSlash: false, customData: '<language>zh-CN</language>' });
};
