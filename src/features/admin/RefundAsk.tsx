import { useState } from 'react';
import type { RefundWish, StaffOrder } from '#contract/admin.ts';
import { Ask } from '#kit/console/Ask.tsx';
import { Field } from '#ui/Field.tsx';
import { amountText } from '#ui/price-text.ts';

/** What buyers say most. */
const REASONS = ['重复购买', '误购', '内容与描述不符', '打不开或下载不了'];

type Way = 'whole' | 'unused' | 'part';

interface Props {
  order: StaffOrder;
  /** What the buyer has paid and not got back, yuan. */
  back: number;
  onClose(): void;
  onRefund(reason: string, wish: RefundWish): Promise<string | null>;
}

/** A refund of everything that is left, of what was not used, or of a part that leaves the order as it is. */
export function RefundAsk({ order, back, onClose, onRefund }: Props) {
  const unused = order.unused !== null && order.unused > 0 && order.unused < back ? order.unused : null;
  const [way, setWay] = useState<Way>(unused === null ? 'whole' : 'unused');
  const [text, setText] = useState('');
  const amount = { whole: back, unused: unused ?? 0, part: Number(text) }[way];
  const coupon = order.coupon_price > 0 ? '，用掉的优惠券退回账户' : '';
  const about: Record<Way, string> = {
    whole: `收回所购内容，余额与支付金额原路退回${coupon}${order.publisher ? '，发布者的收益相应扣回' : ''}。`,
    unused: '按尚未使用的时间退款，并收回剩余的权益；已使用部分的金额与优惠券不退。',
    part: `先退支付金额，再退余额；${order.part.text}${order.publisher ? '，发布者的收益按比例扣回' : ''}。`,
  };
  const used = order.uses ? `买家${order.uses}。` : '';
  const confirmed = order.refunded + amount > order.confirm_above;
  const submit = async (reason: string) => {
    if (way === 'part' && !(/^\d+(\.\d{1,2})?$/.test(text) && amount > 0 && amount < back)) {
      return `部分退款的金额应大于 0、小于 ¥${amountText(back)}`;
    }
    return onRefund(reason, { amount: way === 'whole' ? null : amount, ends: way === 'unused' });
  };
  const ways: Array<[Way, string]> = [
    ...(unused === null ? [] : [['unused', `退未使用的部分 ¥${amountText(unused)}，并收回权益`] as [Way, string]]),
    ['whole', `全部退回 ¥${amountText(back)}`],
    ...(order.part.none ? [] : [['part', `只退一部分，${order.part.text}`] as [Way, string]]),
  ];
  return (
    <Ask
      countersigned
      reasons={REASONS}
      title={way === 'part' ? '部分退款' : `退款 ¥${amountText(amount)}`}
      verb={confirmed ? '提交复核' : '确认退款'}
      about={[
        used,
        confirmed ? `累计超过 ¥${amountText(order.confirm_above)} 的退款须由另一位同事在审核台确认后执行。` : '',
        about[way],
        order.part.none ? `${order.part.text}。` : '',
      ].join('')}
      fields={
        back > 0 && (
          <>
            <fieldset className="mb-2 grid gap-1">
              <legend className="sr-only">退款方式</legend>
              {ways.map(([value, label]) => (
                <label key={value} className="flex min-h-8 items-center gap-2">
                  <input type="radio" name="refund-way" className="radio radio-sm" checked={way === value} onChange={() => setWay(value)} />
                  {label}
                </label>
              ))}
            </fieldset>
            {way === 'part' && (
              <Field label="金额（元）" required inputMode="decimal" maxLength={9} value={text} onValue={(text) => setText(text.trim())} />
            )}
          </>
        )
      }
      onClose={onClose}
      onDo={submit}
    />
  );
}
