import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { followAddress, stepTo } from '#client/address.ts';
import { ApiError } from '#client/api-error.ts';
import { useSession } from '#client/use-session.ts';
import type { OwnPage, SaleRow, SalesList, WalletAccount, WalletLine } from '#contract/center.ts';
import type { WalletMoney } from '#contract/wallet.ts';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import { useOwnList } from '#kit/own-list/use-own-list.ts';
import { Button } from '#ui/Button.tsx';
import { amountText } from '#ui/price-text.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { timeText } from '#ui/time-text.ts';
import { PoolShares } from '../wallet/PoolShares.tsx';
import { PurseCard } from '../wallet/PurseCard.tsx';
import { Withdrawals } from '../wallet/Withdrawals.tsx';
import { fetchSums, loadLines, loadSales } from './own-lists.ts';

const VIEWS = ['balance', 'sales', 'earning', 'withdraw', 'purse'] as const;
type View = (typeof VIEWS)[number];

/** 我的钱包: what can be spent with each movement, and for publishers what was sold and earned. */
export default function WalletIsland() {
  const [chosen, setChosen] = useState<View | null>(null);
  useEffect(() => {
    const read = () => setChosen(VIEWS.find((key) => location.hash === `#${key}`) ?? null);
    read();
    return followAddress(read);
  }, []);
  const { sums, moved, reload } = useSums();
  // who chose nothing sees what moved last
  const view = chosen ?? moved;
  const earns = (sums?.earning ?? 0) > 0;
  const choose = (next: View) => {
    stepTo({ page: 1 }, `#${next}`);
    setChosen(next);
  };
  return (
    <div className="grid gap-4">
      <section className="panel grid gap-4 p-4 sm:p-6" aria-label="钱包总览">
        <dl className="grid grid-cols-2 gap-x-4 gap-y-6 sm:grid-cols-3">
          <Sum
            title="可用余额"
            value={sums && `¥${amountText(sums.balance)}`}
            note={[held(sums?.held ?? 0, '待支付订单占用 ¥'), held(sums?.purse ?? 0, '另有投标保证金 ¥')].filter(Boolean).join('，')}
          >
            {/* who earns takes it out, who does not puts it in */}
            <Button look={earns ? 'outline' : 'primary'} onClick={() => void topUp(reload, 'balance')}>
              充值余额
            </Button>
          </Sum>
          <Sum title="猫币" value={sums && String(sums.coin)} note={held(sums?.held_coin ?? 0, '使用中 ')}>
            <Button onClick={() => void topUp(reload, 'coins')}>充值猫币</Button>
          </Sum>
          <Sum
            title="可提现收益"
            value={sums && `¥${amountText(sums.available)}`}
            note={[
              held(sums?.pending ?? 0, '待结算 ¥'),
              held(sums?.withdrawing ?? 0, '提现中 ¥'),
              held(sums?.claimed ?? 0, '拒付与投诉冻结 ¥'),
              held(sums?.escrow ?? 0, '合作款托管中 ¥'),
            ]
              .filter(Boolean)
              .join('，')}
          >
            <Button look={earns ? 'primary' : 'outline'} onClick={() => choose('withdraw')}>
              提现
            </Button>
          </Sum>
        </dl>
        <p className="flex flex-wrap gap-x-4 gap-y-2 border-t border-line pt-4 text-xs">
          <span className="text-muted">按月明细与导出</span>
          {DETAILS.map(({ href, title }) => (
            <a key={href} className="link" href={href}>
              {title}
            </a>
          ))}
        </p>
      </section>
      <div className="panel p-4 sm:p-6">
        <Tabs
          label="钱包明细"
          tabs={[
            { key: 'balance', title: '余额明细' },
            { key: 'sales', title: '我的销售' },
            { key: 'earning', title: '收益明细' },
            { key: 'withdraw', title: '提现' },
            { key: 'purse', title: '投标保证金' },
          ]}
          current={view ?? 'balance'}
          onChange={choose}
        >
          {view === null && <Skeleton rows={4} row_class="h-24" />}
          {view === 'balance' && <Lines key="balance" account="balance" />}
          {view === 'sales' && <Sales />}
          {view === 'earning' && (
            <>
              <PoolShares />
              <Lines key="earning" account="earning" />
            </>
          )}
          {view === 'purse' && (
            <>
              <PurseCard onMoved={reload} />
              <Lines key={`purse ${sums?.purse}`} account="purse" />
            </>
          )}
          {view === 'withdraw' && <Withdrawals onMoved={reload} />}
        </Tabs>
      </div>
    </div>
  );
}

