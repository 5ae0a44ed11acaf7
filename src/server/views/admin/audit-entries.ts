import type { AuditEntry } from '#contract/admin.ts';
import type { Ctx } from '../../app/ctx.ts';
import { type AuditLine, auditOf } from '../../modules/console/index.ts';
import { publicUsers } from '../../modules/identity/index.ts';

const SHOWN = 50;

/** What audit rows are called for people; one that is not named here is shown by its name. */
export const ACTION_TITLES: Readonly<Record<string, string>> = {
  'order.refund': '退款',
  'order.refund_ask': '申请退款',
  'refund.confirm': '复核并退款',
  'refund.refuse': '复核不予退款',
  'invoice.issue': '开具发票',
  'invoice.reverse': '红冲发票',
  'invoice.refuse': '不予开票',
  'bill.note': '处理对账差异',
  'user.reveal': '查看手机号',
  'user.end_login': '结束登录',
  'user.ban': '停用账号',
  'user.unban': '恢复账号',
  'user.roles': '设定角色',
  'user.give_coupon': '发放优惠券',
  'user.give_voucher': '发放下载券',
  'coupon.save': '修改优惠券',
  'coupon.on': '启用优惠券',
  'coupon.off': '停用优惠券',
  'coupon.batch': '生成兑换码',
  'coupon.batch_stop': '停止兑换码',
  'coupon.batch_go_on': '恢复兑换码',
  'coupon.issue': '批量发放优惠券',
  'campaign.save': '修改活动',
  'campaign.on': '启用活动',
  'campaign.off': '停用活动',
  'draw.open': '开始抽奖',
  'draw.close': '结束抽奖',
  'prize.reveal': '查看收件信息',
  'prize.ship': '寄出奖品',
  'union.save': '修改联合会员',
  'union.on': '上架联合会员',
  'union.off': '下架联合会员',
  'settings.set': '修改设置',
  'list.export': '导出列表',
  'list.bulk': '批量任务',
  'event.retry': '重新投递事件',
  'job.retry': '重试任务',
  'shop.certify': '认证店铺',
  'work.approve': '通过作品',
  'work.reject': '退回作品',
  'report.take_down': '举报后下架',
  'report.dismiss': '举报不成立',
};

export function actionTitle(action: string): string {
  return ACTION_TITLES[action] ?? action;
}

/** The last audit rows about the subjects, the newest first. */
export async function auditEntries(ctx: Ctx, ...subjects: string[]): Promise<AuditEntry[]> {
  const found = (await Promise.all(subjects.map((subject) => auditOf(ctx, subject, SHOWN)))).flat();
  const lines = found.toSorted((a, b) => b.created_at - a.created_at);
  const people = await publicUsers(
    ctx,
    lines.map(({ actor_id }) => actor_id),
  );
  return lines.map((line) => entryOf(line, people.get(line.actor_id)?.nickname ?? String(line.actor_id)));
}

function entryOf(line: AuditLine, actor: string): AuditEntry {
  return {
    id: line.id,
    at: line.created_at,
    actor,
    actor_id: line.actor_id,
    action: line.action,
    action_title: actionTitle(line.action),
    subject: line.subject,
    detail: typeof line.detail['reason'] === 'string' ? line.detail['reason'] : JSON.stringify(line.detail),
    request_id: line.request_id,
  };
}
