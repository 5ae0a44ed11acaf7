import { forgetNoticeWays, noticeJobs, noticeSettingRows, noticesOf } from '../../modules/notices/index.ts';
import { paged } from '../../modules/privacy/index.ts';
import type { Manifest } from '../manifest.ts';
import { givenUpList } from './given-up-list.ts';
import { noticeEndpoints } from './routes.ts';
import { noticeToday } from './today.ts';

/** What the site tells its users. */
export const noticeArea: Manifest = {
  name: 'notice',
  endpoints: noticeEndpoints,
  jobs: noticeJobs,
  today: noticeToday,
  staff_lists: [givenUpList],
  personal: {
    files: {
      通知设置: noticeSettingRows,
      消息: paged(async (ctx, _user_id, at) => (await noticesOf(ctx, { only_unread: false, ...at })).list),
    },
    forget: [forgetNoticeWays],
  },
};
