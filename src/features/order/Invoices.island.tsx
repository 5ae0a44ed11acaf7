import { useState } from 'react';
import type { InvoiceWish } from '#contract/invoice-wish.ts';
import type { Invoice, OwnInvoiceable, OwnInvoices } from '#contract/order.ts';
import { paths } from '#contract/paths.ts';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import { useOwnList } from '#kit/own-list/use-own-list.ts';
import { Button } from '#ui/Button.tsx';
import { FormError } from '#ui/FormError.tsx';
import { amountText } from '#ui/price-text.ts';
import { Tabs } from '#ui/Tabs.tsx';
import { timeText } from '#ui/time-text.ts';
import { InvoiceAsk } from './InvoiceAsk.tsx';
import { askAll, INVOICE_TABS, type InvoiceTab, invoiceActs, loadInvoices } from './invoice-acts.ts';
import { OwnInvoice } from './OwnInvoice.tsx';

type Page = OwnInvoiceable | OwnInvoices;
type Open = OwnInvoiceable['list'][number];

/** 发票: what can be invoiced, by one press once it is known for whom; and what was asked for. */
export default function InvoicesIsland() {
  const { list, state } = useOwnList<Page>(INVOICE_TABS, loadInvoices);
  const { data } = state;
  const counts = data?.counts;
  const title = (key: InvoiceTab, name: string) => ({ key, title: counts?.[key] ? `${name} ${counts[key]}` : name });
  const frame = { state, list: { actions: list.actions } };
  return (
    <div className="panel p-4 sm:p-6">
      <Tabs
        label="发票"
        tabs={[title('open', '可开发票'), title('asked', '我的发票')]}
        current={state.tab as InvoiceTab}
        onChange={(tab) => list.actions.choose({ tab })}
      >
        {state.tab === 'open' ? (
          <OpenOrders data={data && 'wish' in data ? data : null} frame={frame} />
        ) : (
          <OwnListFrame
            state={{ ...state, data: data && !('wish' in data) ? data : null }}
            list={frame.list}
            keyOf={(row: Invoice) => row.id}
            empty={{
              title: '还没有申请过发票',
              hint: '申请后在这里查看进度，开出的电子发票随时可以下载。',
              children: <Button onClick={() => list.actions.choose({ tab: 'open' })}>看看可开的订单</Button>,
            }}
          >
            {(row) => (
              <div className="grid gap-2 py-4">
                <p className="flex flex-wrap items-baseline gap-x-3">
                  <a className="min-w-0 font-semibold hover:text-primary" href={`${paths.order(row.orderid)}#money`}>
                    {row.content}
                  </a>
                  <span className="num text-xs text-muted">
                    {timeText(row.created_at)}，订单号 {row.orderid}
                  </span>
                </p>
                <OwnInvoice invoice={row} mailed={data?.mailed ?? false} actions={invoiceActs(row.orderid, list.actions.reload)} />
              </div>
            )}
          </OwnListFrame>
        )}
      </Tabs>
    </div>
  );
}

interface OpenProps {
  data: OwnInvoiceable | null;
  frame: Pick<ReturnType<typeof useOwnList<Page>>, 'state'> & { list: { actions: ReturnType<typeof useOwnList<Page>>['list']['actions'] } };
}

function OpenOrders({ data, frame: { state, list } }: OpenProps) {
  const [chosen, setChosen] = useState<InvoiceWish | null>(null);
  const [asking, setAsking] = useState<Open | 'title' | null>(null);
  const [busy, setBusy] = useState('');
  const [error, setError] = useState<{ orderid: string; text: string } | null>(null);
  const wish = chosen ?? data?.wish ?? null;
  const ask = async (row: Open, whom: InvoiceWish) => {
    setBusy(row.orderid);
    const text = await invoiceActs(row.orderid, list.actions.reload).invoice(whom);
    setBusy('');
    setError(text === null ? null : { orderid: row.orderid, text });
    return text;
  };
  return (
    <>
      {data && data.total > 0 && (
        <Whom wish={wish} data={data} onChange={() => setAsking('title')} onAll={(whom) => void askAll(whom, data, list.actions.reload)} />
      )}
      <OwnListFrame
        state={{ ...state, data }}
        list={list}
        keyOf={(row: Open) => row.orderid}
        empty={{
          title: '没有可以开票的订单',
          hint: '付过款、还没有开票的订单会列在这里。',
          children: (
            <a className="btn" href="/personalCenter/myOrder?view=orders">
              我的订单
            </a>
          ),
        }}
      >
        {(row) => (
          <div className="flex items-center gap-3 py-3 sm:gap-4">
            <div className="min-w-0 flex-1">
              <a className="line-clamp-1 font-semibold hover:text-primary" href={paths.order(row.orderid)}>
                {row.title}
              </a>
              <p className="num text-xs text-muted">
                {timeText(row.paid_at)} 支付<span className="max-sm:hidden">，订单号 {row.orderid}</span>
              </p>
              {error?.orderid === row.orderid && <FormError className="text-xs text-error">{error.text}</FormError>}
            </div>
            <p className="num font-semibold">¥{amountText(row.price)}</p>
            <Button
              size="sm"
              busy={busy === row.orderid}
              aria-label={`开发票：${row.title}`}
              onClick={() => (wish ? void ask(row, wish) : setAsking(row))}
            >
              开发票
            </Button>
          </div>
        )}
      </OwnListFrame>
      {asking && (
        <InvoiceAsk
          price={asking === 'title' ? null : asking.price}
          mailed={data?.mailed ?? false}
          wish={wish}
          onClose={() => setAsking(null)}
          onAsk={async (whom) => {
            if (asking !== 'title') return ask(asking, whom);
            setChosen(whom);
            return null;
          }}
        />
      )}
    </>
  );
}

/** For whom the next press asks. */
function Whom({
  wish,
  data,
  onChange,
  onAll,
}: {
  wish: InvoiceWish | null;
  data: OwnInvoiceable;
  onChange(): void;
  onAll(wish: InvoiceWish): void;
}) {
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-field bg-ground p-4">
      <div className="min-w-0 flex-1 basis-56">
        <p className="num">
          {data.total} 笔订单可开 <b className="text-lg">¥{amountText(data.price)}</b>
        </p>
        <p className="num text-xs text-muted wrap-anywhere">
          {wish
            ? `抬头：${wish.title}${wish.tax_no && `，税号 ${wish.tax_no}`}${data.mailed ? `，发送至 ${wish.mail}` : ''}。按一下即申请，开出前可以撤回。`
            : '第一次开票时填写抬头，之后按一下即可。'}
        </p>
      </div>
      {wish && (
        <Button size="sm" onClick={onChange}>
          换个抬头
        </Button>
      )}
      {wish && data.total > 1 && (
        <Button size="sm" onClick={() => onAll(wish)}>
          全部申请
        </Button>
      )}
    </div>
  );
}
