import type { SellerDay } from '#contract/center.ts';
import { amountText, countText } from '#ui/price-text.ts';

interface Figure {
  name: string;
  value: string;
  note: string;
  href: string;
}

/** A publisher's day, each number a link to the page behind it. */
export function Seller({ day }: { day: SellerDay }) {
  return (
    <section className="panel p-4 sm:p-5" aria-labelledby="seller-title">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id="seller-title" className="text-base font-semibold">
          今天的生意
        </h2>
        <a className="quiet-link" href="/personalCenter/myFigures">
          我的数据
        </a>
      </div>
      <ul className="-mx-3 grid grid-cols-2 gap-y-2 sm:grid-cols-4">
        {sellerFigures(day).map(({ name, value, note, href }) => (
          <li key={name}>
            <a href={href} className="group grid h-full content-start rounded-field p-3 hover:bg-ground">
              <span className="text-xs text-muted">{name}</span>
              <span className="num text-xl font-semibold group-hover:text-primary">{value}</span>
              <span className="num text-xs text-muted">{note}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is nothing yet says what brings it, never a row of zeros alone. */
export function sellerFigures(day: SellerDay): Figure[] {
  const { works, sold, views_today, sold_today, sold_week, earned_week, available, pending } = day;
  const rest = pending > 0 ? `另有 ¥${amountText(pending)} 待结算` : available > 0 ? '随时可以申请打款' : '售出后在这里提现';
  return [
    {
      name: '今日浏览',
      value: countText(views_today),
      note: works > 0 ? `我的发布 ${works} 件在架` : '没有作品在架',
      href: '/personalCenter/myFigures',
    },
    {
      ...{ name: '今日售出', value: `${sold_today} 笔`, href: '/personalCenter/myWallet#sales' },
      note: sold ? `本周 ${sold_week} 笔` : '分享作品，更快有第一笔',
    },
    {
      name: '本周收益',
      value: `¥${amountText(earned_week)}`,
      note: '周一起的成交，已扣退款',
      href: '/personalCenter/myFigures?days=7&measure=income',
    },
    { name: '可提现', value: `¥${amountText(available)}`, note: rest, href: '/personalCenter/myWallet#withdraw' },
  ];
}
