/** What staff may do, by verb, and which role may do what: the one table. The server asks it; the console's menu follows it. */

export const ROLES = ['reviewer', 'operator', 'finance', 'support', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_NAMES: Record<Role, string> = {
  reviewer: '审核员',
  operator: '运营',
  finance: '财务',
  support: '客服',
  admin: '管理员',
};

/** Every act of staff with its name for people. A call of staff names one (`auth: { verb }`). */
export const STAFF_VERBS = {
  'today.see': '查看今日概览',
  'review.see': '查看审核台',
  'review.decide': '处理审核',
  'order.see': '查看订单、退款与账目',
  'order.refund': '退款',
  'invoice.handle': '开具、拒绝与红冲发票',
  'bill.see': '查看收入与对账差异',
  'bill.note': '处理对账差异',
  'user.see': '查看用户',
  'user.reveal': '查看用户的完整手机号',
  'user.end_login': '结束用户的登录',
  'user.ban': '停用与恢复账号',
  'user.gift': '发放优惠券与下载券',
  'coupon.edit': '编辑优惠券与兑换码',
  'campaign.edit': '编辑活动、抽奖与联合会员',
  'prize.ship': '寄出奖品',
  'user.roles': '设定工作人员角色',
  'audit.see': '查看操作记录',
  'settings.see': '查看站点设置',
  'settings.set': '修改站点设置',
  'banner.edit': '编辑推广位',
  'shop.certify': '认证店铺',
  'topic.edit': '编辑专题',
  'wish.answer': '处理读者登记的需求',
  'vip.see': '查看会员套餐与会员时长',
  'vip.edit': '编辑会员套餐与权益',
  'vip.give': '赠送与提前结束会员',
  'jobs.see': '查看后台任务与事件',
  'jobs.retry': '重试后台任务与事件',
  'health.see': '查看外部服务状态',
  'list.use': '使用列表的保存视图与批量任务',
  'list.export': '导出列表',
} as const;
export type StaffVerb = keyof typeof STAFF_VERBS;

/** Admin may do everything. */
export const ROLE_VERBS: Record<Exclude<Role, 'admin'>, readonly StaffVerb[]> = {
  reviewer: ['today.see', 'review.see', 'review.decide', 'list.use'],
  operator: [
    'today.see',
    'review.see',
    'review.decide',
    'order.see',
    'order.refund',
    'invoice.handle',
    'bill.see',
    'user.see',
    'user.reveal',
    'user.end_login',
    'user.ban',
    'user.gift',
    'coupon.edit',
    'campaign.edit',
    'prize.ship',
    'settings.see',
    'settings.set',
    'banner.edit',
    'shop.certify',
    'topic.edit',
    'wish.answer',
    'vip.see',
    'vip.edit',
    'vip.give',
    'jobs.see',
    'jobs.retry',
    'health.see',
    'list.use',
    'list.export',
  ],
  finance: [
    'vip.see',
    'today.see',
    'review.see',
    'review.decide',
    'order.see',
    'order.refund',
    'invoice.handle',
    'bill.see',
    'bill.note',
    'health.see',
    'list.use',
    'list.export',
  ],
  support: ['vip.see', 'today.see', 'order.see', 'user.see', 'user.reveal', 'user.end_login', 'wish.answer', 'prize.ship', 'list.use'],
};

/** Whether one of the roles has the verb. Unknown roles have none. */
export function rolesMay(roles: readonly string[], verb: StaffVerb): boolean {
  if (roles.includes('admin')) return true;
  return roles.some((role) => Object.hasOwn(ROLE_VERBS, role) && ROLE_VERBS[role as keyof typeof ROLE_VERBS].includes(verb));
}
