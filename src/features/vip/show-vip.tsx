import { Dialog } from '#ui/Dialog.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { VipPurchase } from './VipPurchase.tsx';
import type { VipWish } from './vip.store.ts';

/** Resolves when the modal is closed: true when a membership was bought. */
export function showVip(wish: VipWish): Promise<boolean> {
  let bought = false;
  return openDialog((close) => (
    <Dialog
      open
      title={wish.seats ? (wish.line ? '续费席位' : '购买席位') : '开通会员'}
      modal_only
      width={954}
      className="vip-dialog"
      onClose={() => close(bought)}
    >
      <VipPurchase
        wish={wish}
        onBought={() => {
          bought = true;
        }}
        onClose={() => close(bought)}
      />
    </Dialog>
  ));
}
