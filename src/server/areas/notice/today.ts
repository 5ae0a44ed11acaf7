import { unreadCount } from '../../modules/notices/index.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';

export const noticeToday: TodaySource = async (ctx, user_id) => {
  const num = await unreadCount(ctx, user_id);
  return todayCard('know', { key: 'message', title: '未读消息', text: '订阅上新、订单与账号通知', num, href: '/personalCenter/myMessage' });
};
