import { useState } from 'react';
import type { StaffOrder } from '#contract/admin.ts';
import type { CallInput } from '#contract/gateway.ts';
import { ReasonDialog } from '#kit/ask-reason.tsx';
import { Field } from '#ui/Field.tsx';
import { amountText } from '#ui/price-text.ts';

export type TransferWish = Omit<CallInput<'POST /admin/transfer'>, 'orderid'>;

export interface TransferAskProps {
  order: StaffOrder;
  onClose(): void;
  onTransfer(wish: TransferWish): Promise<string | null>;
}

/** Staff write down what the bank says: what came, or that what is owed was sent back. */
export function TransferAsk({ order: { pay_price, refunds }, onClose, onTransfer }: TransferAskProps) {
  const owed = refunds.find(({ status }) => status === 'waiting');
  const [amount, setAmount] = useState(String(owed?.amount ?? pay_price));
  return (
    <ReasonDialog
      title={owed ? '登记对公转账已退回' : '登记对公转账到账'}
      verb="提交"
      about={
        owed
          ? `须退回 ¥${amountText(owed.amount)}，从银行付出后在这里登记。`
          : '金额按银行流水填写；与应付金额不一致的不会入账，登记后须退回。'
      }
      label="银行流水号"
      max={64}
      onClose={onClose}
      onDo={(trade_no) => onTransfer({ refund_no: owed?.refund_no ?? '', amount: Number(amount), trade_no })}
      fields={!owed && <Field label="到账金额（元）" required inputMode="decimal" maxLength={11} value={amount} onValue={setAmount} />}
    />
  );
}
