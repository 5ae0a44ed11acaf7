import { Crown } from 'lucide-react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { openDialog } from '../download/open-dialog.tsx';
import { findSection } from '../shell/sections.ts';

/** A scheme that only members may have: says so, with what this reader can do about it now. */
export function tellMembership(offer: { reason: string; vouchers: number }): Promise<'voucher' | null> {
  const vip_route = findSection('vip')?.route ?? null;
  return openDialog((close) => (
    <Dialog open title="会员专享方案" onClose={() => close(null)} width={400}>
      <div className="grid justify-items-center gap-3 text-center">
        <span className="grid size-14 place-items-center rounded-full bg-gold-tint text-gold">
          <Crown size={26} aria-hidden="true" />
        </span>
        <p className="text-base">{offer.reason}</p>
        <p className="text-muted">方案会员可解锁下载会员专享方案，其他方案享 7.5折。</p>
        {vip_route ? (
          <a className="btn btn-gold btn-main w-full" href={vip_route}>
            开通会员
          </a>
        ) : null}
        {offer.vouchers > 0 ? (
          <Button look="primary" wide onClick={() => close('voucher')}>
            使用下载券（{offer.vouchers} 张）
          </Button>
        ) : null}
        <Button look="ghost" wide onClick={() => close(null)}>
          知道了
        </Button>
      </div>
    </Dialog>
  ));
}
