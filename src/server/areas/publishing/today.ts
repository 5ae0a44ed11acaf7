import { PUBLISH_TABS, type PublishTab } from '#contract/publish.ts';
import { allKinds, countItemsOf } from '../../modules/catalog/index.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';

const page = (tab: PublishTab) => `/personalCenter/myPublish?tab=${tab}`;

/** Own works that came back, that are on their way, and that were begun; what ends has its own pages. */
export const publishingToday: TodaySource = async (ctx, user_id) => {
  const kinds = allKinds().filter(({ ends }) => !ends);
  const works = await countItemsOf(ctx, user_id, kinds);
  const num = (tab: PublishTab) => PUBLISH_TABS[tab].statuses.reduce((sum, status) => sum + (works.get(status) ?? 0), 0);
  return [
    ...todayCard('answer', {
      ...{ key: 'rejected', title: '未通过审核的作品', text: '按意见修改后可以再次提交', num: num('rejected'), href: page('rejected') },
    }),
    ...todayCard('know', { key: 'draft', title: '没有写完的草稿', text: '接着上次的内容继续', num: num('draft'), href: page('draft') }),
    ...todayCard('know', {
      key: 'waiting',
      title: '等待发布的作品',
      text: '审核通过后自动上架',
      num: num('waiting'),
      href: page('waiting'),
    }),
  ];
};
