import { Download } from 'lucide-react';
import { useState } from 'react';
import { type Invoice, invoiceState } from '#contract/order.ts';
import { Button } from '#ui/Button.tsx';
import { FormError } from '#ui/FormError.tsx';
import { amountText } from '#ui/price-text.ts';
import { timeText } from '#ui/time-text.ts';
import { InvoiceAsk } from './InvoiceAsk.tsx';
import type { InvoiceActs } from './invoice-acts.ts';

/** The invoice of an order: its state, its files, and what the buyer may do about it. */
export function OwnInvoice({ invoice, mailed, actions }: { invoice: Invoice; mailed: boolean; actions: InvoiceActs }) {
  const [error, setError] = useState<string | null>(null);
  const [correcting, setCorrecting] = useState(false);
  const { id, title, tax_no, price, status, reason, mail, number, correction } = invoice;
  const waits = status === 'red_due' ? correction : null;
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap justify-between gap-x-3">
        <span className="min-w-0 wrap-anywhere">{title}</span>
        <span className="num font-semibold">¥{amountText(price)}</span>
      </p>
      <p className="num text-xs text-muted wrap-anywhere">
        {invoiceState(invoice)}
        {reason && `：${reason}`}
        {tax_no && `，税号 ${tax_no}`}
        {mailed && status === 'asked' && `，开出后发送至 ${mail}`}
        {mailed && invoice.has_file && `，发送至 ${mail}`}
        {number && `，号码 ${number}`}
      </p>
      {waits && (
        <p className="text-xs wrap-anywhere">
          将按「{waits.title}」{waits.tax_no && <span className="num">（税号 {waits.tax_no}）</span>}另开一张
          {waits.by_staff ? '，由工作人员提出' : ''}：{waits.reason}
        </p>
      )}
      <PastFiles invoice={invoice} />
      <div className="flex flex-wrap gap-2">
        <Files invoice={invoice} actions={actions} />
        {status === 'issued' && (
          <Button size="sm" onClick={() => setCorrecting(true)}>
            抬头有误，换开
          </Button>
        )}
        {(status === 'asked' || waits) && (
          <Button size="sm" look="ghost" onClick={() => void actions.withdraw(id).then(setError)}>
            {waits ? '不换开了' : '撤回申请'}
          </Button>
        )}
      </div>
      {error && <FormError className="text-xs text-error">{error}</FormError>}
      {correcting && (
        <InvoiceAsk
          price={price}
          mailed={mailed}
          had={invoice}
          onClose={() => setCorrecting(false)}
          onAsk={(wish, why) => actions.correctInvoice(id, wish, why)}
        />
      )}
    </div>
  );
}

/** Invoices that this one came after: reversed ones keep both papers. */
export function EarlierInvoices({ list, actions }: { list: readonly Invoice[]; actions: InvoiceActs }) {
  const papers = list.filter(({ has_file }) => has_file);
  if (papers.length === 0) return null;
  return (
    <details className="text-xs">
      <summary className="cursor-pointer text-muted">之前的发票（{papers.length}）</summary>
      <ul className="mt-2 grid gap-3">
        {papers.map((invoice) => (
          <li key={invoice.id} className="grid gap-1">
            <p className="num wrap-anywhere">
              {invoice.title} ¥{amountText(invoice.price)}，号码 {invoice.number}，{invoiceState(invoice)}
              {invoice.red_number && `，红字发票 ${invoice.red_number}`}
            </p>
            <PastFiles invoice={invoice} />
            <div className="flex flex-wrap gap-2">
              <Files invoice={invoice} actions={actions} />
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Files({ invoice: { id, has_file, has_red_file }, actions }: { invoice: Invoice; actions: InvoiceActs }) {
  const icon = <Download size={16} aria-hidden="true" />;
  return (
    <>
      {has_file && (
        <Button size="sm" icon={icon} onClick={() => void actions.saveInvoice(id, false)}>
          下载发票
        </Button>
      )}
      {has_red_file && (
        <Button size="sm" icon={icon} onClick={() => void actions.saveInvoice(id, true)}>
          下载红字发票
        </Button>
      )}
    </>
  );
}

/** Numbers that were recorded by mistake: who took such a file sees that it is not valid. */
function PastFiles({ invoice: { past_files } }: { invoice: Invoice }) {
  return past_files.map(({ red, number, reason, at }) => (
    <p key={`${at}-${number}`} className="text-xs text-muted">
      <span className="num">{timeText(at)}</span> 已更正：{red ? '红字发票' : '发票'}之前登记为 <span className="num">{number}</span>（
      {reason}）
    </p>
  ));
}
