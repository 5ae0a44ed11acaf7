export { correctKeyword } from './correct-keyword.ts';
export { countHits, findItems } from './find-items.ts';
export { indexItem } from './index-item.ts';
export { searchJobs } from './jobs.ts';
export { forgetSearches, hotSearches, recentSearches, rememberSearch } from './recent-searches.ts';
export { TIER_SQL } from './repo.ts';
export { termsOf } from './rules.ts';
export { hotWordsSetting } from './settings.ts';
export { suggestWords } from './suggest-words.ts';
