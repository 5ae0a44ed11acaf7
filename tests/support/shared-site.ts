import type { TestProject } from 'vitest/node';
import { setSetting } from '#server/modules/settings/index.ts';
import { type BesideSite, besideSite } from './beside-site.ts';
import { type BusyPeople, fillPeople } from './busy-people.ts';
import { type MadeItem, makeItem } from './item-world.ts';
import { type SitePlace, startSite } from './site.ts';
import { fillSite, type SiteWorld } from './site-world.ts';

/** One more than a page of the list holds. */
const SCHEMES = 25;

/** The site that browser tests share, and what is on it for all to look at and for nobody to change. */
export interface SharedSite extends SitePlace {
  world: SiteWorld;
  people: BusyPeople;
  /** Free, with a file: a second download within ten minutes asks for a code. */
  guarded: Pick<MadeItem, 'id'>;
}

declare module 'vitest' {
  interface ProvidedContext {
    shared_site: SharedSite;
  }
}

/**
 * One site a run. A test that changes works makes its own (`growWorld`), one that changes settings starts a site of its own. Works are
 * not held for review here; a second download asks for a code.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const site = await startSite();
  let beside: BesideSite | undefined;
  try {
    const world = await fillSite(site, SCHEMES);
    beside = await besideSite(site);
    const people = await fillPeople(beside, world);
    await setSetting(beside.ctx(), 'work_review', 'auto');
    await setSetting(beside.ctx(), 'captcha_after_downloads', 1);
    const { id } = await makeItem({ app: beside.booted.app, ctx: beside.ctx }, { publisher_id: world.publisher_id, price_fen: 0 });
    project.provide('shared_site', { url: site.url, data_dir: site.data_dir, world, people, guarded: { id } });
  } catch (error) {
    await beside?.stop();
    await site.stop();
    throw error;
  }
  await beside.stop();
  return () => site.stop();
}
