/** Who reads the reason of a decision, by the type of what is decided; of the others it is their publisher. */
const READERS: Readonly<Record<string, string>> = {
  realname: '申请人',
  company: '申请人',
  teacher: '申请人',
  withdrawal: '申请人',
  refund: '提出退款的人',
  redeemers: '兑换者',
  offer: '报价者',
  dispute: '双方',
  chat: '消息的发送者',
  assistant: '提问者',
  feedback: '反馈者',
};

export const reasonHint = (type: string): string => `${READERS[type] ?? '发布者'}会看到这段文字`;
