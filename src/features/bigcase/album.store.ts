import { atom, type ReadableAtom } from 'nanostores';
import { ApiError, type Failure, failureOf } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { toastSuccess } from '#client/toast.ts';
import type { AccessDecision } from '#contract/item.ts';
import type { AlbumPicture } from '#contract/sample.ts';

export interface AlbumState {
  /** closed: signed out; locked: this reader has no right, `access` says what would give one. */
  status: 'closed' | 'loading' | 'locked' | 'open' | 'failed';
  photos: AlbumPicture[];
  total: number;
  /** The originals are this reader's too. */
  originals: boolean;
  busy: boolean;
  /** The original that is asked for: its number, 0 for all, null for none. */
  asking: number | null;
  failure: Failure | null;
  access: AccessDecision | null;
}

export interface AlbumStore {
  $state: ReadableAtom<AlbumState>;
  actions: {
    open(): Promise<void>;
    close(): void;
    more(): Promise<void>;
    /** Hands one original, or all with null, to the browser's downloads. */
    download(img_no: number | null): Promise<void>;
  };
}

const CLOSED: AlbumState = {
  status: 'closed',
  photos: [],
  total: 0,
  originals: false,
  busy: false,
  asking: null,
  failure: null,
  access: null,
};

/** An album for the reader who is signed in. */
export function createAlbum({ id, photo_key }: { id: number; photo_key: string }): AlbumStore {
  const $state = atom<AlbumState>(CLOSED);
  let page = 0;
  let turn = 0;
  const set = (change: Partial<AlbumState>) => $state.set({ ...$state.get(), ...change });

  const load = async () => {
    const mine = turn;
    try {
      const { list, total, originals } = await gateway('GET /sample/photo', { sample_id: id, vv: photo_key, page: page + 1 }, SILENT);
      // who signed out meanwhile must not see this answer
      if (mine !== turn) return;
      page += 1;
      set({ status: 'open', photos: [...$state.get().photos, ...list], total, originals: originals === 1, busy: false });
    } catch (error) {
      if (mine !== turn) return;
      if (!(error instanceof ApiError)) throw error;
      const access = (error.data as { access?: AccessDecision } | null)?.access ?? null;
      set({ status: access ? 'locked' : 'failed', failure: failureOf(error), access, busy: false });
    }
  };

  return {
    $state,
    actions: {
      async open() {
        turn += 1;
        page = 0;
        $state.set({ ...CLOSED, status: 'loading', busy: true });
        await load();
      },
      close() {
        turn += 1;
        $state.set(CLOSED);
      },
      async more() {
        if ($state.get().busy) return;
        set({ busy: true });
        await load();
      },
      async download(img_no) {
        if ($state.get().asking !== null) return;
        set({ asking: img_no ?? 0 });
        try {
          const { url, file_name } = await gateway(
            'POST /sample/index/download',
            img_no === null ? { sample_id: id, type: 2 } : { sample_id: id, type: 1, imgurl: String(img_no) },
          );
          const link = document.createElement('a');
          link.href = url;
          link.download = file_name;
          link.click();
          toastSuccess('已交给浏览器下载，请在下载列表中查看进度');
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
        } finally {
          set({ asking: null });
        }
      },
    },
  };
}
