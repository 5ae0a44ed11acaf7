import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, useState } from 'react';
import type { PrivatePage } from '#contract/publish.ts';
import { classNames } from '#ui/class-names.ts';

export interface PageViewerProps {
  /** Null while they are on their way. */
  pages: PrivatePage[] | null;
  free_pages: number;
  title: string;
}

/** One page large, all pages small; arrows, Home and End turn the pages. */
export function PageViewer({ pages, free_pages, title }: PageViewerProps) {
  const [at, setAt] = useState(0);
  const page = pages?.[at];
  if (!pages || !page) return <div className="skeleton aspect-video w-full" role="status" aria-label="正在加载页面" />;
  const last = pages.length - 1;
  const turn = (to: number) => setAt(Math.max(0, Math.min(last, to)));
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    turn(to);
  };
  return (
    <div className="grid grid-cols-1 gap-3">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the region takes the arrow keys */}
      <section className="relative rounded-field bg-ground" aria-label="页面浏览，左右方向键翻页" tabIndex={0} onKeyDown={onKeyDown}>
        <img
          key={page.page_no}
          src={page.full.src}
          width={page.full.width}
          height={page.full.height}
          alt={`${title} 第 ${page.page_no} 页`}
          className="mx-auto h-auto rounded-field object-contain"
          style={boxOf(page.full)}
        />
        <p role="status" className="num absolute right-3 bottom-3 rounded-full bg-neutral/80 px-3 py-1 text-xs text-neutral-content">
          {page.page_no} / {pages.length}
          {page.page_no > free_pages && ' · 付费页'}
        </p>
        <button
          type="button"
          className="desk-turn desk-back btn btn-sm"
          aria-label="上一页"
          disabled={at === 0}
          onClick={() => turn(at - 1)}
        >
          <ChevronLeft size={18} aria-hidden="true" />
        </button>
        <button
          type="button"
          className="desk-turn btn btn-sm right-3"
          aria-label="下一页"
          disabled={at === last}
          onClick={() => turn(at + 1)}
        >
          <ChevronRight size={18} aria-hidden="true" />
        </button>
      </section>
      <ul className="flex gap-2 overflow-x-auto p-1">
        {pages.map((thumb, index) => (
          <li key={thumb.page_no} className="shrink-0">
            <button
              type="button"
              aria-label={`第 ${thumb.page_no} 页`}
              aria-current={index === at ? 'true' : undefined}
              onClick={() => setAt(index)}
              className={classNames('block overflow-hidden rounded-field framed', index === at && 'framed-chosen')}
            >
              <img src={thumb.thumb.src} alt="" loading="lazy" className="h-14 w-24 bg-ground object-cover" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The box that a picture fills before it is there, at most 46vh high; of another shape, it stands in it whole. */
function boxOf({ width, height }: PrivatePage['full']): CSSProperties {
  const ratio = width / height;
  return { aspectRatio: `${width} / ${height}`, width: `min(100%, ${width}px, ${(46 * ratio).toFixed(2)}vh)` };
}
