import { type ReactNode, useState } from 'react';
import type { RefundWish, StaffOrder, StateTone } from '#contract/admin.ts';
import { ORDER_PAID, ORDER_PART_STATES, PAY_CHANNELS, PAYER_TEXTS, PAYERS, SAVED_TEXTS } from '#contract/order.ts';
import { paths } from '#contract/paths.ts';
import type { StaffVerb } from '#contract/staff.ts';
import { Panel } from '#kit/console/Panel.tsx';
import { State } from '#kit/console/State.tsx';
import { Button } from '#ui/Button.tsx';
import { amountText } from '#ui/price-text.ts';
import { timeText } from '#ui/time-text.ts';
import { AuditLines } from './AuditLines.tsx';
import { ClaimAsk, type ClaimAskProps } from './ClaimAsk.tsx';
import { RefundAsk } from './RefundAsk.tsx';
import { TransferAsk, type TransferAskProps } from './TransferAsk.tsx';

const STATUS: Record<number, string> = { 1: '待支付', 2: '已支付', 3: '已关闭' };
const TONES: Record<number, StateTone> = { 1: 'waiting', 2: 'well', 3: 'over' };
const PAYMENT: Record<string, string> = { waiting: '待支付', paid: '已支付', closed: '已关闭', refunding: '退款中', refunded: '已退回' };
const time = (at: number) => (at > 0 ? timeText(at) : '—');
const yuan = (amount: number) => `¥${amountText(amount)}`;
const UNIT_NAMES = { coin: '猫币', point: '积分' } as const;
const ledgerAmount = (unit: StaffOrder['ledger'][number]['unit'], amount: number) =>
  unit === 'fen' ? yuan(amount) : `${amount} ${UNIT_NAMES[unit]}`;

export interface OrderFactsProps {
  order: StaffOrder;
  may(verb: StaffVerb): boolean;
  onRefund(reason: string, wish: RefundWish): Promise<string | null>;
  onClaim: ClaimAskProps['onClaim'];
  onTransfer: TransferAskProps['onTransfer'];
}

