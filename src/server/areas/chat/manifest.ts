import { chatPath } from '#contract/chat.ts';
import {
  chatBlockRows,
  chatJobs,
  chatReview,
  firstMessagesDaily,
  forgetTalks,
  messagesBy,
  tellUnreadAfter,
  unreadChats,
} from '../../modules/chat/index.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';
import type { Manifest } from '../manifest.ts';
import { chatCaseList } from './case-list.ts';
import { chatEndpoints } from './routes.ts';
import { chatSubjects } from './subjects.ts';

const chatToday: TodaySource = async (ctx, user_id) => {
  const num = await unreadChats(ctx, user_id);
  return todayCard('answer', { key: 'chat', title: '未读的会话消息', text: '对方在等您回复', num, href: chatPath() });
};

/** People talk with each other about what they found. */
export const chatArea: Manifest = {
  name: 'chat',
  endpoints: chatEndpoints,
  jobs: chatJobs,
  settings: [firstMessagesDaily, tellUnreadAfter],
  reviewables: [chatReview],
  staff_lists: [chatCaseList],
  chat_subjects: chatSubjects,
  today: chatToday,
  personal: {
    files: { 会话里发送的消息: messagesBy, 拉黑的用户: chatBlockRows },
    forget: [forgetTalks],
  },
};
