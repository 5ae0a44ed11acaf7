import type { KindDescription } from './kind.ts';

/** A planning scheme: a PDF or PPTX whose pages are previewed and whose file is sold. */
export const schemeKind: KindDescription = {
  kind: 1,
  name: 'scheme',
  label: '方案',
  detail_path: '/programme/detail',
  list_path: '/programme',
  formats: ['pdf', 'pptx'],
  facets: ['category', 'industry', 'activity', 'tag'],
  sold_as: 'file',
};
