import type { Context } from 'hono';

/** An envelope whose `msg` is the specification's success message. */
export function said(c: Context, msg: string, data: unknown = null): Response {
  c.header('cache-control', 'no-store');
  return c.json({ code: 0, msg, data });
}
