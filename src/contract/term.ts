/** Categories and other choices of a kind, as staff keep them. Tags are their publishers' and labels of demands have a screen of their own. */
import { JOB_EMPLOYMENT, JOB_REMOTE } from './job.ts';
import { KINDS, type KindFacts } from './kinds.ts';

export type { TermForm } from './outputs/catalog.ts';

export const TERM_NAME_MAX = 20;
export const TERM_SORT_MAX = 9_999;
export const TERM_CALL = '/admin/term';

export interface TermPlace {
  place: string;
  kind: KindFacts;
  facet: string;
  /** 方案 · 行业 */
  title: string;
}

/** Facets whose terms staff keep. */
export const TERM_PLACES: readonly TermPlace[] = Object.values<KindFacts>(KINDS).flatMap((kind) =>
  kind.facets
    .filter(({ key, choice }) => choice && !(kind.key === KINDS.demand.key && key === 'category'))
    .map(({ key, label }) => ({ place: `${kind.key}.${key}`, kind, facet: key, title: `${kind.noun} · ${label}` })),
);

/** Names that the site reads a meaning from, by place: neither renamed nor taken away. */
export const FIXED_TERMS: Readonly<Record<string, readonly string[]>> = {
  'job.area': [JOB_REMOTE],
  'job.work': Object.keys(JOB_EMPLOYMENT),
};
