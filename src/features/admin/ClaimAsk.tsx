import { useState } from 'react';
import type { StaffOrder } from '#contract/admin.ts';
import { CLAIM_KINDS, CLAIM_TEXT_MAX, type ClaimKind } from '#contract/claim.ts';
import { ReasonDialog } from '#kit/ask-reason.tsx';
import { Field } from '#ui/Field.tsx';
import { amountText } from '#ui/price-text.ts';
import { Select } from '#ui/Select.tsx';
import type { ClaimWish } from './screens.store.ts';

export interface ClaimAskProps {
  order: StaffOrder;
  onClose(): void;
  onClaim(wish: ClaimWish): Promise<string | null>;
}

/** Staff write down what a payer claims at the provider, where it did not come by itself. */
export function ClaimAsk({ order: { payments }, onClose, onClaim }: ClaimAskProps) {
  const paid = payments.filter(({ paid_at }) => paid_at > 0);
  const [wish, setWish] = useState({
    ...{ kind: 'complaint' as ClaimKind, payment_no: paid[0]?.payment_no ?? '', provider_no: '', came: '', due: '' },
    amount: String(paid[0]?.amount ?? ''),
  });
  const field = (key: keyof typeof wish) => ({
    value: wish[key],
    onValue: (text: string) => setWish({ ...wish, [key]: text }),
  });
  return (
    <ReasonDialog
      title="登记拒付或投诉"
      verb="登记"
      about="登记后，发布者这笔订单的收益冻结，直到有结果。"
      label="付款人的说法"
      max={CLAIM_TEXT_MAX}
      onClose={onClose}
      onDo={(words) => onClaim({ ...wish, amount: Number(wish.amount), words })}
      fields={
        <div className="grid grid-cols-2 gap-x-3">
          <Select label="类型" options={Object.entries(CLAIM_KINDS)} {...field('kind')} />
          <Select
            label="付款"
            options={paid.map(({ payment_no, amount }) => [payment_no, `¥${amountText(amount)}`])}
            {...field('payment_no')}
          />
          <Field label="支付方单号" required maxLength={64} {...field('provider_no')} />
          <Field label="金额（元）" required inputMode="decimal" maxLength={9} {...field('amount')} />
          <Field label="提出日期" required type="date" {...field('came')} />
          <Field label="答复期限" required type="date" {...field('due')} />
        </div>
      }
    />
  );
}
