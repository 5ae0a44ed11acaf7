/** What the site tells its users (shell spec, Messages). Times are unix seconds. */

/** Topics by their key, with the name that people read. */
export const NOTICE_TOPICS = { subscribe: '订阅上新', coupon: '优惠券到期', wallet: '钱包' } as const;
export type NoticeTopic = keyof typeof NOTICE_TOPICS;

/** The number shows no more than this. */
export const UNREAD_SHOWN_MOST = 99;

/** A message by the specification's names. */
export interface NoticeRow {
  id: number;
  title: string;
  content: string;
  create_time: number;
  /** 0: unread. */
  is_read: 0 | 1;
  /** 0: it leads nowhere; 1: to `jump_url`. */
  jump_type_id: 0 | 1;
  /** Path on this site. */
  jump_url: string;
  /** Name of the topic. */
  topic: string;
}

export const NOTICE_CALLS = {
  list: '/user/message',
  num: '/user/message/num',
  read: '/user/message/read',
  all: '/user/message/readAll',
} as const;
