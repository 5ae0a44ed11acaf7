import { Maximize } from 'lucide-react';
import type { Ref } from 'react';
import { createPortal } from 'react-dom';
import type { Failure } from '#client/api-error.ts';
import type { ItemImages } from '#contract/download.ts';
import { Button } from '#ui/Button.tsx';
import { FailureText } from '#ui/FailureText.tsx';
import { isWall, type PageState, pageLink, pagesClass, pagesSizes } from './page-state.ts';

export interface ViewerProps {
  ref: Ref<HTMLDivElement>;
  /** Title and pages of the whole document; asked for in the browser only. */
  shown: () => Pick<PageState, 'title' | 'pages' | 'unit'>;
  /** The further pages of a right-holder; empty for everybody else. */
  more: ItemImages['list'];
  loading: boolean;
  /** Why the further pages could not be had. */
  failure: Failure | null;
  /** Below the server's pages, for the further ones; null on the server. */
  place: Element | null;
  onOpen(page_no: number): void;
  onRetry(): void;
  /** A signed URL ran out while the page stood open. */
  onExpired(): void;
}

/** 全屏预览, and below the server's pages those that this reader's right opens. */
export function Viewer({ ref, shown, more, loading, failure, place, onOpen, onRetry, onExpired }: ViewerProps) {
  return (
    <div ref={ref} className="contents">
      <Button
        look="outline"
        size="sm"
        className="item-full no-print bg-base-100/90"
        icon={<Maximize size={16} aria-hidden="true" />}
        onClick={() => onOpen(1)}
      >
        全屏预览
      </Button>
      {place ? createPortal(<Further {...{ ...shown(), more, loading, failure, onRetry, onExpired }} />, place) : null}
    </div>
  );
}

type FurtherProps = Pick<ViewerProps, 'more' | 'loading' | 'failure' | 'onRetry' | 'onExpired'> &
  Pick<PageState, 'title' | 'pages' | 'unit'>;

function Further({ title, pages, unit, more, loading, failure, onRetry, onExpired }: FurtherProps) {
  const wall = isWall(unit, pages);
  return (
    <>
      {more.length > 0 ? (
        <ol className={`${pagesClass(wall)} mt-4`} aria-label={unit === '张' ? '已解锁的图片' : '已解锁的页面'}>
          {more.map((page) => (
            <li key={page.page_no} className="item-page">
              <a href={page.src} {...pageLink(page.page_no)} aria-label={`放大查看第 ${page.page_no} ${unit}`}>
                <img
                  src={page.src}
                  srcSet={page.srcset}
                  sizes={pagesSizes(wall)}
                  width={page.width}
                  height={page.height}
                  alt={`${title} 第 ${page.page_no} ${unit}`}
                  loading="lazy"
                  decoding="async"
                  onError={onExpired}
                />
              </a>
              <span className="item-counter num" aria-hidden="true">
                {page.page_no} / {pages}
              </span>
            </li>
          ))}
        </ol>
      ) : null}
      {loading ? (
        <div className="skeleton mt-4 h-60 w-full" role="status" aria-label={`正在加载其余${unit === '张' ? '图片' : '页面'}`} />
      ) : null}
      {failure ? (
        <p role="alert" className="panel mt-4 p-5 text-center text-muted">
          <FailureText failure={failure} />{' '}
          <button type="button" className="underline underline-offset-2" onClick={onRetry}>
            重新加载
          </button>
        </p>
      ) : null}
    </>
  );
}
