export { pushNow, pushSoon, seoJobs } from './jobs.ts';
export { deadLinks, engineFigures, itemChanged, pushUrls } from './push-urls.ts';
export { spiderOf } from './rules.ts';
export { verificationFiles, verificationText } from './settings.ts';
export { countSpiders, type SpiderVisits } from './spiders.ts';