/** Detail pages of the accounts (routes of the specification). */
const DETAILS = [
  { href: '/personalCenter/myWallet/srDetaildszmx', title: '收支明细' },
  { href: '/personalCenter/myWallet/srDetaild', title: '收入明细' },
  { href: '/personalCenter/myWallet/mbDetaild', title: '猫币明细' },
];

async function topUp(onPaid: () => void, of: 'coins' | 'balance'): Promise<void> {
  const { openTopUp } = await import('../wallet/open-top-up.tsx');
  if (await openTopUp(0, of)) onPaid();
}

const held = (amount: number, text: string): string => (amount > 0 ? `${text}${amountText(amount)}` : '');

/** What there is, and below it what one does with it; `children`: the button. */
function Sum({ title, value, note, children }: { title: string; value: string | null; note: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-start">
      <dt className="text-xs text-muted">{title}</dt>
      <dd className="num text-xl font-semibold">{value ?? '…'}</dd>
      {note && <dd className="num text-xs text-muted">{note}</dd>}
      <dd className="mt-auto pt-3">{children}</dd>
    </div>
  );
}

const TO_PUBLISH = (
  <a className="btn btn-primary" href="/personalCenter/myPublish">
    发布作品
  </a>
);
const EMPTY = {
  balance: {
    title: '还没有余额变动',
    hint: '充值、转入的收益、退回的款项和用余额支付的订单会记在这里。',
    children: (
      <a className="btn" href="/personalCenter/myOrder?view=orders">
        我的订单
      </a>
    ),
  },
  purse: {
    title: '还没有保证金变动',
    hint: '转入、取回与赔付会记在这里；投标与撤回不产生流水。',
    children: (
      <a className="btn" href="/demandBidding">
        看看招标
      </a>
    ),
  },
  earning: { title: '还没有收益', hint: '您的作品售出后，每一笔收益都会记在这里。', children: TO_PUBLISH },
} as const;

function Lines({ account }: { account: WalletAccount }) {
  const { list, state } = useOwnList<OwnPage<WalletLine>>([''], loadLines(account));
  return (
    <OwnListFrame state={state} list={list} keyOf={(row: WalletLine) => row.id} empty={EMPTY[account]}>
      {(row) => (
        <div className="flex items-center gap-4 py-3">
          <div className="num min-w-0 flex-1">
            <p className="truncate">
              {row.title}
              {row.about && <span className="font-semibold">「{row.about}」</span>}
            </p>
            <p className="truncate text-xs text-muted">
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
            作品每笔成交您得 {all.share_percent}%：读者付 ¥100，您得 ¥{amountText(all.share_percent)}，平台得 ¥
            {amountText(Math.round((100 - all.share_percent) * 100) / 100)}
            ；沙龙门票您得 {all.ticket_share_percent}%。比例在下单时确定，用了优惠券的订单仍按券前价格计算。收益可在“提现”中申请打款。
          </p>
        </div>
      )}
      <OwnListFrame
        state={state}
        list={list}
        keyOf={(row: SaleRow) => row.orderid}
        empty={{ title: '还没有售出的作品', hint: '作品售出后，每一笔订单和收益都会列在这里。', children: TO_PUBLISH }}
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
              {row.claimed && <p className="text-xs text-gold-ink">买家拒付或投诉，收益冻结中</p>}
            </div>
          </div>
        )}
      </OwnListFrame>
    </>
  );
}

/** What the signed-in reader has; null while unknown. The lists below say what went wrong, should it. */
function useSums(): { sums: WalletMoney | null; moved: View | null; reload: () => void } {
  const signed_in = useSession() !== null;
  const [sums, setSums] = useState<WalletMoney | null>(null);
  const [moved, setMoved] = useState<View | null>(null);
  const reload = useCallback(() => {
    fetchSums()
      .then(
        (money) => {
          setSums(money);
          return money.moved;
        },
        (error: unknown) => {
          if (!(error instanceof ApiError)) throw error;
          return null;
        },
      )
      // as it was when the page was opened
      .then((last) => setMoved((before) => before ?? last ?? 'balance'));
  }, []);
  useEffect(() => {
    if (signed_in) reload();
  }, [signed_in, reload]);
  return { sums, moved, reload };
}
