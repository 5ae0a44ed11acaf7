import type { APIRoute } from 'astro';

/** Stands where the framework would make pictures on request: nothing of ours asks it to, so no other caller may. */
export const ALL: APIRoute = () => new Response('页面不存在\n', { status: 404 });
