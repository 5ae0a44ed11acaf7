import { useState } from 'react';
import type { StaffOrder } from '#contract/admin.ts';
import { Field } from '#ui/Field.tsx';
import { amountText } from '#ui/price-text.ts';
import { Ask } from './Ask.tsx';

interface Props {
  order: StaffOrder;
  /** What the buyer has paid and not got back, yuan. */
  back: number;
  onClose(): void;
  onRefund(reason: string, amount: number | null): Promise<string | null>;
}

/** A refund of everything that is left, or of a part that leaves the order as it is. */
export function RefundAsk({ order, back, onClose, onRefund }: Props) {
  const [part, setPart] = useState(false);
  const [text, setText] = useState('');
  const amount = part ? Number(text) : back;
  const confirmed = order.refunded + amount > order.confirm_above;
  const submit = async (reason: string) => {
    if (part && !(/^\d+(\.\d{1,2})?$/.test(text) && amount > 0 && amount < back)) {
      return `部分退款的金额应大于 0、小于 ¥${amountText(back)}`;
    }
    return onRefund(reason, part ? amount : null);
  };
  return (
    <Ask
      title={part ? '部分退款' : `退款 ¥${amountText(back)}`}
      verb={confirmed ? '提交复核' : '确认退款'}
      about={
        confirmed
          ? `累计超过 ¥${amountText(order.confirm_above)} 的退款须由另一位同事在审核台确认后执行。`
          : part
            ? '先退支付金额，再退余额；买家保留所购内容，发布者的收益按比例扣回。'
            : '收回买家的下载权限，余额与支付金额原路退回，未到期的优惠券退回账户，发布者的收益相应扣回。'
      }
      fields={
        back > 0 && (
          <>
            <label className="mb-2 flex items-center gap-2">
              <input type="checkbox" className="checkbox checkbox-sm" checked={part} onChange={(event) => setPart(event.target.checked)} />
              只退一部分
            </label>
            {part && (
              <Field
                label="金额（元）"
                required
                inputMode="decimal"
                maxLength={9}
                value={text}
                onChange={(event) => setText(event.target.value.trim())}
              />
            )}
          </>
        )
      }
      onClose={onClose}
      onDo={submit}
    />
  );
}
