import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { LoginDismissed, requireSession } from '#client/session.ts';
import { $pages, loadPages, type PagesState, renewPages, watchPages } from './item-pages.store.ts';
import type { ViewerSlide } from './open-viewer.ts';
import { PageViewer } from './PageViewer.tsx';
import { pageItem } from './page-item.ts';
import { useItem } from './use-item.ts';

/** The free pages as the server drew them; Pages.astro writes what this reads. */
function drawnPages(): Array<Omit<ViewerSlide, 'alt'>> {
  return [...document.querySelectorAll<HTMLAnchorElement>('[data-viewer] > ol a[data-page]')].map((link) => {
    const picture = link.querySelector('img');
    const size = (name: 'width' | 'height') => Number(picture?.getAttribute(name));
    return {
      page_no: Number(link.dataset['page']),
      src: link.href,
      srcset: picture?.srcset ?? '',
      width: size('width'),
      height: size('height'),
    };
  });
}

const firstMissing = () => (drawnPages().at(-1)?.page_no ?? 0) + 1;

const NOTHING: PagesState = { more: [], loading: false, error: '' };

/**
 * Full-screen preview of the pages that the server drew in `[data-viewer]`, and in `[data-further]` those that this reader's right opens.
 * Place it inside `[data-viewer]` with `client:intent="signed-in around"`: a right-holder's further pages load by themselves.
 */
export default function PageViewerIsland() {
  const { id, title, pages, price, vip_only, free } = pageItem();
  useItem();
  const { more, loading, error } = useStore($pages, { ssr: () => NOTHING });
  const [place, setPlace] = useState<Element | null>(null);
  useEffect(() => setPlace(document.querySelector('[data-further]')), []);
  useEffect(() => watchPages(id, firstMissing(), pages), [id, pages]);

  const open = async (page_no: number) => {
    try {
      await requireSession('登录后即可全屏预览');
    } catch (failure) {
      if (failure instanceof LoginDismissed) return;
      throw failure;
    }
    const { openViewer } = await import('./open-viewer.ts');
    const alt = (no: number) => `${title} 第 ${no} 页`;
    const free_slides = drawnPages().map((page) => ({ ...page, alt: alt(page.page_no) }));
    const further = $pages.get().more.map((page) => ({ ...page, alt: alt(page.page_no) }));
    await openViewer({
      slides: [...free_slides, ...further],
      page_no,
      total: pages,
      onLockedEnd: () => void import('./tell-locked.tsx').then(({ tellLocked }) => tellLocked(id, { price, vip_only, free }, pages)),
    });
  };
  const press = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-page]') : null;
    // new tab, new window: the browser's own business
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void open(Number(link.dataset['page']));
  });
  useEffect(() => {
    const around = document.querySelector<HTMLElement>('[data-viewer]');
    const listen = (event: MouseEvent) => press(event);
    around?.addEventListener('click', listen);
    return () => around?.removeEventListener('click', listen);
  }, []);

  return (
    <PageViewer
      title={title}
      pages={pages}
      more={more}
      loading={loading}
      error={error}
      place={place}
      onOpen={(page_no) => void open(page_no)}
      onRetry={() => void loadPages(id, firstMissing())}
      onExpired={() => renewPages(id, firstMissing())}
    />
  );
}
