import { Download, FileText, Play, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  type OrderDetail as Detail,
  ORDER_CLOSED,
  ORDER_PAID,
  ORDER_PART_STATES,
  ORDER_WAITING,
  type OrderPartState,
} from '#contract/order.ts';
import type { OrderPart } from '#contract/outputs/order.ts';
import { amountRows, factRows, RECEIPT, type ReceiptRow } from '#contract/receipt.ts';
import { Button } from '#ui/Button.tsx';
import { timeText, wholeTimeText } from '#ui/time-text.ts';
import type { OrderKind } from './order-kind.ts';

export interface OrderDetailProps {
  order: Detail;
  /** Null: it is for no item, or for one of a kind without pages. */
  kind: OrderKind | null;
  percent: number | null;
  onPay(): void;
  onTransfer(): void;
  onDownload(): void;
  /** The receipt as a file; `saving`: it is on its way. */
  onSave(): void;
  saving: boolean;
  onPrint(): void;
  /** Refund and invoice. */
  money?: ReactNode;
}

const STATUS = { [ORDER_WAITING]: '待支付', [ORDER_PAID]: '已支付', [ORDER_CLOSED]: '已关闭' };

/** One order; on paper a receipt. */
export function OrderDetail({ order, kind, percent, onPay, onTransfer, onDownload, onSave, saving, onPrint, money }: OrderDetailProps) {
  const { status, msg, title, cover_src } = order;
  const href = order.href || (kind ? `${kind.detail}?id=${order.subject_id}` : '');
  return (
    <article className="panel grid gap-6 p-6">
      <div className="hidden border-b border-line pb-4 print:block">
        <p className="text-xl font-semibold">{RECEIPT.title}</p>
        <p className="text-muted">{RECEIPT.note}</p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <p
            className={`text-lg font-semibold ${status === ORDER_PAID ? 'text-success' : status === ORDER_CLOSED ? 'text-muted' : 'text-primary'}`}
          >
            {STATUS[status]}
          </p>
          {msg && <p className="text-muted">{msg}</p>}
        </div>
        <div className="no-print flex flex-wrap gap-2">
          {status === ORDER_WAITING && (order.kind > 0 || order.pay_href !== '') && (
            <Button look="primary" onClick={onPay}>
              继续支付
            </Button>
          )}
          {status === ORDER_WAITING && order.pay_price > 0 && (order.subject === 'seats' || order.licence === 'company') && (
            <Button onClick={onTransfer}>对公转账</Button>
          )}
          {order.can_buy && (kind || order.pay_href !== '') && <Button onClick={onPay}>重新购买</Button>}
          {order.can_download && order.learn_href !== '' && (
            <a className="btn btn-primary" href={order.learn_href}>
              <Play size={16} aria-hidden="true" />
              去学习
            </a>
          )}
          {order.can_download && order.learn_href === '' && kind && (
            <Button look="primary" busy={percent !== null} icon={<Download size={16} aria-hidden="true" />} onClick={onDownload}>
              {percent === null ? '再次下载' : `${percent}%`}
            </Button>
          )}
          {order.paid_at > 0 && (
            <>
              <Button busy={saving} icon={<FileText size={16} aria-hidden="true" />} onClick={onSave}>
                下载凭证
              </Button>
              <Button icon={<Printer size={16} aria-hidden="true" />} onClick={onPrint}>
                打印凭证
              </Button>
            </>
          )}
        </div>
      </div>
      <div className="flex items-center gap-4">
        <span className="grid aspect-16/10 w-32 shrink-0 place-items-center overflow-hidden rounded-field border border-line bg-ground text-muted">
          {cover_src ? <img src={cover_src} alt="" className="size-full object-cover" /> : <FileText size={24} aria-hidden="true" />}
        </span>
        <div className="min-w-0">
          {href !== '' ? (
            <a className="text-base font-semibold hover:text-primary" href={href}>
              {title}
            </a>
          ) : (
            <p className="text-base font-semibold">{title}</p>
          )}
          <p className="text-xs text-muted">{[order.noun, order.format.toUpperCase()].filter(Boolean).join(' · ')}</p>
        </div>
      </div>
      {order.parts.length > 0 && <Parts parts={order.parts} />}
      <Table label="金额" rows={amountRows(order)} strong />
      <Table label="订单信息" rows={factRows(order, wholeTimeText)} />
      {money}
      <p className="no-print text-xs text-muted">
        对这笔订单有疑问，请凭订单号
        <button type="button" className="underline underline-offset-2" data-service>
          联系客服
        </button>
        。
      </p>
    </article>
  );
}

const PART_LOOKS: Partial<Record<OrderPartState, string>> = { active: 'text-success', working: 'text-primary' };

/** What of the time of a part is known and still says something. */
function partTime({ state, starts_at, ends_at }: OrderPart): string {
  if (state === 'working') return '正在开通，完成后这里会更新，无需再次购买';
  if (state === 'later') return `${timeText(starts_at)} 起，至 ${timeText(ends_at)}`;
  return (state === 'active' || state === 'over') && ends_at > 0 ? `至 ${timeText(ends_at)}` : '';
}

/** Each part of what was bought, and where it stands. */
function Parts({ parts }: { parts: OrderPart[] }) {
  return (
    <section className="grid gap-2 rounded-box bg-ground p-4" aria-label="包含的权益">
      <h2 className="text-base font-semibold">包含的权益</h2>
      <ul className="grid gap-2">
        {parts.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two parts may be alike, their order never changes
          <li key={at} className="flex flex-wrap justify-between gap-x-4">
            <span className="min-w-0">
              {part.title} <span className="num text-xs text-muted">{part.text}</span>
            </span>
            <span className="num text-right">
              <span className={`font-semibold ${PART_LOOKS[part.state] ?? 'text-muted'}`}>{ORDER_PART_STATES[part.state]}</span>
              {partTime(part) !== '' && <span className="block text-xs text-muted">{partTime(part)}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `strong`: the last row is the sum. */
function Table({ label, rows, strong = false }: { label: string; rows: readonly ReceiptRow[]; strong?: boolean }) {
  return (
    <dl className="grid gap-2 rounded-box bg-ground p-4" aria-label={label}>
      {rows.map(([name, value], at) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-muted">{name}</dt>
          <dd className={strong && at === rows.length - 1 ? 'num text-base font-semibold' : 'num'}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
