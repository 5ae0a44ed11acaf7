import type { AuditEntry } from '#contract/admin.ts';
import type { Ctx } from '../../app/ctx.ts';
import { type AuditLine, auditOf, COMMAND_LINE } from '../../modules/console/index.ts';
import { type People, publicUsers } from '../../modules/identity/index.ts';
import { deskActions } from '../../modules/review/index.ts';

const SHOWN = 50;

/** What audit rows are called for people; one that is not named here is shown by its name. */
const ACTION_TITLES: Readonly<Record<string, string>> = {
  'order.refund': '退款',
  'order.refund_ask': '申请退款',
  'countersign.ask': '提交复核',
  'countersign.alone': '无人复核，直接生效',
  'refund.confirm': '复核并退款',
  'refund.refuse': '复核不予退款',
  'invoice.issue': '开具发票',
  'invoice.reverse': '红冲发票',
  'invoice.refuse': '不予开票',
  'invoice.correct': '更正发票抬头',
  'invoice.keep': '不予换开发票',
  'invoice.refile': '更正发票文件',
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
  'union.retry': '重试联合权益',
  'engine.push': '马上推送网址',
  'visit.again': '重新统计访问',
  'settings.set': '修改设置',
  'console.search': '查找',
  'list.export': '导出列表',
  'list.bulk': '批量任务',
  'event.retry': '重新投递事件',
  'job.retry': '重试任务',
  'shop.certify': '认证店铺',
  'work.approve': '通过作品',
  'work.reject': '退回作品',
  'work.take_down': '下架作品',
  'work.show': '恢复作品',
  'work.retry': '重新处理作品的文件',
  'report.take_down': '举报后下架',
  'report.dismiss': '举报不成立',
  'banner.save': '修改推广或公告',
  'banner.on': '启用推广或公告',
  'banner.off': '停用推广或公告',
  'banner.remove': '删除推广或公告',
  'gift.save': '修改新人礼物',
  'picture.put': '上传后台图片',
  'topic.edit': '修改专题',
  'term.save': '修改分类与筛选项',
  'term.remove': '删除分类与筛选项',
  'wish.answer': '处理读者登记的需求',
  'search.words': '修改搜索用词',
  'search.pin': '置顶搜索结果',
  'search.unpin': '取消置顶搜索结果',
  'search.judge': '修改搜索考题',
  'search.unjudge': '删除搜索考题',
  'search.run': '检查搜索考题',
  'search.replay': '重算搜索点击',
  'vip.edit': '修改会员套餐',
  'vip.give': '赠送会员',
  'vip.end': '提前结束会员',
  'points.give': '补发积分',
  'points.take': '扣除积分',
  'task.save': '修改积分任务',
  'task.on': '启用积分任务',
  'task.off': '停用积分任务',
  'goods.save': '修改积分商品',
  'goods.on': '上架积分商品',
  'goods.off': '下架积分商品',
  'redemption.reveal': '查看收件信息',
  'review.reveal': '查看审核资料',
  'redemption.export': '导出发货单',
  'redemption.ship': '寄出兑换商品',
  'redemption.cancel': '取消兑换',
  'redemption.return': '确认收到退货',
  'redemption.refuse': '不同意退货',
  'invite.clear': '核实邀请有效',
  'invite.refuse': '邀请不予奖励',
  'comment.hide': '隐藏评论',
  'comment.show': '恢复评论',
  'rating.hide': '隐藏评价',
  'request.open': '通过求单',
  'request.close': '关闭求单',
  'demand.open': '重新开放需求',
  'demand.closed': '关闭需求',
  'demand_label.save': '修改需求类型',
  'demand_label.on': '启用需求类型',
  'demand_label.off': '停用需求类型',
  'job.close': '下架职位',
  'talk.close': '下架短分享',
  'teacher.end': '取消讲师身份',
  'study.hide': '隐藏课程内容',
  'study.show': '恢复课程内容',
  'chat.look': '查看会话消息',
  'offer.read': '查看密封的报价',
  'salon.cancel': '取消沙龙',
  'salon.refund': '退票',
  'salon.door': '新建检票入口',
  'salon.door_end': '关闭检票入口',
  'salon.guests_export': '导出来宾名单',
  'salon.message': '给来宾发消息',
  'salon.recap_down': '撤下沙龙回顾',
  'salon.sale_open': '开始售票',
  'salon.sale_close': '停止售票',
};

/** Titles of all actions, with those of the review desk by what its types are called. */
export function auditTitles(): Readonly<Record<string, string>> {
  return { ...Object.fromEntries(deskActions().map(({ action, title }) => [action, title])), ...ACTION_TITLES };
}

export function actionTitle(action: string): string {
  return auditTitles()[action] ?? action;
}

/** The last audit rows about the subjects, the newest first. */
export async function auditEntries(ctx: Ctx, ...subjects: string[]): Promise<AuditEntry[]> {
  const found = (await Promise.all(subjects.map((subject) => auditOf(ctx, subject, SHOWN)))).flat();
  const lines = found.toSorted((a, b) => b.created_at - a.created_at);
  const people = await publicUsers(
    ctx,
    lines.map(({ actor_id }) => actor_id),
  );
  return lines.map((line) => entryOf(line, actorName(people, line.actor_id)));
}

/** The actor, as the log calls them. */
export function actorName(people: People, actor_id: number): string {
  return actor_id === COMMAND_LINE ? '命令行' : people.get(actor_id).nickname;
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