/** What an order is, how it was paid, what the ledger wrote, what staff did. */
export function OrderFacts({ order, may, onRefund, onClaim, onTransfer }: OrderFactsProps) {
  const [asking, setAsking] = useState<'refund' | 'claim' | 'transfer' | null>(null);
  const back = Math.round((order.pay_price + order.balance_price - order.refunded) * 100) / 100;
  const person = ({ id, nickname }: { id: number; nickname: string }) =>
    may('user.see') ? (
      <a className="link" href={paths.admin('user', { id })}>
        {nickname}
      </a>
    ) : (
      nickname
    );
  const about: Array<[label: string, value: ReactNode]> = [
    ['订单号', order.orderid],
    ['买家', person(order.buyer)],
    ...(order.publisher ? [['发布者', person(order.publisher)] as [string, ReactNode]] : []),
    ...(order.uses === null ? [] : [['使用情况', order.uses || '付款后没有使用过'] as [string, ReactNode]]),
    ...(
      [
        ['下单', order.created_at],
        ['支付时间', order.paid_at],
        ['关闭', order.closed_at],
      ] as const
    ).flatMap(([label, at]) => (at > 0 ? [[label, timeText(at)] as [string, ReactNode]] : [])),
  ];
  const amounts: ReadonlyArray<readonly [label: string, amount: number, sign?: string]> = [
    ['原价', order.list_price + order.credit_price],
    ['原会员剩余抵扣', order.credit_price, '-'],
    [`${SAVED_TEXTS[order.saved_by]}（${PAYER_TEXTS[PAYERS[order.saved_by]]}）`, order.list_price - order.price, '-'],
    ['成交价', order.price],
    [`优惠券（${PAYER_TEXTS[PAYERS.coupon]}）`, order.coupon_price, '-'],
    ['余额', order.balance_price],
    ['支付', order.pay_price],
    ['已退', order.refunded],
    ['发布者收益', order.publisher_price],
  ];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Panel
        title={order.title}
        side={
          <>
            {order.payments.some(({ provider }) => provider === 'bank') && may('transfer.handle') && (
              <Button onClick={() => setAsking('transfer')}>
                {order.refunds.some(({ status }) => status === 'waiting') ? '登记已退回' : '登记到账'}
              </Button>
            )}
            {order.status === ORDER_PAID && !order.asked && may('order.refund') && (
              <Button onClick={() => setAsking('refund')}>退款</Button>
            )}
          </>
        }
      >
        {order.asked && (
          <p role="alert" className="mb-3 rounded-box bg-gold-tint p-3 text-gold-ink">
            {order.asked.by} 申请退款：{order.asked.reason}。
            {order.asked.mine ? (
              '须由另一位同事复核。'
            ) : (
              <a className="underline" href={paths.admin('review', { type: 'refund' })}>
                去复核
              </a>
            )}
          </p>
        )}
        <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <span className="num text-xl font-semibold">{yuan(order.price)}</span>
          <State text={order.status_text || (STATUS[order.status] ?? '')} tone={TONES[order.status]} />
        </p>
        <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 border-t border-line pt-4 sm:flex sm:flex-wrap">
          {about.map(([label, value]) => (
            <div key={label} className={label === about[0]?.[0] ? 'named-wide' : undefined}>
              <dt className="text-xs text-muted">{label}</dt>
              <dd className="num">{value}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Panel
            title="付款与退款"
            side={
              order.payments.some(({ paid_at }) => paid_at > 0) &&
              may('claim.handle') && (
                <Button size="sm" onClick={() => setAsking('claim')}>
                  登记拒付或投诉
                </Button>
              )
            }
          >
            {order.claims.map(({ id, text }) => (
              <p key={id} className="mb-2">
                <a className="link" href={paths.admin('claim', { id })}>
                  {text}
                </a>
              </p>
            ))}
            {order.payments.length === 0 && <p className="text-muted">没有经过支付渠道的付款。</p>}
            <ul className="grid gap-2">
              {order.payments.map((payment) => (
                <li key={payment.payment_no} className="num rounded-box bg-ground p-3">
                  {[yuan(payment.amount), PAYMENT[payment.status] ?? payment.status, PAY_CHANNELS[payment.channel]]
                    .filter(Boolean)
                    .join(' · ')}
                  <span className="block text-xs text-muted">
                    付款号 {payment.payment_no}
                    {payment.trade_no && `，支付方单号 ${payment.trade_no}`}
                    {payment.paid_at > 0 && `，${time(payment.paid_at)}`}
                  </span>
                </li>
              ))}
              {order.refunds.map((refund) => (
                <li key={refund.refund_no} className="num rounded-box bg-ground p-3">
                  退 {yuan(refund.amount)} · {refund.status === 'done' ? '已退回' : `退款中，已尝试 ${refund.attempts} 次`}
                  <span className="block text-xs text-muted">
                    退款号 {refund.refund_no}，{time(refund.created_at)}
                    {refund.done_at > 0 && `，完成于 ${time(refund.done_at)}`}
                  </span>
                </li>
              ))}
            </ul>
          </Panel>
          <Panel title="账目">
            {order.ledger.length === 0 ? (
              <p className="text-muted">还没有记账。</p>
            ) : (
              <div className="overflow-x-auto">
                <table className="staff-table">
                  <thead>
                    <tr>
                      <th scope="col">时间</th>
                      <th scope="col">事由</th>
                      <th scope="col">账户</th>
                      <th scope="col" className="text-right">
                        金额
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {order.ledger.map((line) => (
                      <tr key={`${line.key}/${line.account}/${line.owner_id}/${line.amount}`}>
                        <td className="num whitespace-nowrap">{time(line.at)}</td>
                        <td>{line.reason}</td>
                        <td>
                          {line.account}
                          {line.owner_id !== null && `（用户 ${line.owner_id}）`}
                        </td>
                        <td className="num text-right">
                          {line.amount > 0 ? '+' : '-'}
                          {ledgerAmount(line.unit, Math.abs(line.amount))}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )}
          </Panel>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Panel title="金额">
            {order.list_price === 0 && <p className="text-muted">免费。</p>}
            <dl className="num order-sums grid gap-y-2">
              {/* what is nothing says nothing */}
              {amounts
                .filter(([, amount]) => amount > 0)
                .map(([label, amount, sign = '']) => (
                  <div key={label} className="contents">
                    <dt className="text-muted">{label}</dt>
                    <dd className="text-right">
                      {sign}
                      {yuan(amount)}
                    </dd>
                  </div>
                ))}
            </dl>
          </Panel>
          {order.parts.length > 0 && (
            <Panel title="包含的权益">
              <ul className="grid gap-2">
                {order.parts.map((part, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two parts may be alike, their order never changes
                  <li key={at} className="num rounded-box bg-ground p-3">
                    {part.title} · {ORDER_PART_STATES[part.state]}
                    <span className="block text-xs text-muted">
                      {part.text}
                      {part.ends_at > 0 && `，${time(part.starts_at)} 至 ${time(part.ends_at)}`}
                    </span>
                  </li>
                ))}
              </ul>
            </Panel>
          )}
          {order.audit.length > 0 && (
            <Panel title="操作记录">
              <AuditLines audit={order.audit} />
            </Panel>
          )}
        </div>
      </div>
      {asking === 'refund' && <RefundAsk back={back} order={order} onClose={() => setAsking(null)} onRefund={onRefund} />}
      {asking === 'transfer' && <TransferAsk order={order} onClose={() => setAsking(null)} onTransfer={onTransfer} />}
      {asking === 'claim' && <ClaimAsk order={order} onClose={() => setAsking(null)} onClaim={onClaim} />}
    </div>
  );
}
