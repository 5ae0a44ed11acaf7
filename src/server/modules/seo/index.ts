export { pushNow, pushSoon, seoJobs } from './jobs.ts';
export {
  countSpiders,
  deadLinks,
  engineFigures,
  itemChanged,
  pushUrls,
  type SpiderVisits,
  verificationFiles,
  verificationText,
} from './push-urls.ts';
export { spiderOf } from './rules.ts';
