import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { askSession } from '#client/session.ts';
import { createPages, NO_PAGES } from './item-pages.store.ts';
import { findPlace, pressedPage, readPageState } from './page-state.ts';
import { useItem } from './use-item.ts';
import { Viewer } from './Viewer.tsx';

/** Of the first page that the server did not draw. */
const firstMissing = () => (readPageState().slides.at(-1)?.page_no ?? 0) + 1;

/**
 * Full-screen preview of the pages, and below the server's those that this reader's right opens. Place it beside them with
 * `client:intent="signed-in around"`: a right-holder's further pages load by themselves.
 */
export default function ViewerIsland() {
  useItem();
  const [{ $state, actions }] = useState(createPages);
  const { more, loading, failure } = useStore($state, { ssr: () => NO_PAGES });
  const [place, setPlace] = useState<Element | null>(null);
  const button = useRef<HTMLDivElement>(null);
  useEffect(() => setPlace(findPlace('further')), []);
  useEffect(() => {
    const { id, pages } = readPageState();
    return actions.watch(id, firstMissing(), pages);
  }, [actions]);

  const open = async (page_no: number) => {
    if (!(await askSession('登录后即可全屏预览'))) return;
    const { openViewer } = await import('./open-viewer.ts');
    const { slides, title, pages, unit } = readPageState();
    await openViewer({
      slides: [...slides, ...$state.get().more].map((page) => ({ ...page, alt: `${title} 第 ${page.page_no} ${unit}` })),
      unit,
      page_no,
      total: pages,
      onLockedEnd: (close) => void import('./tell-locked.tsx').then(({ tellLocked }) => tellLocked(close)),
    });
  };
  const press = useEffectEvent((event: MouseEvent) => {
    const page_no = pressedPage(event);
    // new tab, new window: the browser's own business
    if (page_no === null || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void open(page_no);
  });
  useEffect(() => {
    // the pages stand beside the island, in the element around both
    const around = button.current?.closest('astro-island')?.parentElement;
    const listen = (event: MouseEvent) => press(event);
    around?.addEventListener('click', listen);
    return () => around?.removeEventListener('click', listen);
  }, []);

  return (
    <Viewer
      ref={button}
      shown={() => readPageState()}
      more={more}
      loading={loading}
      failure={failure}
      place={place}
      onOpen={(page_no) => void open(page_no)}
      onRetry={() => void actions.load(readPageState().id, firstMissing())}
      onExpired={() => actions.renew(readPageState().id, firstMissing())}
    />
  );
}
