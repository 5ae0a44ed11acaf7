import { REQUEST_PATHS } from '../request.ts';
import type { AreaPages } from './area.ts';

/** The receive-order hall and the workbench. */
export const request: AreaPages = {
  name: 'request',
  sections: [
    { key: 'receiveOrder', title: '接单', route: REQUEST_PATHS.hall, order: 60, publish: { title: '发布求单', route: REQUEST_PATHS.add } },
  ],
  center: [
    {
      key: 'myWorkbench',
      group: 'work',
      title: '我的工作台',
      route: '/personalCenter/myWorkbench',
      about: '需求、报价、求单、招聘与自己的日程，等您处理的排在最前。',
      order: 2,
    },
    {
      key: 'myReceive',
      group: 'work',
      title: '我的求单与接单',
      route: REQUEST_PATHS.mine,
      about: '发布的求单、接的单，以及它们的进展。',
      order: 32,
    },
  ],
  pages: [
    {
      path: REQUEST_PATHS.hall,
      params: {
        keyword: 'text',
        field: 'word',
        province: 'number',
        city: 'number',
        budget: 'word',
        sort: 'word',
        after: 'text',
        before: 'text',
      },
      in_sitemap: true,
    },
    { path: REQUEST_PATHS.detail, params: { id: 'number' } },
  ],
  screens: [{ key: 'requests', title: '求单', route: '/admin/requests', verb: 'request.judge', group: '内容', order: 58 }],
};
