import { LABEL_TYPES } from '../demand.ts';
import { KINDS } from '../kinds.ts';
import type { AreaPages, ParamKind } from './area.ts';

const { list, add, detail } = KINDS.demand.paths;

/** What a list of demands reads beside its label. */
const LIST: Readonly<Record<string, ParamKind>> = {
  keyword: 'text',
  ...Object.fromEntries(
    KINDS.demand.facets.filter(({ key }) => key !== 'category').map(({ param }): [string, ParamKind] => [param, 'number']),
  ),
  sort: 'word',
  page: 'number',
};
const TYPE_PATHS = Object.values(LABEL_TYPES).map(({ path }) => path);

/** Demands and tenders. */
export const demand: AreaPages = {
  name: 'demand',
  sections: [{ key: 'demand', title: '需求', route: list, order: 85, publish: { title: '发布需求', route: add } }],
  center: [
    {
      key: 'myDemand',
      group: 'work',
      title: '我的需求',
      route: '/personalCenter/myDemand',
      about: '草稿、审核与进行中的需求，延长、关闭或重新开放。',
      order: 22,
    },
  ],
  pages: [
    { path: list, params: { labelId: 'number', cid2: 'number', ...LIST }, in_sitemap: true },
    ...TYPE_PATHS.map((path) => ({ path, params: LIST, in_sitemap: true })),
    ...[detail, ...TYPE_PATHS.map((path) => `${path}/details`)].map((path) => ({ path, params: { id: 'number' as const } })),
  ],
  screens: [
    { key: 'demands', title: '需求', route: '/admin/demands', verb: 'demand.see', group: '内容', order: 52 },
    { key: 'demandLabels', title: '需求类型', route: '/admin/demandLabels', verb: 'demand.edit', group: '内容', order: 53 },
  ],
};
