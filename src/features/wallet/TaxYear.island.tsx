import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { useOwnSession } from '#client/use-session.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { amountText } from '#ui/price-text.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { shanghaiDay, timeText } from '#ui/time-text.ts';
import { createTaxYear } from './tax-year.store.ts';

/** What was paid out in a year and withheld of it, each request; the same as a PDF. */
export default function TaxYear() {
  const signed_in = useOwnSession() !== null;
  const [{ $state, actions }] = useState(createTaxYear);
  const { page, failure } = useStore($state);
  useEffect(() => {
    if (signed_in) void actions.open();
  }, [signed_in, actions]);
  if (failure)
    return (
      <div className="panel">
        <Empty title={failure.message} />
      </div>
    );
  if (!page) return <Skeleton rows={3} row_class="h-24" />;
  const net = Math.round((page.amount - page.tax) * 100) / 100;
  return (
    <section className="panel grid gap-4 p-4 sm:p-6" aria-label="年度提现对账单">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-auto text-lg font-semibold">{page.year} 年</h2>
        <Button size="sm" onClick={() => void actions.choose(page.year - 1)}>
          上一年
        </Button>
        <Button size="sm" disabled={page.year >= Number(shanghaiDay().slice(0, 4))} onClick={() => void actions.choose(page.year + 1)}>
          下一年
        </Button>
        <Button size="sm" look="primary" onClick={() => void actions.save()}>
          下载 PDF
        </Button>
      </div>
      <dl className="num grid grid-cols-3 gap-4">
        {(
          [
            ['提现', page.amount],
            ['代扣个税', page.tax],
            ['实际到账', net],
          ] as const
        ).map(([title, amount]) => (
          <div key={title}>
            <dt className="text-xs text-muted">{title}</dt>
            <dd className="text-lg font-semibold">¥{amountText(amount)}</dd>
          </div>
        ))}
      </dl>
      {page.list.length === 0 && <p className="text-muted">这一年没有到账的提现。</p>}
      <ul>
        {page.list.map((row) => (
          <li key={row.withdraw_no} className="num flex flex-wrap justify-between gap-x-4 border-t border-line py-3">
            <span>
              {timeText(row.paid_at)} <span className="text-xs text-muted">提现号 {row.withdraw_no}</span>
            </span>
            <span>
              ¥{amountText(row.amount)}
              {row.tax > 0 && <span className="text-xs text-muted">（代扣 ¥{amountText(row.tax)}）</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
