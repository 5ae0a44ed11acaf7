import type { AreaPages } from './area.ts';

const GROUP = '搜索';

export const search: AreaPages = {
  name: 'search',
  screens: [
    { key: 'wishes', title: '读者登记的需求', route: '/admin/wishes', verb: 'wish.answer', group: '用户', order: 42 },
    { key: 'searches', title: '搜索词', route: '/admin/searches', verb: 'search.see', group: GROUP, order: 70 },
    { key: 'searchDesk', title: '搜索结果', route: '/admin/searchDesk', verb: 'search.see', group: GROUP, order: 71 },
    { key: 'searchWords', title: '搜索用词', route: '/admin/searchWords', verb: 'search.see', group: GROUP, order: 72 },
    { key: 'searchPins', title: '置顶作品', route: '/admin/searchPins', verb: 'search.see', group: GROUP, order: 73 },
    { key: 'searchJudged', title: '搜索考题', route: '/admin/searchJudged', verb: 'search.see', group: GROUP, order: 74 },
  ],
};
