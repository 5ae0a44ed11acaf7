import { useEffect, useRef, useState } from 'react';
import { type OrderDetail, REFUND_REASON_MAX, REFUND_REASONS } from '#contract/order.ts';
import type { OwnRefund } from '#contract/outputs/order.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { amountText } from '#ui/price-text.ts';
import { Select } from '#ui/Select.tsx';
import { timeText } from '#ui/time-text.ts';
import { InvoiceAsk } from './InvoiceAsk.tsx';
import { EarlierInvoices, OwnInvoice } from './OwnInvoice.tsx';
import type { OrderDetailStore } from './order-detail.store.ts';

interface Props {
  order: OrderDetail;
  actions: OrderDetailStore['actions'];
}

/** Money that comes or came back, and the invoice; nothing where neither can be. */
export function OrderMoney({ order, actions }: Props) {
  const { refund, invoice, invoice_price, invoice_mailed } = order;
  const [asking, setAsking] = useState<'refund' | 'withdraw' | 'invoice' | null>(null);
  const section = useRef<HTMLElement>(null);
  // the list links here before the order is loaded
  useEffect(() => {
    if (location.hash === '#money') section.current?.scrollIntoView();
  }, []);
  if (order.paid_at === 0) return null;
  return (
    <section id="money" ref={section} className="no-print grid grid-cols-1 gap-4 sm:grid-cols-2" aria-label="退款与发票">
      <div className="grid content-start gap-3 rounded-box border border-line p-4">
        <div className="flex items-center justify-between gap-3">
          <h2 className="text-base font-semibold">退款</h2>
          {refund.can_ask && (
            <Button size="sm" onClick={() => setAsking('refund')}>
              申请退款
            </Button>
          )}
          {refund.can_withdraw && (
            <Button size="sm" onClick={() => setAsking('withdraw')}>
              撤回申请
            </Button>
          )}
        </div>
        {refund.list.length > 0 && (
          <ul className="grid gap-1">
            {refund.list.map(({ at, price, whole, reason, done }) => (
              <li key={`${at}-${price}`} className="flex flex-wrap justify-between gap-x-3">
                <span>
                  {whole ? '整单退款' : '部分退款'} <span className="num font-semibold">¥{amountText(price)}</span>
                  {reason && <span className="text-muted">（{reason}）</span>}
                </span>
                <span className="num text-xs text-muted">
                  {timeText(at)} {done ? '已退回' : '退款中'}
                </span>
              </li>
            ))}
          </ul>
        )}
        {refund.claim && <p className="text-xs">{refund.claim}</p>}
        {refund.refused && (
          <p className="text-xs">
            <span className="num">{timeText(refund.refused.at)}</span> 退款申请未通过：{refund.refused.reason}
          </p>
        )}
        {refund.at_once ? (
          <p className="text-xs text-muted">
            {refund.part ? '有一部分尚未使用' : '尚未使用'}，<span className="num">{timeText(refund.until)}</span> 前可以自己申请，款项
            {refund.by_qr > 0 ? '原路退回或退到余额' : '原路退回'}。
          </p>
        ) : (
          (refund.price > 0 || refund.list.length === 0) && <p className="text-xs text-muted">{refund.why_not}</p>
        )}
      </div>
      <div className="grid content-start gap-3 rounded-box border border-line p-4">
        <div className="flex items-center justify-between gap-3">
          <h2 className="text-base font-semibold">发票</h2>
          {invoice_price > 0 && (
            <Button size="sm" onClick={() => setAsking('invoice')}>
              申请发票
            </Button>
          )}
        </div>
        {invoice && <OwnInvoice invoice={invoice} mailed={invoice_mailed} actions={actions} />}
        <EarlierInvoices list={order.invoice_earlier} actions={actions} />
        {invoice_price > 0 && !invoice && (
          <p className="text-xs text-muted">可开 ¥{amountText(invoice_price)}，开出后在这里下载电子发票。</p>
        )}
        {invoice_price === 0 && !invoice && (
          <p className="text-xs text-muted">
            {order.subject === 'balance' ? '充值不单独开票，用余额付款的订单可以开票。' : '这笔订单没有可以开票的金额。'}
          </p>
        )}
      </div>
      {asking === 'refund' && <RefundAsk refund={refund} lost={lostBy(order)} onClose={() => setAsking(null)} onAsk={actions.refund} />}
      {asking === 'withdraw' && <RefundWithdraw onClose={() => setAsking(null)} onWithdraw={actions.withdrawRefund} />}
      {asking === 'invoice' && (
        <InvoiceAsk price={invoice_price} mailed={invoice_mailed} onClose={() => setAsking(null)} onAsk={actions.invoice} />
      )}
    </section>
  );
}

