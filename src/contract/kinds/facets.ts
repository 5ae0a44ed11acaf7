import type { TermFacet } from '../kind-facts.ts';

/** Facets that several kinds have. */
export const CATEGORY: TermFacet = { key: 'category', param: 'cid', label: '分类', choice: true };
export const TAG: TermFacet = { key: 'tag', param: 'tag', label: '标签', choice: false };
export const INDUSTRY: TermFacet = { key: 'industry', param: 'industry', label: '行业', choice: true };
export const SERVICE: TermFacet = { ...CATEGORY, label: '服务类型' };
export const ACTIVITY: TermFacet = { key: 'activity', param: 'activity', label: '活动类型', choice: true };
