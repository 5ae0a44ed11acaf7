import { useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { fetchCsv, saveBlob } from '#client/fetch-csv.ts';
import { toastError } from '#client/toast.ts';
import type { CompanyBill } from '#contract/company.ts';
import { paths } from '#contract/paths.ts';
import { Button } from '#ui/Button.tsx';
import { amountText } from '#ui/price-text.ts';
import { SelectBox } from '#ui/Select.tsx';
import { timeText } from '#ui/time-text.ts';
import { fetchBill } from './company-calls.ts';

/** What the company paid by month. */
export function Bill({ first }: { first: CompanyBill }) {
  const [bill, setBill] = useState(first);
  const [busy, setBusy] = useState(false);
  const said = async (work: () => Promise<void>) => {
    setBusy(true);
    await work().catch((error: unknown) => toastError(error instanceof ApiError ? error.msg : '没有取到账单，请稍后再试'));
    setBusy(false);
  };
  const { months, month, list, total, price, refunded } = bill;
  return (
    <section className="panel grid gap-3 p-4 sm:p-6" aria-labelledby="bill-title" aria-busy={busy}>
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="bill-title" className="flex-1 text-base font-semibold">
          月账单
        </h2>
        {months.length > 0 && (
          <>
            <SelectBox
              className="select select-sm w-auto"
              aria-label="月份"
              value={month}
              options={months}
              onValue={(value) => void said(async () => setBill(await fetchBill(value)))}
            />
            <Button
              size="sm"
              busy={busy}
              onClick={() => void said(async () => saveBlob(await fetchCsv(`/company/bill/csv?month=${month}`), `企业账单-${month}.csv`))}
            >
              导出
            </Button>
          </>
        )}
      </div>
      {list.length === 0 ? (
        <p className="text-muted">还没有支付过。企业账号支付的订单、同事以“企业授权”支付的作品会按月列在这里。</p>
      ) : (
        <>
          <p className="num">
            {total} 笔，共支付 <b>¥{amountText(price)}</b>
            {refunded > 0 && `，已退 ¥${amountText(refunded)}`}
            {total > list.length && `。这里列出前 ${list.length} 笔，全部请导出`}
          </p>
          <ul className="divide-y divide-line">
            {list.map(({ orderid, title, by, paid_at, price: paid, refunded: back }) => (
              <li key={orderid} className="flex items-baseline gap-3 py-2">
                <p className="min-w-0 flex-1">
                  {/* the order of a colleague is theirs to open */}
                  {by ? (
                    title
                  ) : (
                    <a className="hover:text-primary" href={paths.order(orderid)}>
                      {title}
                    </a>
                  )}
                  <span className="block text-xs text-muted">
                    {timeText(paid_at)}，{by || '企业账号'}
                  </span>
                </p>
                <p className="num text-right">
                  ¥{amountText(paid)}
                  {back > 0 && <span className="block text-xs text-muted">已退 ¥{amountText(back)}</span>}
                </p>
              </li>
            ))}
          </ul>
          <p className="text-xs text-muted">
            企业账号支付的订单可以在
            <a className="link" href="/personalCenter/myInvoice">
              发票
            </a>
            里一次全部申请；同事支付的由本人申请，抬头可以写企业。
          </p>
        </>
      )}
    </section>
  );
}
