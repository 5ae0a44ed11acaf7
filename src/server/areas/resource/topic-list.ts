import { TOPIC_MENU_TITLES, topicMenuOf } from '#contract/topic.ts';
import { showTopic, type TopicLine, topicSource } from '../../modules/catalog/index.ts';
import { actsOf, BY_DAY, BY_TIME, choiceFilter, type StaffList, stateFilter } from '../../modules/console/index.ts';

const act = actsOf('topic.edit');

/** Topics of the console; a row leads to its form. */
export const topicList: StaffList = {
  key: 'topics',
  add: { title: '新建专题', route: '/admin/topic' },
  title: '专题',
  verb: 'topic.edit',
  source: topicSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'title', title: '标题' },
    { key: 'menu', title: '位置' },
    { key: 'item_num', title: '内容', kind: 'number' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'updated_at', title: '修改时间', kind: 'time' },
  ],
  filters: [stateFilter({ shown: '公开', hidden: '已下架' }), choiceFilter('menu', '位置', TOPIC_MENU_TITLES), ...BY_DAY],
  orders: BY_TIME,
  search: '编号或标题开头',
  actions: [
    act('show', '公开', '专题出现在专题列表、详情页与站点地图中。', (tx, id, reason) => showTopic(tx, Number(id), true, reason)),
    act('hide', '下架', '专题页不再可见，其中的内容不受影响。', (tx, id, reason) => showTopic(tx, Number(id), false, reason)),
  ],
  show: (_ctx, rows) =>
    Promise.resolve(
      (rows as readonly TopicLine[]).map(({ id, title, kind, shown, item_num, updated_at }) => ({
        id: String(id),
        href: `/admin/topic?id=${id}`,
        cells: {
          id,
          title,
          menu: TOPIC_MENU_TITLES[topicMenuOf(kind) ?? ''] ?? '',
          item_num,
          state: shown ? '公开' : '已下架',
          updated_at,
        },
      })),
    ),
};
