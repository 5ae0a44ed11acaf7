import { type Order, type Quote, SAVED_TEXTS } from '#contract/order.ts';
import { Button } from '#ui/Button.tsx';
import { amountText } from '#ui/price-text.ts';

interface AskProps {
  title: string;
  /** What is spent, yuan: the largest text in the question. */
  amount: number;
  rows: Array<[name: string, value: string]>;
  note?: string;
  confirm: string;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** One question before something is spent that no QR stands in front of. */
function AskToPay({ title, amount, rows, note, confirm, busy, onConfirm, onCancel }: AskProps) {
  return (
    <section aria-labelledby="ask-to-pay" className="mx-auto grid w-full max-w-[400px] gap-5 py-4">
      <div className="text-center">
        <h3 id="ask-to-pay" className="text-base font-semibold">
          {title}
        </h3>
        <p className="num mt-1 text-[40px] leading-tight font-semibold text-primary">
          <span className="text-lg">¥</span>
          {amountText(amount)}
        </p>
      </div>
      <dl className="grid gap-2 rounded-box bg-ground p-4">
        {rows.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-muted">{name}</dt>
            <dd className="num font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {note && <p className="text-center text-xs text-muted">{note}</p>}
      <div className="grid grid-cols-2 gap-3">
        <Button size="lg" onClick={onCancel} disabled={busy}>
          返回
        </Button>
        {/* the question was asked by the reader's own choice, so its answer is where the keyboard is */}
        <Button look="primary" size="lg" busy={busy} onClick={onConfirm} ref={(button) => button?.focus()}>
          {confirm}
        </Button>
      </div>
    </section>
  );
}

type AnswerProps = Pick<AskProps, 'busy' | 'onConfirm' | 'onCancel'>;

export type BalanceConfirmProps = AnswerProps & { order: Order };
export type CouponConfirmProps = AnswerProps & { quote: Quote; coupon_id: number };

/** Balance-payment confirmation (spec 2): every amount of it. */
export function BalanceConfirm({ order, ...answer }: BalanceConfirmProps) {
  const saved = fen(order.list_price - order.price);
  const rows: AskProps['rows'] = [
    ['原价', `¥${amountText(order.list_price)}`],
    ...(saved > 0 ? [[SAVED_TEXTS[order.saved_by], `-¥${amountText(saved)}`] as [string, string]] : []),
    ['优惠券', order.coupon_price > 0 ? `-¥${amountText(order.coupon_price)}` : '未使用'],
    ['应付', `¥${amountText(fen(order.price - order.coupon_price))}`],
    ['余额抵扣', `-¥${amountText(order.deduction_price)}`],
    ['当前余额', `¥${amountText(order.all_balance)}`],
    ['支付后余额', `¥${amountText(order.surplus_balance)}`],
  ];
  return <AskToPay title="使用余额支付" amount={order.deduction_price} rows={rows} confirm="确认支付" {...answer} />;
}

/** A coupon that covers the whole price is spent by the order itself, so it is asked about before. */
export function CouponConfirm({ quote, coupon_id, ...answer }: CouponConfirmProps) {
  const coupon = quote.coupons.find(({ id }) => id === coupon_id);
  if (!coupon) return null;
  const lost = fen(coupon.price - quote.price);
  const saved = fen(quote.list_price - quote.price);
  const rows: AskProps['rows'] = [
    ['原价', `¥${amountText(quote.list_price)}`],
    ...(saved > 0 ? [[SAVED_TEXTS.member, `-¥${amountText(saved)}`] as [string, string]] : []),
    [coupon.title, `-¥${amountText(quote.price)}`],
    ['应付', '¥0'],
  ];
  return (
    <AskToPay
      title="用优惠券抵扣全部金额"
      amount={0}
      rows={rows}
      {...(lost > 0 ? { note: `优惠券面额 ¥${amountText(coupon.price)}，高于价格，多出的 ¥${amountText(lost)} 不退回。` } : {})}
      confirm="确认使用"
      {...answer}
    />
  );
}

/** Yuan without the dust of a subtraction. */
const fen = (yuan: number): number => Math.round(yuan * 100) / 100;
