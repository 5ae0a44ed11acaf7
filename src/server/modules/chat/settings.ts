import { z } from 'zod';
import { defineSetting } from '../settings/index.ts';

export const firstMessagesDaily = defineSetting('chat_first_messages_daily', z.int().min(0).max(10_000).default(30), {
  title: '每天可主动联系的人数',
  about: '一个用户每天可以向多少个还没有回复过自己的人发起会话，0 为不能发起。',
});
