import type { Browser } from 'playwright';
import { afterAll, beforeAll, inject } from 'vitest';
import { type BesideSite, besideSite } from './beside-site.ts';
import { joinBrowser, leaveBrowser } from './browser.ts';
import type { SharedSite } from './shared-site.ts';
import { growWorld, type SiteWorld } from './site-world.ts';

export interface JoinedSite {
  site: SharedSite;
  beside: BesideSite;
  /** Of this test file alone. */
  browser: Browser;
  /** Works that this file may change when it asked for some, else those that all files look at. */
  world: SiteWorld;
}

/** What all browser tests share, with `own_schemes` works of this file's own: there from its first `beforeAll` on. Call once, above all hooks. */
export function joinedSite(own_schemes = 0): JoinedSite {
  const site = inject('shared_site');
  const joined: Partial<JoinedSite> = {};
  beforeAll(async () => {
    const beside = await besideSite(site);
    joined.beside = beside;
    joined.world = own_schemes > 0 ? await growWorld(beside.booted.app, own_schemes) : site.world;
    joined.browser = await joinBrowser();
  });
  afterAll(async () => {
    await leaveBrowser();
    await joined.beside?.stop();
  });
  const later = <K extends keyof JoinedSite>(name: K) => onceThere(() => joined[name] as JoinedSite[K]);
  return { site, beside: later('beside'), browser: later('browser'), world: later('world') };
}

/** Reads as what `get` answers when it is read, so that a file can name it before its hooks have run. */
function onceThere<T extends object>(get: () => T): T {
  return new Proxy({} as T, {
    get(_target, name) {
      const value: unknown = Reflect.get(get(), name);
      return typeof value === 'function' ? value.bind(get()) : value;
    },
  });
}