/** What a buyer has no longer once the money is back. */
export function lostBy({ learn_href, format, noun }: OrderDetail): string {
  if (learn_href !== '') return '不能再学习';
  return format !== '' ? '不能再下载' : `${noun}随之收回`;
}

function RefundAsk({
  refund: { price, by_qr, part, at_once, why_not },
  lost,
  onClose,
  onAsk,
}: {
  refund: OwnRefund;
  lost: string;
  onClose(): void;
  onAsk(reason: string, to_balance: boolean): Promise<string | null>;
}) {
  const [to_balance, setToBalance] = useState(false);
  const [reason, setReason] = useState<string>(REFUND_REASONS[0]);
  const [words, setWords] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const other = reason === REFUND_REASONS.at(-1);
  const submit = async () => {
    const said = other ? words.trim() : reason;
    if (said === '') return setError('请填写原因');
    setBusy(true);
    const wrong = await onAsk(said, to_balance);
    setBusy(false);
    if (wrong === null) onClose();
    else setError(wrong);
  };
  const leave = () => {
    if (!busy) onClose();
  };
  return (
    <Dialog open title="申请退款" width={480} onClose={leave}>
      <Form className="grid gap-2" onSubmit={submit}>
        <p className="text-muted">
          退款 <span className="num font-semibold text-ink">¥{amountText(price)}</span>
          {part ? '：尚未使用的部分原路退回，已使用的不受影响。' : `；退款后${lost}，用掉的优惠券退回账户。`}
        </p>
        {by_qr > 0 && (
          <Select
            label="退到哪里"
            value={to_balance ? 'balance' : 'origin'}
            onValue={(way) => setToBalance(way === 'balance')}
            options={[
              ['origin', '原路退回（到账时间以支付方为准）'],
              ['balance', '退到余额（立即到账，可再次购买，不能提现）'],
            ]}
          />
        )}
        {!at_once && <p className="text-xs">{why_not}。提交后由工作人员处理，结果会通知您。</p>}
        <Select label="原因" error={other ? null : error} value={reason} onValue={setReason} options={REFUND_REASONS} />
        {other && (
          <Field
            label="说明"
            required
            maxLength={REFUND_REASON_MAX}
            value={words}
            error={error}
            onValue={(text) => {
              setWords(text);
              setError(null);
            }}
          />
        )}
        <div className="flex justify-end gap-2">
          <Button disabled={busy} onClick={leave}>
            再想想
          </Button>
          <Button type="submit" look="primary" busy={busy}>
            {at_once ? '确认退款' : '提交申请'}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function RefundWithdraw({ onClose, onWithdraw }: { onClose(): void; onWithdraw(): Promise<string | null> }) {
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    const wrong = await onWithdraw();
    setBusy(false);
    if (wrong === null) onClose();
    else setError(wrong);
  };
  const leave = () => {
    if (!busy) onClose();
  };
  return (
    <Dialog open title="撤回退款申请" width={480} onClose={leave}>
      <div className="grid gap-4">
        <p className="text-muted">撤回后订单保持有效，工作人员不再处理这次申请。退款期限内可以重新申请。</p>
        {error && <FormError className="text-xs text-error">{error}</FormError>}
        <div className="flex justify-end gap-2">
          <Button disabled={busy} onClick={leave}>
            再想想
          </Button>
          <Button look="primary" busy={busy} onClick={() => void submit()}>
            确认撤回
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
