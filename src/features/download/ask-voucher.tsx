import { Ticket } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { FormError } from '#ui/FormError.tsx';
import { openDialog } from '#ui/open-dialog.tsx';

export interface VoucherQuestion {
  count: number;
  noun: string;
  redeem(): Promise<unknown>;
}

/** Asks before a voucher is spent; true once the server has redeemed it. */
export function askVoucher(question: VoucherQuestion): Promise<boolean> {
  return openDialog((close) => <VoucherDialog {...question} close={close} />);
}

function VoucherDialog({ count, noun, redeem, close }: VoucherQuestion & { close: (done: boolean) => void }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const use = async () => {
    setBusy(true);
    setError('');
    try {
      await redeem();
      close(true);
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 2) return close(false);
      setError(failure instanceof ApiError ? failure.msg : '兑换失败，请稍后再试');
      setBusy(false);
    }
  };
  return (
    <Dialog open title="使用下载券" onClose={() => close(false)} width={400}>
      <div className="grid justify-items-center gap-3 text-center">
        <span className="grid size-14 place-items-center rounded-full bg-tint text-primary">
          <Ticket size={26} aria-hidden="true" />
        </span>
        <p className="text-base">使用 1 张下载券兑换本{noun}？</p>
        <p className="text-muted">
          您有 <b className="num font-semibold text-base-content">{count}</b> 张可用下载券，兑换后可随时再次下载。
        </p>
        <FormError>{error}</FormError>
        <div className="grid w-full grid-cols-2 gap-3">
          <Button onClick={() => close(false)}>暂不使用</Button>
          <Button look="primary" busy={busy} onClick={() => void use()}>
            立即兑换
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
