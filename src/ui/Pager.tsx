import { ChevronLeft, ChevronRight } from 'lucide-react';
import { pageNumbers } from './page-numbers.ts';

export interface PagerProps {
  page: number;
  last: number;
  onPage: (page: number) => void;
  /** While the next page is on its way. */
  busy?: boolean;
}

/** Pages of a list inside an island. Lists of public pages use Pager.astro with real links. */
export function Pager({ page, last, onPage, busy = false }: PagerProps) {
  if (last <= 1) return null;
  return (
    <nav aria-label="分页" className="mt-6 flex flex-wrap items-center justify-center gap-1">
      <button type="button" className="btn btn-sm" aria-label="上一页" disabled={busy || page <= 1} onClick={() => onPage(page - 1)}>
        <span className="max-sm:hidden">上一页</span>
        <ChevronLeft size={16} className="sm:hidden" aria-hidden="true" />
      </button>
      {pageNumbers(page, last).map((number, at) =>
        number === 0 ? (
          <span key={`gap-${at < 3 ? 'left' : 'right'}`} className="px-1 text-muted" aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={number}
            type="button"
            className={number === page ? 'btn btn-primary btn-sm num min-w-9' : 'btn btn-ghost btn-sm num min-w-9'}
            aria-current={number === page ? 'page' : undefined}
            aria-label={`第 ${number} 页`}
            disabled={busy}
            onClick={() => onPage(number)}
          >
            {number}
          </button>
        ),
      )}
      <button type="button" className="btn btn-sm" aria-label="下一页" disabled={busy || page >= last} onClick={() => onPage(page + 1)}>
        <span className="max-sm:hidden">下一页</span>
        <ChevronRight size={16} className="sm:hidden" aria-hidden="true" />
      </button>
    </nav>
  );
}
