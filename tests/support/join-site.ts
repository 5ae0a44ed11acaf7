import type { Browser } from 'playwright';
import { inject } from 'vitest';
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
  /** Call in afterAll. The site stays. */
  leave(): Promise<void>;
}

/** Joins the site that all browser tests share, with `own_schemes` works of this file's own. Call in beforeAll. */
export async function joinSite(own_schemes = 0): Promise<JoinedSite> {
  const site = inject('shared_site');
  const beside = await besideSite(site);
  const world = own_schemes > 0 ? await growWorld(beside.booted.app, own_schemes) : site.world;
  const browser = await joinBrowser();
  return {
    site,
    beside,
    browser,
    world,
    async leave() {
      await leaveBrowser();
      await beside.stop();
    },
  };
}
