import { CANCEL_WHY_MAX, type OwnTicket } from '#contract/salon.ts';
import { askReason } from '#kit/ask-reason.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { openDialog } from '#ui/open-dialog.tsx';

/** Whether a ticket is really given back; says what of its price comes back. */
export function askRefund(ticket: OwnTicket): Promise<boolean> {
  const { title, kind_name, seq, refund, paid, refund_percent, moved } = ticket;
  return openDialog<boolean>((close) => (
    <Dialog open title="退掉这张门票？" width={480} onClose={() => close(false)}>
      <div className="grid gap-3">
        <p className="num font-semibold">
          {title} · {kind_name} No.{String(seq).padStart(3, '0')}
        </p>
        <p className="num">
          {paid === 0 ? '免费票退票后名额让给其他人。' : `将退回 ¥${refund}（实付 ¥${paid} 的 ${refund_percent}%），原路返回。`}
          {moved && paid > 0 && '购票后时间或地点有变，开始前都可以全额退票。'}
          退票后不能恢复。
        </p>
        <div className="flex justify-end gap-2">
          <Button onClick={() => close(false)}>取消</Button>
          <Button look="primary" onClick={() => close(true)}>
            确认退票
          </Button>
        </div>
      </div>
    </Dialog>
  ));
}

/** Whether a draft is thrown away. */
export function askDrop(title: string): Promise<boolean> {
  return openDialog<boolean>((close) => (
    <Dialog open title="删除这条草稿？" width={400} onClose={() => close(false)}>
      <p className="font-semibold">{title}</p>
      <p className="mt-2 text-muted">填写的内容会一起删除，无法恢复。</p>
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={() => close(false)}>取消</Button>
        <Button look="primary" onClick={() => close(true)}>
          删除
        </Button>
      </div>
    </Dialog>
  ));
}

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
