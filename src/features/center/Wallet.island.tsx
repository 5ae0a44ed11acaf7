import { useEffect, useState } from 'react';
import type { OwnPage, SaleRow, SalesList, WalletLine } from '#contract/center.ts';
import { amountText } from '#ui/price-text.ts';
import { Tabs } from '#ui/Tabs.tsx';
import { timeText } from '#ui/time-text.ts';
import { OwnListFrame } from './OwnListFrame.tsx';
import { loadLines, loadSales } from './own-lists.ts';
import { useOwnList } from './use-own-list.ts';
import { useSums } from './use-sums.ts';

type View = 'balance' | 'sales' | 'earning';

/** 我的钱包: what can be spent with each movement, and for publishers what was sold and earned. */
export default function WalletIsland() {
  const [view, setView] = useState<View>('balance');
  useEffect(() => {
    const named = (['sales', 'earning'] as const).find((key) => location.hash === `#${key}`);
    if (named) setView(named);
  }, []);
  const sums = useSums();
  const choose = (next: View) => {
    history.replaceState(history.state, '', next === 'balance' ? location.pathname : `${location.pathname}#${next}`);
    setView(next);
  };
  return (
    <div className="grid gap-4">
      <dl className="panel grid grid-cols-2 gap-4 p-4 sm:grid-cols-3 sm:p-6">
        <Sum title="可用余额" value={sums && `¥${amountText(sums.balance)}`} />
        <Sum title="待支付订单占用" value={sums && `¥${amountText(sums.held)}`} />
        <Sum title="猫币" value={sums && String(sums.coin)} />
      </dl>
      <div className="panel p-4 sm:p-6">
        <Tabs
          label="钱包明细"
          tabs={[
            { key: 'balance', title: '余额明细' },
            { key: 'sales', title: '我的销售' },
            { key: 'earning', title: '收益明细' },
          ]}
          current={view}
          onChange={choose}
        >
          {view === 'balance' && <Lines key="balance" account="balance" />}
          {view === 'sales' && <Sales />}
          {view === 'earning' && <Lines key="earning" account="earning" />}
        </Tabs>
      </div>
    </div>
  );
}

function Sum({ title, value }: { title: string; value: string | null }) {
  return (
    <div>
      <dt className="text-xs text-muted">{title}</dt>
      <dd className="num text-xl font-semibold">{value ?? '…'}</dd>
    </div>
  );
}

const EMPTY = {
  balance: { title: '还没有余额变动', hint: '退回的款项、平台赠送和用余额支付的订单会记在这里。' },
  earning: { title: '还没有收益', hint: '您的作品售出后，每一笔收益都会记在这里。' },
} as const;

function Lines({ account }: { account: 'balance' | 'earning' }) {
  const { list, state } = useOwnList<OwnPage<WalletLine>>([''], loadLines(account));
  return (
    <OwnListFrame state={state} list={list} keyOf={(row: WalletLine) => row.id} empty={EMPTY[account]}>
      {(row) => (
        <div className="flex items-center gap-4 py-3">
          <div className="num min-w-0 flex-1">
            <p>{row.title}</p>
            <p className="text-xs text-muted">
              {timeText(row.created_at)}
              {row.reference && `，${row.reference}`}
            </p>
          </div>
          <p className={`num font-semibold ${row.amount > 0 ? 'text-success' : ''}`}>
            {row.amount > 0 ? '+' : '-'}¥{amountText(Math.abs(row.amount))}
          </p>
        </div>
      )}
    </OwnListFrame>
  );
}

function Sales() {
  const { list, state } = useOwnList<SalesList>([''], loadSales);
  const all = state.data;
  return (
    <>
      {all && (
        <div className="mb-2 grid gap-1 rounded-field bg-ground p-4">
          <p className="num">
            共售出 <b>{all.sold_num}</b> 笔，成交 <b>¥{amountText(all.sold)}</b>，您的收益 <b>¥{amountText(all.earned)}</b>。
          </p>
          <p className="num text-xs text-muted">
            每笔成交您得 {all.share_percent}%：读者付 ¥100，您得 ¥{amountText(all.share_percent)}，平台得 ¥
            {amountText(Math.round((100 - all.share_percent) * 100) / 100)}
            。用了优惠券的订单仍按券前价格计算。收益目前记在账上，暂不支持提现。
          </p>
        </div>
      )}
      <OwnListFrame
        state={state}
        list={list}
        keyOf={(row: SaleRow) => row.orderid}
        empty={{ title: '还没有售出的作品', hint: '作品售出后，每一笔订单和收益都会列在这里。' }}
      >
        {(row) => (
          <div className="flex items-center gap-4 py-3">
            <div className="num min-w-0 flex-1">
              <p className="truncate font-semibold">{row.title}</p>
              <p className="text-xs text-muted">
                {timeText(row.paid_at)}，订单号 {row.orderid}
              </p>
            </div>
            <div className="num text-right">
              <p className="font-semibold text-success">+¥{amountText(row.earned)}</p>
              <p className="text-xs text-muted">成交 ¥{amountText(row.price)}</p>
            </div>
          </div>
        )}
      </OwnListFrame>
    </>
  );
}
