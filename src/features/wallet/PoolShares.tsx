import { useEffect, useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import type { PoolStatement } from '#contract/wallet.ts';
import { amountText } from '#ui/price-text.ts';
import { loadPool } from './withdrawal-list.ts';

/** What members' use of one's works brought by month; nothing for who had no such readers. The lines below say what went wrong, should it. */
export function PoolShares() {
  const [pool, setPool] = useState<PoolStatement | null>(null);
  useEffect(() => {
    let gone = false;
    loadPool().then(
      (found) => {
        if (!gone) setPool(found);
      },
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
      },
    );
    return () => {
      gone = true;
    };
  }, []);
  if (!pool || (pool.total === 0 && pool.readers === 0)) return null;
  return (
    <section className="num mb-2 grid gap-2 rounded-field bg-ground p-4" aria-label="会员分成">
      <p>
        <b>会员分成</b> 本月已有 <b>{pool.readers}</b> 位会员读者
        {pool.share_percent === 0 && <span className="text-muted">，平台目前不分配会员收入</span>}
      </p>
      {pool.list.length > 0 && (
        <ul className="grid gap-1">
          {pool.list.map(({ month, readers, amount, paid_at }) => (
            <li key={month} className="flex flex-wrap justify-between gap-x-4">
              <span>
                {month}，{readers} 位会员读者
              </span>
              <span>
                <b>¥{amountText(amount)}</b> <span className="text-xs text-muted">{paid_at > 0 ? '已计入收益' : '计入中'}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {pool.share_percent > 0 && (
        <p className="text-xs text-muted">
          每月会员收入（扣除退款）的 {pool.share_percent}% 平均分给当月的每位会员读者，再由他们看过的发布者平分；每位读者最多 ¥
          {amountText(pool.reader_most)}。次月初计算，自己与关联账号不计。
        </p>
      )}
    </section>
  );
}
