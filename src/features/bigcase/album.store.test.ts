import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import type { AlbumPage } from '#contract/sample.ts';

const waiting: Array<{ page: number; resolve(page: Partial<AlbumPage>): void; reject(error: unknown): void }> = [];
const asked: Array<number | null> = [];
vi.mock('#client/gateway.ts', async () => {
  const { fakedGateway } = await import('../../../tests/support/faked-gateway.ts');
  return fakedGateway({
    'GET /sample/photo': ({ page }) => new Promise((resolve, reject) => waiting.push({ page: Number(page), resolve, reject })),
    'POST /sample/index/download': ({ imgurl }) => {
      asked.push(imgurl === undefined ? null : Number(imgurl));
      throw new ApiError({ code: 1, msg: '没有权限', status: 403 });
    },
  });
});
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
const { createAlbum } = await import('./album.store.ts');

const photos = (from: number, count: number) => Array.from({ length: count }, (_, at) => ({ img_no: from + at }) as AlbumPage['list'][0]);

beforeEach(() => {
  waiting.length = 0;
  asked.length = 0;
});

it('loads page by page, and asks once for each', async () => {
  const { $state, actions } = createAlbum({ id: 1, photo_key: 'k' });
  const opened = actions.open();
  waiting[0]?.resolve({ list: photos(1, 2), total: 3 });
  await opened;
  const more = [actions.more(), actions.more()];
  waiting[1]?.resolve({ list: photos(3, 1), total: 3 });
  await Promise.all(more);
  expect(waiting.map(({ page }) => page)).toEqual([1, 2]);
  expect($state.get().photos.map(({ img_no }) => img_no)).toEqual([1, 2, 3]);
  expect($state.get()).toMatchObject({ status: 'open', total: 3, busy: false });
});

it('shows nothing of an answer that came after its reader signed out', async () => {
  const { $state, actions } = createAlbum({ id: 1, photo_key: 'k' });
  const opened = actions.open();
  actions.close();
  waiting[0]?.resolve({ list: photos(1, 2), total: 2 });
  await opened;
  expect($state.get()).toMatchObject({ status: 'closed', photos: [] });
});

it('tells a reader without a right from a failure', async () => {
  const { $state, actions } = createAlbum({ id: 1, photo_key: 'k' });
  const fail = async (data: unknown) => {
    const opened = actions.open();
    waiting.at(-1)?.reject(new ApiError({ code: 1, msg: '云相册是增值服务', status: 403, data }));
    await opened;
    return $state.get();
  };
  const access = { allowed: false, reason: '', offers: [] };
  expect(await fail({ access })).toMatchObject({ status: 'locked', access, failure: { message: '云相册是增值服务' } });
  expect(await fail(null)).toMatchObject({ status: 'failed', access: null });
});

it('asks for one original at a time and is free again after a refusal', async () => {
  const { $state, actions } = createAlbum({ id: 1, photo_key: 'k' });
  await Promise.all([actions.download(null), actions.download(4)]);
  expect(asked).toEqual([null]);
  await actions.download(4);
  expect([asked, $state.get().asking]).toEqual([[null, 4], null]);
});
