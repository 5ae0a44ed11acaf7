import { forgetNoticeWays, noticeJobs, noticeSettingRows, noticesOf, unreadCount } from '../../modules/notices/index.ts';
import { paged } from '../../modules/privacy/index.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';
import type { Manifest } from '../manifest.ts';
import { givenUpList } from './given-up-list.ts';
import { noticeEndpoints } from './routes.ts';

const noticeToday: TodaySource = async (ctx, user_id) => {
  const num = await unreadCount(ctx, user_id);
  return todayCard('know', { key: 'message', title: '未读消息', text: '订阅上新、订单与账号通知', num, href: '/personalCenter/myMessage' });
};

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
