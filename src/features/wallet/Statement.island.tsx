import { useStore } from '@nanostores/react';
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { followAddress } from '#client/address.ts';
import { ApiError } from '#client/api-error.ts';
import { toastError } from '#client/toast.ts';
import { useOwnSession } from '#client/use-session.ts';
import type { WalletStatementLine } from '#contract/outputs/wallet.ts';
import type { LineWay } from '#contract/wallet.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { amountText } from '#ui/price-text.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { timeText } from '#ui/time-text.ts';
import { createStatement } from './statement.store.ts';
import type { LineFilter } from './wallet.api.ts';

interface Words {
  name: string;
  after: string;
  title: string;
  hint: string;
  /** Where one goes who has none yet. */
  next: { title: string; href: string };
}

const WORDS: Record<LineFilter['account'], Words> = {
  balance: {
    name: '收支明细',
    after: '余额',
    title: '还没有余额变动',
    hint: '退回的款项和用余额支付的订单会记在这里。',
    next: { title: '我的订单', href: '/personalCenter/myOrder?view=orders' },
  },
  earning: {
    name: '收入明细',
    after: '收益',
    title: '还没有收入',
    hint: '您的作品售出后，每一笔收益都会记在这里。',
    next: { title: '我的发布', href: '/personalCenter/myPublish' },
  },
  point: {
    name: '积分明细',
    after: '积分',
    title: '还没有积分变动',
    hint: '签到、做任务得到的积分和每一次兑换都会记在这里。',
    next: { title: '去做任务', href: '/integral/integralTask' },
  },
  coin: {
    name: '猫币明细',
    after: '猫币',
    title: '还没有猫币变动',
    hint: '充值与使用猫币的每一笔都会记在这里。',
    next: { title: '去充值', href: '/personalCenter/myWallet' },
  },
};

const WAYS: Array<{ key: LineWay; title: string }> = [
  { key: 'all', title: '全部' },
  { key: 'in', title: '收入' },
  { key: 'out', title: '支出' },
];

/** Every line of one account with what it held after it, by month and way, as a file too. */
export default function StatementIsland({ account }: { account: LineFilter['account'] }) {
  const [{ $state, actions }] = useState(() => createStatement(account));
  const { month, way, lines, sums, next, loading, failure } = useStore($state);
  const signed_in = useOwnSession() !== null;
  const [saving, setSaving] = useState(false);
  useEffect(() => {
    if (!signed_in) return;
    void actions.open();
    return followAddress(() => void actions.open());
  }, [signed_in, actions]);
  const { name, after, title, hint, next: next_step } = WORDS[account];
  const sum = (amount: number) => (account === 'coin' || account === 'point' ? String(amount) : `¥${amountText(amount)}`);
  const save = async () => {
    setSaving(true);
    try {
      await actions.save(name);
    } catch (error) {
      toastError(error instanceof ApiError ? error.msg : '导出失败，请稍后再试');
    }
    setSaving(false);
  };
  return (
    <div className="panel grid gap-4 p-4 sm:p-6">
      <div className="flex flex-wrap items-end gap-3">
        <label className="grid gap-1 text-xs text-muted">
          月份
          <input
            type="month"
            className="input w-40"
            min="2020-01"
            value={month}
            onChange={(event) => void actions.choose({ month: event.target.value })}
          />
        </label>
        <fieldset className="flex gap-2 py-1">
          <legend className="sr-only">收支类型</legend>
          {WAYS.map(({ key, title: text }) => (
            <button key={key} type="button" className="chip" aria-pressed={key === way} onClick={() => void actions.choose({ way: key })}>
              {text}
            </button>
          ))}
        </fieldset>
        <Button className="ml-auto" busy={saving} icon={<Download size={16} aria-hidden="true" />} onClick={() => void save()}>
          导出 CSV
        </Button>
      </div>
      {sums && sums.total > 0 && (
        <p className="num rounded-field bg-ground px-4 py-3" aria-live="polite">
          共 <b>{sums.total}</b> 笔，收入 <b className="text-success">{sum(sums.sum_in)}</b>，支出 <b>{sum(sums.sum_out)}</b>
        </p>
      )}
      {failure ? (
        <ErrorState {...failure} onRetry={() => void actions.reload()} />
      ) : sums === null ? (
        <Skeleton rows={4} row_class="h-16" />
      ) : lines.length === 0 && !loading ? (
        <Empty
          title={month || way !== 'all' ? '这个范围内没有记录' : title}
          hint={month || way !== 'all' ? '换一个月份或类型看看。' : hint}
        >
          {month || way !== 'all' ? (
            <Button onClick={() => void actions.choose({ month: '', way: 'all' })}>查看全部</Button>
          ) : (
            <a className="btn" href={next_step.href}>
              {next_step.title}
            </a>
          )}
        </Empty>
      ) : (
        <ul className="grid grid-cols-1 divide-y divide-line" aria-busy={loading || undefined}>
          {lines.map((line) => (
            <li key={line.id}>
              <Line line={line} sum={sum} after={after} />
            </li>
          ))}
        </ul>
      )}
      {next > 0 && !failure && (
        <Button className="justify-self-center" busy={loading} onClick={() => void actions.more()}>
          更早的记录
        </Button>
      )}
    </div>
  );
}

function Line({ line, sum, after }: { line: WalletStatementLine; sum: (amount: number) => string; after: string }) {
  return (
    <div className="num flex items-center gap-4 py-3">
      <div className="min-w-0 flex-1">
        <p>
          {line.title}
          {line.about && <span className="font-semibold">「{line.about}」</span>}
        </p>
        <p className="truncate text-xs text-muted">
          {timeText(line.created_at)}
          {line.reference && `，${line.reference}`}
        </p>
      </div>
      <div className="text-right">
        <p className={line.amount > 0 ? 'font-semibold text-success' : 'font-semibold'}>
          {line.amount > 0 ? '+' : '-'}
          {sum(Math.abs(line.amount))}
        </p>
        <p className="text-xs text-muted">
          {after} {sum(line.after)}
        </p>
      </div>
    </div>
  );
}
