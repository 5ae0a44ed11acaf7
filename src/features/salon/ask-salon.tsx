import { CANCEL_WHY_MAX, type OwnTicket } from '#contract/salon.ts';
import { askReason } from '#kit/ask-reason.tsx';
import { askSure } from '#kit/ask-sure.tsx';
import { amountText } from '#ui/price-text.ts';

/** Whether a ticket is really given back; says what of its price comes back. */
export function askRefund(ticket: OwnTicket): Promise<boolean> {
  const { title, kind_name, seq, refund, paid, refund_percent, moved } = ticket;
  return askSure({
    title: '退掉这张门票？',
    subject: `${title} · ${kind_name} No.${String(seq).padStart(3, '0')}`,
    about: (
      <>
        {paid === 0
          ? '免费票退票后名额让给其他人。'
          : `将退回 ¥${amountText(refund)}（实付 ¥${amountText(paid)} 的 ${refund_percent}%），原路返回。`}
        {moved && paid > 0 && '购票后时间或地点有变，开始前都可以全额退票。'}
        退票后不能恢复。
      </>
    ),
    verb: '确认退票',
  });
}

/** Whether a draft is thrown away. */
export const askDrop = (title: string): Promise<boolean> =>
  askSure({ title: '删除这条草稿？', subject: title, about: '填写的内容会一起删除，无法恢复。', verb: '删除' });

/** Why a salon is cancelled; null: its organiser thought better of it. */
export const askCancel = (title: string): Promise<string | null> =>
  askReason({
    title: '取消这场沙龙？',
    subject: title,
    about: '已售门票会全额退款，已报名的人会收到通知和原因。取消后不能恢复。',
    verb: '取消沙龙',
    back: '再想想',
    label: '取消的原因',
    max: CANCEL_WHY_MAX,
  });
