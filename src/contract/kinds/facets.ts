import type { TermFacet } from '../kind-facts.ts';

/** Facets that several kinds have. */
export const CATEGORY = { key: 'category', param: 'cid', label: '分类', choice: true } as const satisfies TermFacet;
export const TAG = { key: 'tag', param: 'tag', label: '标签', choice: false } as const satisfies TermFacet;
export const INDUSTRY = { key: 'industry', param: 'industry', label: '行业', choice: true } as const satisfies TermFacet;
export const SERVICE = { ...CATEGORY, label: '服务类型' } as const satisfies TermFacet;
export const ACTIVITY = { key: 'activity', param: 'activity', label: '活动类型', choice: true } as const satisfies TermFacet;
