import { chatPath } from '#contract/chat.ts';
import { unreadChats } from '../../modules/chat/index.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';

export const chatToday: TodaySource = async (ctx, user_id) => {
  const num = await unreadChats(ctx, user_id);
  return todayCard('answer', { key: 'chat', title: '未读的会话消息', text: '对方在等您回复', num, href: chatPath() });
};
