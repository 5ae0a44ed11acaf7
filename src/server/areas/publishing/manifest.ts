import { ITEM_STATUS_TEXT, type ItemStatus, PUBLISH_TABS, type PublishTab } from '#contract/publish.ts';
import { allKinds, countItemsOf, itemsOf, kindOf, seriesRows } from '../../modules/catalog/index.ts';
import { blocked, paged } from '../../modules/privacy/index.ts';
import {
  draftRows,
  fileRows,
  publishingJobs,
  syncPublicCopies,
  versionPictures,
  workReview,
  workReviewMode,
} from '../../modules/publishing/index.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';
import type { Manifest } from '../manifest.ts';
import { manyWorksEndpoints, publishingEndpoints, uploadEndpoints } from './routes.ts';

const ITEM_STATUSES = Object.keys(ITEM_STATUS_TEXT) as ItemStatus[];

const page = (tab: PublishTab) => `/personalCenter/myPublish?tab=${tab}`;

/** Own works that came back, that are on their way, and that were begun; what ends has its own pages. */
const publishingToday: TodaySource = async (ctx, user_id) => {
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

export const publishingArea: Manifest = {
  name: 'publishing',
  endpoints: [...uploadEndpoints, ...publishingEndpoints, ...manyWorksEndpoints],
  jobs: publishingJobs,
  settings: [workReviewMode],
  reviewables: [workReview],
  file_uses: [versionPictures],
  today: publishingToday,
  // makes up for a process that died between commit and copying
  on: (_app, ctx) => ({ 'item.changed': [({ item_id }) => syncPublicCopies(ctx, item_id)] }),
  personal: {
    files: {
      作品系列: seriesRows,
      作品草稿: draftRows,
      上传的文件: fileRows,
      我的作品: paged(async (ctx, publisher_id, { page, limit }) => {
        const rows = await itemsOf(ctx, { publisher_id, statuses: ITEM_STATUSES, offset: (page - 1) * limit, limit });
        return rows.map(({ id, kind, title, status }) => ({ id, kind: kindOf(kind).noun, title, status }));
      }),
    },
    blockers: async (ctx, user_id) => {
      const works = await countItemsOf(
        ctx,
        user_id,
        allKinds().filter(({ ends }) => !ends),
      );
      const shown = (['published', 'reviewing', 'scheduled'] as const).reduce((sum, status) => sum + (works.get(status) ?? 0), 0);
      return blocked(shown, (n) => `有 ${n} 个作品在架、审核中或等待发布，请先下架或撤回`, '/personalCenter/myPublish');
    },
  },
};
