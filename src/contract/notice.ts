/** Notifications of the site to its users (shell spec, Messages). Times are unix seconds. */
export type { NoticeEvent, NoticeRow, NoticeSettings } from './outputs/notice.ts';

/** Topics by their key, with the name that people read. */
export const NOTICE_TOPICS = {
  subscribe: '订阅上新',
  coupon: '优惠券',
  wallet: '钱包与订单',
  points: '积分',
  account: '账号安全',
  verify: '认证',
  report: '举报与反馈',
  demand: '需求与报价',
  recruit: '招聘与员工',
  request: '求单与接单',
  planner: '日程提醒',
  comment: '评论与回复',
  study: '课程学习',
  salon: '沙龙',
  chat: '会话消息',
  work: '作品与审核',
  sale: '成交与退款',
  seller_day: '每日小结',
  receipt: '购买凭证',
  seller_month: '月度对账单',
  vip: '会员到期',
  rating: '作品评价',
  client: '客户链接',
  update: '作品更新',
} as const;
export type NoticeTopic = keyof typeof NOTICE_TOPICS;

/** Topics by the number that `type` of the list names, from 1; 0 is all of them. */
export const TOPIC_OF_TYPE = Object.keys(NOTICE_TOPICS) as readonly NoticeTopic[];

export const NOTICE_CALLS = {
  num: '/user/message/num',
  all: '/user/message/readAll',
  stream: '/user/message/stream',
  settings: '/user/message/settings',
  unsubscribe: '/user/message/unsubscribe',
} as const;

/** Ways besides the site itself. */
export const NOTICE_CHANNELS = { mail: '邮件', sms: '短信' } as const;
export type NoticeChannel = keyof typeof NOTICE_CHANNELS;

/** Which topics may go which way; a text message costs money, so it is for money and the door alone. */
export const NOTICE_WAYS: Readonly<Record<NoticeTopic, readonly NoticeChannel[]>> = {
  subscribe: ['mail'],
  coupon: ['mail'],
  wallet: ['mail', 'sms'],
  points: ['mail'],
  account: ['mail', 'sms'],
  verify: ['mail'],
  report: ['mail'],
  demand: ['mail'],
  recruit: ['mail'],
  request: ['mail'],
  planner: ['mail'],
  comment: ['mail'],
  study: ['mail'],
  salon: ['mail'],
  chat: ['mail'],
  work: ['mail'],
  sale: ['mail'],
  seller_day: ['mail'],
  receipt: ['mail'],
  seller_month: ['mail'],
  vip: ['mail'],
  rating: ['mail'],
  client: ['mail'],
  update: ['mail'],
};

/** Goes at once, also at night and to who reads a digest. */
export const URGENT_TOPICS: readonly NoticeTopic[] = ['account'];

/** Not sent any more once it was read on the site. */
export const UNTIL_READ_TOPICS: readonly NoticeTopic[] = ['chat'];

/** On before anybody chose. Sales of a day are mailed in one summary. */
export const wayByDefault = (topic: NoticeTopic, channel: NoticeChannel): boolean =>
  (channel === 'mail' && topic !== 'sale') || topic === 'account';

/** `topic:channel`, as a choice is stored. */
export const wayKey = (topic: NoticeTopic, channel: NoticeChannel): string => `${topic}:${channel}`;

export const QUIET_FROM = 22;
export const QUIET_TO = 8;
export const DIGEST_HOUR = 9;

/** Null when right. */
export function checkMail(value: string): string | null {
  const text = value.trim();
  if (text === '') return '请输入邮箱';
  return text.length <= 100 && /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(text) ? null : '请输入正确的邮箱';
}
