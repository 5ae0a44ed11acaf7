/** Every way in which something that was paid for is had. A subject names those that it has; what a refund says of each. */
export const USE_TEXTS = {
  pages: '已查看完整内容',
  file: '已下载文件',
  lesson: '已打开付费课时',
  member_content: '已用会员权益查看或下载内容',
  member_price: '已用会员价下单',
  member_quota: '已用会员次数或参与会员专享事项',
  draw: '已参加会员抽奖',
  credited: '已抵入升级订单',
  given: '权益已发放到合作方',
  coins: '猫币已使用',
  ticket: '门票已检票、已退票或已失效',
  late: '已超过门票全额退款的时间',
  paid: '付款后即视为已使用',
} as const;

export type UseWay = keyof typeof USE_TEXTS;

export const UNUSED_TEXT = '付款后没有使用过';

/** The ways as one clause for people. */
export const usesText = (ways: readonly UseWay[]): string => ways.map((way) => USE_TEXTS[way]).join('、');
