import type { Order } from '#contract/order.ts';
import { Button } from '#ui/Button.tsx';
import { priceText } from '#ui/price-text.ts';

/** Balance-payment confirmation (spec 2): every amount of it, and one question. */
export function BalanceConfirm(props: { order: Order; busy: boolean; onConfirm: () => void; onCancel: () => void }) {
  const { order, busy, onConfirm, onCancel } = props;
  const rows: Array<[string, string]> = [
    ['原价', `¥${priceText(order.price)}`],
    ['优惠券', order.coupon_price > 0 ? `-¥${priceText(order.coupon_price)}` : '未使用'],
    ['应付', `¥${priceText(Math.round((order.price - order.coupon_price) * 100) / 100)}`],
    ['余额抵扣', `-¥${priceText(order.deduction_price)}`],
    ['当前余额', `¥${priceText(order.all_balance)}`],
    ['支付后余额', `¥${priceText(order.surplus_balance)}`],
  ];
  return (
    <section aria-labelledby="balance-confirm" className="mx-auto grid w-full max-w-[400px] gap-5 py-4">
      <div className="text-center">
        <h3 id="balance-confirm" className="text-base font-semibold">
          使用余额支付
        </h3>
        <p className="num mt-1 text-[40px] leading-tight font-semibold text-primary">
          <span className="text-lg">¥</span>
          {priceText(order.deduction_price)}
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
      <div className="grid grid-cols-2 gap-3">
        <Button size="lg" onClick={onCancel} disabled={busy}>
          返回
        </Button>
        {/* the question was asked by the reader's own choice, so its answer is where the keyboard is */}
        <Button look="primary" size="lg" busy={busy} onClick={onConfirm} ref={(button) => button?.focus()}>
          确认支付
        </Button>
      </div>
    </section>
  );
}
