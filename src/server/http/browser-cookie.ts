import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { App } from '../app/ctx.ts';
import { randomToken } from '../kernel/ids.ts';

/** Distinguishes browsers for logins, and nothing else. Script cannot read it, and pages never get it. */
export const BROWSER_COOKIE = 'cemao_browser';
/** Browsers keep none longer. */
const LIFE_S = 400 * 86_400;
const OURS = /^[\w-]{43}$/;

/** What this browser is known by; '' before it ever signed in. */
export function browserOf(c: Context): string {
  const value = getCookie(c, BROWSER_COOKIE) ?? '';
  return OURS.test(value) ? value : '';
}

/** The same, made and sent along with the answer when there is none. */
export function ensureBrowser(app: App, c: Context): string {
  const known = browserOf(c);
  const value = known || randomToken(32);
  if (known === '') {
    const secure = app.config.site_url.startsWith('https://');
    setCookie(c, BROWSER_COOKIE, value, { httpOnly: true, sameSite: 'Lax', path: '/gateway', maxAge: LIFE_S, secure });
  }
  return value;
}
