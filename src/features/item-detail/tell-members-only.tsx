import { Crown } from 'lucide-react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { VIP_CLOSED_TEXT } from './actions.ts';

/** An item that only members may have while no membership can be opened: says so, with what this reader can do about it now. */
export function tellMembersOnly(facts: { reason: string; vouchers: number; noun: string; vip_name: string }): Promise<'voucher' | null> {
  const { reason, vouchers, noun, vip_name } = facts;
  const closed = reason.includes(VIP_CLOSED_TEXT) ? '' : `${vip_name}可解锁下载会员专享${noun}，${VIP_CLOSED_TEXT}。`;
  return openDialog((close) => (
    <Dialog open title={`会员专享${noun}`} onClose={() => close(null)} width={400}>
      <div className="grid justify-items-center gap-3 text-center">
        <span className="grid size-14 place-items-center rounded-full bg-gold-tint text-gold">
          <Crown size={26} aria-hidden="true" />
        </span>
        <p className="text-base">{reason}</p>
        {closed === '' ? null : <p className="text-muted">{closed}</p>}
        {vouchers > 0 ? (
          <Button look="primary" wide onClick={() => close('voucher')}>
            使用下载券（{vouchers} 张）
          </Button>
        ) : null}
        <Button look={vouchers > 0 ? 'ghost' : 'outline'} wide onClick={() => close(null)}>
          知道了
        </Button>
      </div>
    </Dialog>
  ));
}
