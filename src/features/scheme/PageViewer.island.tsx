import { useStore } from '@nanostores/react';
import { type PropsWithChildren, useEffect } from 'react';
import { LoginDismissed, requireSession } from '#client/session.ts';
import type { SchemePageImage } from '#contract/scheme.ts';
import { PageViewer } from './PageViewer.tsx';
import { $pages, loadPages, type PagesState, renewPages, watchPages } from './scheme-pages.store.ts';
import { useScheme } from './use-scheme.ts';

export interface PageViewerIslandProps {
  id: number;
  title: string;
  /** Pages of the whole document. */
  pages: number;
  /** The free pages, as the server drew them. */
  imgs: SchemePageImage[];
  /** Yuan. */
  price: number;
  vip_only: boolean;
  free: boolean;
}

const NOTHING: PagesState = { more: [], loading: false, error: '' };

/** Wraps the server's drawing of the free pages, its slot. Place it with `client:intent="signed-in"`: a right-holder's further pages load by themselves. */
export default function PageViewerIsland({
  id,
  title,
  pages,
  imgs,
  price,
  vip_only,
  free,
  children,
}: PropsWithChildren<PageViewerIslandProps>) {
  useScheme(id);
  const { more, loading, error } = useStore($pages, { ssr: () => NOTHING });
  const from = (imgs.at(-1)?.page_no ?? 0) + 1;
  useEffect(() => watchPages(id, from, pages), [id, from, pages]);

  const open = async (page_no: number) => {
    try {
      await requireSession('登录后即可全屏预览');
    } catch (failure) {
      if (failure instanceof LoginDismissed) return;
      throw failure;
    }
    const { openViewer } = await import('./open-viewer.ts');
    const alt = (no: number) => `${title} 第 ${no} 页`;
    const free_slides = imgs.map(({ page_no: no, picture }) => ({ page_no: no, ...picture, alt: alt(no) }));
    const further = $pages.get().more.map((page) => ({ ...page, alt: alt(page.page_no) }));
    await openViewer({
      slides: [...free_slides, ...further],
      page_no,
      total: pages,
      onLockedEnd: () => void import('./tell-locked.tsx').then(({ tellLocked }) => tellLocked(id, { price, vip_only, free }, pages)),
    });
  };

  return (
    <PageViewer
      title={title}
      pages={pages}
      more={more}
      loading={loading}
      error={error}
      onOpen={(page_no) => void open(page_no)}
      onRetry={() => void loadPages(id, from)}
      onExpired={() => renewPages(id, from)}
    >
      {children}
    </PageViewer>
  );
}
