export { engineFigures } from './engine-figures.ts';
export { deadLinks, itemChanged } from './item-changed.ts';
export { pushNow, pushSoon, seoJobs } from './jobs.ts';
export { pushUrls } from './push-urls.ts';
export { spiderOf } from './rules.ts';
export { verificationFiles, verificationText } from './settings.ts';
export { countSpiders, type SpiderVisits } from './spiders.ts';
