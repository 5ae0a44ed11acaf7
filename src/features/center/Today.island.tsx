import { ChevronRight } from 'lucide-react';
import { useSession } from '#client/use-session.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useToday } from './use-today.ts';

/** What waits for the reader, as links to where it is dealt with; nothing for a visitor, to whom the page itself speaks. */
export default function TodayIsland() {
  const signed_in = useSession() !== null;
  const { cards, failure, load } = useToday(signed_in);
  if (!signed_in) return null;
  if (failure) return <ErrorState {...failure} onRetry={() => void load()} />;
  if (!cards) return <Skeleton rows={1} row_class="h-20" />;
  if (cards.length === 0) return <p className="panel p-6 text-muted">没有需要处理的事。去看看最近上新的方案吧。</p>;
  return (
    <ul className="grid gap-4 sm:grid-cols-2 2xl:grid-cols-3" aria-label="待办">
      {cards.map(({ key, title, text, num, href }) => (
        <li key={key}>
          <a href={href} className="panel lift flex h-full items-center gap-4 p-4">
            <strong className="num min-w-10 text-center text-xl font-semibold text-primary">{num > 99 ? '99+' : num}</strong>
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{title}</span>
              <span className="text-xs text-muted">{text}</span>
            </span>
            <ChevronRight size={18} className="shrink-0 text-muted" aria-hidden="true" />
          </a>
        </li>
      ))}
    </ul>
  );
}
