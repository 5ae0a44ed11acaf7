import { KINDS } from '../kinds.ts';
import { paths } from '../paths.ts';
import type { AreaPages } from './area.ts';

const { list, add } = KINDS.resource.paths;

export const resource: AreaPages = {
  name: 'resource',
  sections: [{ key: 'resources', title: '资源', route: list, order: 20, publish: { title: '发布资源', route: add } }],
  screens: [{ key: 'topics', title: '专题', route: '/admin/topics', verb: 'topic.edit', group: '内容', order: 50 }],
  pages: [
    { path: '/sitemap-topics.xml' },
    { path: paths.topics.one, params: { id: 'number', page: 'number' } },
    { path: paths.topics.all, params: { of: 'number', page: 'number' }, in_sitemap: true },
    // an older spelling that leads to the page
    { path: '/resources/resourceDetails', params: { id: 'number' } },
  ],
};
