import { Crown } from 'lucide-react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { openDialog } from '#ui/open-dialog.tsx';

/** An item that only members may have while no membership can be opened: says so, with what this reader can do about it now. */
export function tellMembersOnly({ reason, vouchers, noun }: { reason: string; vouchers: number; noun: string }): Promise<'voucher' | null> {
  return openDialog((close) => (
    <Dialog open title={`会员专享${noun}`} onClose={() => close(null)} width={400}>
      <div className="grid justify-items-center gap-3 text-center">
        <span className="grid size-14 place-items-center rounded-full bg-gold-tint text-gold">
          <Crown size={26} aria-hidden="true" />
        </span>
        <p className="text-base">{reason}</p>
        {vouchers > 0 ? <p className="text-muted">您有下载券，可以用来打开本{noun}。</p> : null}
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
