import type { APIRoute } from 'astro';
import script from '../features/door/door-worker.js?raw';

/** What it fetches is ours; files beside the pages may fetch nothing. */
const POLICY = "default-src 'none'; connect-src 'self'";

/** The worker of the door, at the root of the site: its scope may then be the door's page. */
export const GET: APIRoute = () =>
  new Response(script, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache', 'Content-Security-Policy': POLICY },
  });
