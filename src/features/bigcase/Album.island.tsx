import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { LoginDismissed, requireSession } from '#client/session.ts';
import { useSession } from '#client/use-session.ts';
import { AlbumView } from './AlbumView.tsx';
import { createAlbum } from './album.store.ts';

export interface AlbumProps {
  id: number;
  photo_key: string;
  photo_num: number;
  title: string;
  /** Page of the case. */
  detail: string;
  /** Where the membership that opens albums is had; null while none can be had. */
  vip_route: string | null;
}

/** The album for its reader: pictures and originals, or what opens them. */
export default function AlbumIsland({ id, photo_key, photo_num, title, detail, vip_route }: AlbumProps) {
  const [{ $state, actions }] = useState(() => createAlbum({ id, photo_key }));
  const state = useStore($state);
  const session = useSession();
  const token = session?.token ?? null;
  useEffect(() => {
    if (token === null) actions.close();
    else void actions.open();
  }, [actions, token]);
  const login = () => {
    requireSession('登录后查看云相册').catch((error: unknown) => {
      if (!(error instanceof LoginDismissed)) throw error;
    });
  };
  const view = async (img_no: number) => {
    const { openViewer } = await import('../item-detail/open-viewer.ts');
    await openViewer({
      slides: $state.get().photos.map(({ img_no: page_no, ...picture }) => ({ page_no, ...picture, alt: `${title} 第 ${page_no} 张` })),
      page_no: img_no,
      total: $state.get().photos.length,
      unit: '张',
      onLockedEnd: (close) => close(),
    });
  };
  return (
    <AlbumView
      state={state}
      signed_in={token !== null}
      photo_num={photo_num}
      title={title}
      detail={detail}
      vip_route={vip_route}
      onLogin={login}
      onMore={() => void actions.more()}
      onRetry={() => void actions.open()}
      onView={(img_no) => void view(img_no)}
      onOriginal={(img_no) => void actions.download(img_no)}
    />
  );
}
