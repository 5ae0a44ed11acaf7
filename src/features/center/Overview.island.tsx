import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '#client/use-session.ts';
import { TODAY_GROUPS, type TodayCard, type TodayGroup } from '#contract/account.ts';
import { classNames } from '#ui/class-names.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Gifts } from './Gifts.tsx';
import { Seller } from './Seller.tsx';
import { useOverview } from './use-overview.ts';

/** As many as a glance takes in; what presses most comes first. */
const AT_FIRST = 6;

const LOOKS: Readonly<Record<TodayGroup, string>> = {
  answer: 'bg-primary text-primary-content',
  ending: 'bg-gold-tint text-gold-ink',
  know: 'bg-ground text-muted',
};

/** What a publisher sold, what a new account gets, and what waits, as links to where it is dealt with; nothing for a visitor. */
export default function OverviewIsland() {
  const signed_in = useSession() !== null;
  const { overview, load, putGiftsAway } = useOverview(signed_in);
  const { cards, failure, seller, gifts } = overview;
  const given = gifts.length > 0 && <Gifts gifts={gifts} onPutAway={putGiftsAway} />;
  return (
    <div className="grid grid-cols-1 gap-4">
      {seller && <Seller day={seller} />}
      <section className="panel min-h-20 p-4 sm:p-5" aria-labelledby="waits-title">
        <h2 id="waits-title" className="mb-1 text-base font-semibold">
          {todayHeading(cards)}
        </h2>
        {signed_in && failure && <ErrorState {...failure} onRetry={() => void load()} />}
        {signed_in && !failure && (cards ? <Cards cards={cards} /> : <Skeleton rows={2} row_class="h-16" label="正在加载待办" />)}
      </section>
      {!seller && given}
    </div>
  );
}

/** Above the cards of the overview: what needs no action is not said to wait. */
export function todayHeading(cards: readonly Pick<TodayCard, 'group'>[] | null): string {
  const only_to_know = cards !== null && cards.length > 0 && cards.every(({ group }) => group === 'know');
  return TODAY_GROUPS[only_to_know ? 'know' : 'answer'];
}

function Cards({ cards }: { cards: readonly TodayCard[] }) {
  const [whole, setWhole] = useState(false);
  if (cards.length === 0)
    return (
      <p className="text-muted">
        没有需要处理的事。
        <a className="link text-primary" href="/programme?sort=new">
          去看看最近上新的方案
        </a>
      </p>
    );
  const shown = whole ? cards : cards.slice(0, AT_FIRST);
  return (
    <>
      <ul className="grid grid-cols-1 gap-x-4 sm:grid-cols-2" aria-label="待办">
        {shown.map((card) => (
          <li key={card.key} className="border-b border-line last:border-0 sm:nth-last-2:border-0">
            <Card card={card} />
          </li>
        ))}
      </ul>
      {cards.length > shown.length && (
        <button type="button" className="btn btn-ghost btn-sm mt-2" onClick={() => setWhole(true)}>
          还有 {cards.length - shown.length} 项
        </button>
      )}
    </>
  );
}

function Card({ card: { group, title, text, num, href } }: { card: TodayCard }) {
  return (
    <a href={href} className="group flex min-h-16 items-center gap-3 py-2">
      <strong className={classNames('num grid h-8 min-w-8 shrink-0 place-items-center rounded-full px-2 text-sm', LOOKS[group])}>
        {num > 99 ? '99+' : num}
      </strong>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold group-hover:text-primary">
          {title}
          <span className="sr-only">，{TODAY_GROUPS[group]}</span>
        </span>
        <span className="block truncate text-xs text-muted">{text}</span>
      </span>
      <ChevronRight size={18} className="shrink-0 text-muted" aria-hidden="true" />
    </a>
  );
}
