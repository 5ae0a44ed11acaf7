import { ApiError } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { toastError } from '#client/toast.ts';
import type { CompanyTransfer } from '#contract/company.ts';
import { copy } from '#kit/copy.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { amountText } from '#ui/price-text.ts';
import { endText } from '#ui/time-text.ts';

/** The order is paid by a transfer from now on: where to, and with which words. */
export async function showTransfer(orderid: string): Promise<void> {
  try {
    const transfer = await gateway('POST /company/transfer', { orderid }, SILENT);
    await openDialog<void>((close) => <Transfer transfer={transfer} onClose={() => close()} />);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toastError(error.message);
  }
}

function Transfer({ transfer: { account, reference, price, until }, onClose }: { transfer: CompanyTransfer; onClose(): void }) {
  return (
    <Dialog open title="对公转账" width={480} onClose={onClose}>
      <dl className="grid gap-3">
        <div>
          <dt className="text-muted">收款账户</dt>
          <dd className="whitespace-pre-line">{account}</dd>
        </div>
        <div>
          <dt className="text-muted">金额（须一笔转足，不多不少）</dt>
          <dd className="num text-xl font-semibold text-primary">¥{amountText(price)}</dd>
        </div>
        <div>
          <dt className="text-muted">备注或附言（须写明）</dt>
          <dd className="num flex items-center gap-3 text-base font-semibold">
            {reference}
            <Button size="sm" onClick={() => void copy(reference)}>
              复制
            </Button>
          </dd>
        </div>
      </dl>
      <p className="mt-4 text-muted">
        订单保留到 {endText(until)}。到账后由工作人员登记，登记后立即生效并发消息通知；金额不一致或逾期的，款项退回付款账户。
      </p>
    </Dialog>
  );
}
