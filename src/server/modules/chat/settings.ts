import { z } from 'zod';
import { defineSetting } from '../settings/index.ts';

export const firstMessagesDaily = defineSetting('chat_first_messages_daily', z.int().min(0).max(10_000).meta({ unit: '人' }).default(30), {
  group: '合作与沟通',
  title: '每天可主动联系的人数',
  about: '一个用户每天可以向多少个还没有回复过自己的人发起会话，0 为不能发起。',
});

export const tellUnreadAfter = defineSetting('chat_tell_unread_minutes', z.int().min(0).max(1_440).meta({ unit: '分钟' }).default(15), {
  group: '合作与沟通',
  title: '会话消息多久未读时提醒',
  about: '消息过了多少分钟还没有读，就按对方选择的方式（站内消息、邮件）提醒一次；读过之前不再提醒，0 为不提醒。',
});
