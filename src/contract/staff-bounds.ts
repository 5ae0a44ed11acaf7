/** What of the staff's verbs moves money, rank or personal data out, and what binds it: the one table. A test walks it. */
import type { StaffVerb } from './staff.ts';

/** What a point is worth where a bound is looked at: 100 points are one yuan. */
export const POINT_FEN = 1;
/** What a voucher is worth there while nothing of its kind is on sale; else what the dearest costs. */
export const VOUCHER_FEN = 20_000;

/** Requests of one member of staff that wait at once. */
export const WAITING_MOST = 20;

/** HTTP status of what waits for a second person; nothing else answers it. */
export const ASKED_SECOND_STATUS = 202;

/** What is done at once, yuan: of the setting, and of it used in 24 hours by who asks. */
export interface SecondPersonFacts {
  bound: number;
  used: number;
}

/** Said before staff do what may need a second person. */
export function secondPersonHint({ bound, used }: SecondPersonFacts): string {
  const then = '提交后须由另一位同事在审核台确认才会生效';
  if (bound === 0) return `每一笔都${then}。`;
  return `24 小时内合计超过 ¥${bound} 的，${then}${used > 0 ? `；您已办理 ¥${used}` : ''}。`;
}

export type StaffBound =
  /** Nothing goes out by it, and why. */
  | { harmless: string }
  /** What the desk asks for already, and how it is bound there. */
  | { reviewed: string; acts?: readonly string[] }
  /** It cannot be done for oneself or for an account of one's own; within that it moves nothing. */
  | { not_own: string }
  /** Acts by name: above the bound of a day a second person confirms them (`modules/countersign`). Never for oneself. */
  | { acts: readonly string[] };

const SEES = { harmless: '只读；手机号、证件号不完整显示' };
const TEXTS = { harmless: '只改内容与显示' };

export const STAFF_BOUNDS: Readonly<Record<StaffVerb, StaffBound>> = {
  'today.see': SEES,
  'review.see': SEES,
  'review.decide': {
    reviewed: '审核台：与审核内容有关的人（及其关联账号）不能处理，工作人员的资料由管理员查看；提现、退款是对他人申请的第二人',
  },
  'work.close': TEXTS,
  'work.retry': { harmless: '只把发布者提交过的文件再处理一次，能否公开仍按原来的规则' },
  'order.see': SEES,
  'order.refund': {
    reviewed: '退款复核：24 小时内合计超过复核金额的由另一位同事确认；自己与关联账号的订单不能退',
    acts: ['ticket.refund'],
  },
  'claim.handle': { not_own: '登记只冻结发布者这一笔的收益，有结果时解冻；不能处理自己与关联账号的' },
  'claim.end': { acts: ['claim.lose'] },
  'transfer.handle': { acts: ['transfer.receive', 'transfer.send'] },
  'invoice.handle': { not_own: '发票只能按订单的实付金额开给买家' },
  'invoice.correct': { acts: ['invoice.correct'] },
  'bill.see': SEES,
  'bill.note': { harmless: '只给对账差异写说明，不动账本' },
  'month.close': { acts: ['month.close'] },
  'tax.handle': { acts: ['tax.remit'] },
  'user.see': SEES,
  'user.reveal': { not_own: '工作人员的号码只有管理员可以查看；每次都有原因与操作记录' },
  'user.end_login': { harmless: '不能对工作人员使用，管理员除外；用户重新登录即可' },
  'user.ban': { harmless: '不能对自己与工作人员使用，管理员除外；可以恢复' },
  'user.gift': { acts: ['user.give_coupon', 'user.give_voucher', 'coupon.issue'] },
  'coupon.edit': { acts: ['coupon.save', 'coupon.batch'] },
  'campaign.edit': { acts: ['draw.open', 'union.save'] },
  'prize.ship': { not_own: '只寄出已经抽中的奖品；工作人员的收件信息由管理员查看' },
  'points.see': SEES,
  'points.give': { acts: ['points.change'] },
  'mall.edit': { acts: ['goods.save', 'task.save'] },
  'mall.ship': { not_own: '只寄出已经兑换的商品，退回的是兑换时付出的积分；工作人员的收件信息由管理员查看' },
  'user.roles': { acts: ['user.roles'] },
  'invite.judge': { acts: ['invite.clear'] },
  'audit.see': SEES,
  'settings.see': SEES,
  'settings.set': { acts: ['settings.set'] },
  'banner.edit': { harmless: '推广位只能挂已建好的优惠券，优惠券的数量与金额在保存时复核' },
  'picture.put': TEXTS,
  'shop.certify': { not_own: '认证不动钱，但会提高店铺的地位' },
  'topic.edit': TEXTS,
  'term.edit': TEXTS,
  'wish.answer': TEXTS,
  'search.see': SEES,
  'search.edit': TEXTS,
  'deal.see': SEES,
  'deal.judge': { harmless: '平台不经手合作的款项；只公开或隐藏评价' },
  'request.judge': TEXTS,
  'demand.see': SEES,
  'demand.edit': TEXTS,
  'salon.see': SEES,
  'salon.edit': { harmless: '取消沙龙只把票款退给付款的人，不多退' },
  'comment.judge': TEXTS,
  'job.see': SEES,
  'job.close': TEXTS,
  'teacher.see': SEES,
  'teacher.end': { harmless: '只收回身份，可以重新申请' },
  'vip.see': SEES,
  'vip.edit': { acts: ['vip.edit'] },
  'vip.stop': { harmless: '只会停止扣款；用户自己可以重新开启' },
  'vip.give': { acts: ['vip.give'] },
  'jobs.see': SEES,
  'jobs.retry': { harmless: '重试的任务与事件只做一次' },
  'health.see': SEES,
  'system.see': SEES,
  'system.act': { harmless: '备份留在本机，演练不动数据' },
  'visit.see': SEES,
  'assistant.see': SEES,
  'assistant.handle': TEXTS,
  'list.use': SEES,
  'list.export': { harmless: '与列表所见相同，手机号不完整显示；每次都有操作记录' },
};
