/** What audit rows are about, as they name it, in words; a test finds those that are missing. */
export const SUBJECT_NOUNS: Readonly<Record<string, string>> = {
  ...{ 'user:': '用户', 'teacher:': '讲师', 'realname#': '实名认证', 'company#': '企业认证', 'shop:': '店铺', 'invite:': '邀请' },
  ...{ 'item:': '作品', 'demand:': '需求', 'salon:': '沙龙', 'ticket:': '门票', 'request:': '求单', 'collection:': '专题' },
  ...{ 'term:': '分类', 'demand_label:': '需求类型', 'comment:': '评论', 'opinion:': '作品评价', 'rating:': '合作评价', 'file:': '文件' },
  ...{ 'offer#': '报价', 'agreement#': '合作', 'chat-case:': '会话举报', 'feedback#': '意见反馈', 'infringement#': '侵权通知' },
  ...{ 'order#': '订单', 'claim#': '拒付或投诉', 'invoice#': '发票', 'withdrawal#': '提现', 'difference#': '对账差异', 'month:': '月份' },
  ...{ 'quarter:': '季度', 'remit:': '代扣款缴纳', 'vip:': '会员套餐', 'union:': '联合会员', 'union_right:': '联合会员权益' },
  ...{ 'coupon:': '优惠券', 'batch:': '兑换码', 'discount:': '发布者优惠码', 'campaign:': '活动', 'round:': '抽奖', 'prize:': '奖品' },
  ...{ 'task:': '积分任务', 'goods:': '积分商品', 'redemption:': '兑换', 'client_link:': '客户链接', 'assistant:': '助手问答' },
  ...{ 'question:': '课程提问', 'answer:': '课程回答', 'wish:': '读者的需求', 'judged:': '搜索考题', 'act:': '待复核的操作' },
  ...{ 'event:': '事件', 'job:': '后台任务', 'list:': '列表' },
  ...{ search: '搜索', system: '系统', engines: '搜索引擎', visits: '访问统计', gifts: '新人礼物', redemptions: '兑换', console: '后台' },
};

const OF_ONE = /^([a-z_-]+[:#])(.+)$/;

/** A subject in words: 用户 12. What is not named so is its own text: the number of an order, the key of a setting, a word that is searched for. */
export function subjectText(subject: string): string {
  const [, name = '', rest = ''] = OF_ONE.exec(subject) ?? [];
  const noun = SUBJECT_NOUNS[name];
  return noun ? `${noun} ${rest}` : (SUBJECT_NOUNS[subject] ?? subject);
}

/** What people may mean who write so: the subject itself, or its words. */
export function subjectsOf(text: string): string[] {
  const [, noun, rest] = /^(\p{Script=Han}+)\s*([\w-]+)$/u.exec(text) ?? [];
  return [text, ...Object.keys(SUBJECT_NOUNS).flatMap((name) => (rest && SUBJECT_NOUNS[name] === noun ? name + rest : []))];
}
