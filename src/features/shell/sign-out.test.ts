import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { $session } from '#client/session.ts';
import { STORAGE_KEYS } from '#client/storage.ts';
import { cachedPages, centerGroups, consoleScreens } from '#contract/areas/index.ts';
import type { UserInfo } from '#contract/identity.ts';
import { KINDS } from '#contract/kinds.ts';
import { POPUP_COOKIES } from '#contract/popups.ts';
import { kindPages } from '../../pages/_kind/kind-pages.ts';
import { leave } from './sign-out.ts';

const files = readdirSync(new URL('../../pages', import.meta.url), { recursive: true, encoding: 'utf8' });
/** Every page, as a path; `[code]` stands for itself. */
const pages = [
  ...files
    .filter((file) => file.endsWith('.astro') && !/^(404|500|\[\.\.\.|_kind)/.test(file))
    .map((file) => `/${file.replaceAll('\\', '/').replace(/(^|\/)?(index)?\.astro$/, '')}`),
  ...kindPages(files).map(({ address }) => address),
];

const protectedPages = [
  ...centerGroups.flatMap(({ entries }) => entries.map(({ route }) => route)),
  ...consoleScreens.map(({ route }) => route),
  ...pages.filter((page) => /^\/(personalCenter|admin|integral|history|vip\/payVip)(\/|$)|^\/[^/]+\/(add|edit)$/.test(page)),
];
const openPages = [
  ...Object.values(KINDS).flatMap(({ paths }) => [paths.list, paths.detail]),
  ...cachedPages.map(({ path }) => path).filter((path) => !path.includes('.') && !path.startsWith('/integral')),
  ...pages.filter((page) => /\/details?$|^\/(personalLecturer|enterpriseCenter|pay|ad)(\/|$)/.test(page)),
];

/** Cookies as `document.cookie` gives and takes them. */
function cookieJar(names: string[]) {
  const kept = new Map(names.map((name) => [name, '1']));
  return {
    get cookie() {
      return [...kept].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(line: string) {
      const [name = ''] = line.split('=');
      if (/expires=Thu, 01 Jan 1970/.test(line)) kept.delete(name);
    },
  };
}

function openBrowserOn(pathname: string) {
  const stored = new Map<string, string>([...Object.values(STORAGE_KEYS).map((key) => [key, 'x'] as const), ['recentsearch', '["年会"]']]);
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  };
  const location = { pathname, search: '', origin: 'http://127.0.0.1', assign: vi.fn(), reload: vi.fn() };
  const document = cookieJar([POPUP_COOKIES.full, 'of_others']);
  // the server cannot be reached: the reader is signed out of this browser all the same
  const fetch = vi.fn(() => Promise.reject(new TypeError('no connection')));
  const addEventListener = (_: string, listener: () => void) => on_arrival.add(listener);
  for (const [name, value] of Object.entries({ localStorage, location, document, fetch, addEventListener })) vi.stubGlobal(name, value);
  $session.set({ token: 'T', user: { id: 1, nickname: '林一舟' } as UserInfo });
  return { stored, location, document };
}

/** Who waits for the browser to arrive on the next page. */
const on_arrival = new Set<() => void>();

afterEach(() => {
  for (const arrived of on_arrival) arrived();
  $session.set(null);
  vi.unstubAllGlobals();
});

describe('C-005, C-101, S-407, SH-12 logging out', () => {
  it.each([...new Set(protectedPages)])('leads home from %s', async (path) => {
    const { location } = openBrowserOn(path);
    await leave();
    expect(location.assign.mock.calls).toEqual([['/']]);
    expect(location.reload).not.toHaveBeenCalled();
  });

  it.each([...new Set(openPages)])('F-44 shows %s anew', async (path) => {
    const { location } = openBrowserOn(path);
    await leave();
    expect(location.reload).toHaveBeenCalledTimes(1);
    expect(location.assign).not.toHaveBeenCalled();
  });

  it('F-43 forgets who was there and what came up for them, and nothing else', async () => {
    const { stored, document } = openBrowserOn('/programme/detail');
    await leave();
    expect($session.get()).toBe(null);
    expect([...stored.keys()]).toEqual(['recentsearch']);
    expect(document.cookie).toBe('of_others=1');
  });

  it('knows pages of all sorts', () => {
    expect(protectedPages).toEqual(
      expect.arrayContaining(['/personalCenter', '/admin', '/programme/add', '/ppt/edit', '/personalCenter/order']),
    );
    expect(openPages).toEqual(expect.arrayContaining(['/', '/ppt/detail', '/resources/details', '/enterpriseCenter/case']));
  });
});
