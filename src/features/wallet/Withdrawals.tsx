import { useState } from 'react';
import { addressQuery } from '#client/address.ts';
import { ApiError } from '#client/api-error.ts';
import { EARNING_WAY_TEXTS, WITHDRAWAL_TEXTS, type WithdrawalRow, type Withdrawals as WithdrawalsPage } from '#contract/wallet.ts';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import { useOwnList } from '#kit/own-list/use-own-list.ts';
import { Button } from '#ui/Button.tsx';
import { amountText } from '#ui/price-text.ts';
import { timeText } from '#ui/time-text.ts';
import type { WithdrawWish } from './open-withdraw.tsx';
import { cancelWithdrawal, loadWithdrawals } from './withdrawal-list.ts';

/** What a publisher may have paid out, and what became of each request. `onMoved`: amounts elsewhere on the page are old. */
export function Withdrawals({ onMoved }: { onMoved: () => void }) {
  // who closes their account comes here by this word
  const closing = addressQuery().get('closing') === '1';
  const { list, state } = useOwnList<WithdrawalsPage>([''], loadWithdrawals);
  const page = state.data;
  const changed = async () => {
    await list.actions.reload();
    onMoved();
  };
  const ask = async (limits: WithdrawalsPage, wish: WithdrawWish) => {
    const { openWithdraw } = await import('./open-withdraw.tsx');
    if (await openWithdraw(limits, wish)) await changed();
  };
  return (
    <>
      {page && <Offer page={page} closing={closing} onAsk={(wish) => void ask(page, wish)} />}
      <OwnListFrame
        state={state}
        list={list}
        keyOf={(row: WithdrawalRow) => row.id}
        empty={{
          title: '还没有提现',
          hint: '作品售出的收益达到最低金额后即可申请提现。',
          children: (
            <a className="btn" href="/personalCenter/myPublish">
              我的发布
            </a>
          ),
        }}
      >
        {(row) => <Row row={row} onCancelled={changed} />}
      </OwnListFrame>
    </>
  );
}

function Offer({ page, closing, onAsk }: { page: WithdrawalsPage; closing: boolean; onAsk: (wish: WithdrawWish) => void }) {
  const least = closing ? 0.01 : page.minimum;
  const why = !page.open
    ? '提现暂未开放'
    : page.busy
      ? '有一笔提现正在处理，完成后可再次申请'
      : page.available < least
        ? closing
          ? '没有可提现的收益'
          : `可提现收益达到 ¥${amountText(page.minimum)} 后可申请`
        : '';
  return (
    <div className="mb-2 grid gap-2 rounded-field bg-ground p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="num">
          可提现收益 <b className="text-lg">¥{amountText(page.available)}</b>
        </p>
        <Button look="primary" disabled={why !== ''} onClick={() => onAsk(closing ? 'closing' : 'out')}>
          {closing ? '提现全部收益' : '申请提现'}
        </Button>
        {!closing && page.open && page.available > 0 && <Button onClick={() => onAsk('balance')}>转入余额</Button>}
        {closing && (
          <a className="link link-hover text-primary" href="/personalCenter/mySetting?tab=privacy">
            返回注销账号
          </a>
        )}
        {why && <p className="text-xs text-muted">{why}</p>}
      </div>
      {page.pending > 0 && (
        <p className="num text-xs text-muted">
          另有 ¥{amountText(page.pending)} 待结算：买家仍可退款的订单，退款期限过后（沙龙门票为活动结束后）自动转为可提现。
        </p>
      )}
      {page.tax && (
        <p className="num text-xs text-muted">
          {page.tax.rule
            ? `个人提现按累计预扣法代扣个人所得税；今年已提现 ¥${amountText(page.tax.income)}，已代扣 ¥${amountText(page.tax.withheld)}。`
            : '平台按规定向税务机关报送提现收入，税款由您自行申报。'}{' '}
          <a className="link" href="/personalCenter/myWallet/taxYear">
            年度对账单
          </a>
        </p>
      )}
      {page.tax_note && <p className="text-xs text-muted">{page.tax_note}</p>}
    </div>
  );
}

function Row({ row, onCancelled }: { row: WithdrawalRow; onCancelled: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    try {
      await cancelWithdrawal(row.id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
    setBusy(false);
    await onCancelled();
  };
  return (
    <div className="flex items-center gap-4 py-3">
      <div className="num min-w-0 flex-1">
        <p>
          {EARNING_WAY_TEXTS[row.method]} {row.name} {row.account}
        </p>
        <p className="text-xs text-muted">
          {timeText(row.created_at)}，提现号 {row.withdraw_no}
        </p>
        {row.reason && <p className="text-xs text-error">{row.reason}</p>}
      </div>
      <div className="num text-right">
        <p className="font-semibold">¥{amountText(row.amount)}</p>
        {row.tax > 0 && (
          <p className="text-xs text-muted">
            代扣个税 ¥{amountText(row.tax)}，到账 ¥{amountText(Math.round((row.amount - row.tax) * 100) / 100)}
          </p>
        )}
        <p className={row.status === 'paid' ? 'text-xs text-success' : 'text-xs text-muted'}>{WITHDRAWAL_TEXTS[row.status]}</p>
        {row.status === 'reviewing' && (
          <Button size="sm" look="ghost" busy={busy} onClick={() => void cancel()}>
            撤回
          </Button>
        )}
      </div>
    </div>
  );
}
