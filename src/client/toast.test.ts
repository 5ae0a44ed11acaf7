import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.resetModules();
});
afterEach(() => {
  vi.doUnmock('./toast-view.ts');
  vi.unstubAllGlobals();
});

it('a toast that is drawn late is seen as long as any other', async () => {
  const drawn: string[][] = [];
  const view = Promise.withResolvers<object>();
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.doMock('./toast-view.ts', () => view.promise);
  const { $toasts, TOAST_MS, toastSuccess } = await import('./toast.ts');
  toastSuccess('收藏成功');
  vi.advanceTimersByTime(60_000);
  expect($toasts.get()).toHaveLength(1);
  view.resolve({ drawToasts: (toasts: ReadonlyArray<{ text: string }>) => drawn.push(toasts.map(({ text }) => text)) });
  await vi.waitUntil(() => vi.getTimerCount() > 0, { interval: 0 });
  expect(drawn).toEqual([['收藏成功']]);
  vi.advanceTimersByTime(TOAST_MS.success);
  expect($toasts.get()).toEqual([]);
});

it('counts from now on where nothing draws', async () => {
  const { $toasts, TOAST_MS, toastError } = await import('./toast.ts');
  toastError('网络异常');
  vi.advanceTimersByTime(TOAST_MS.error - 1);
  expect($toasts.get()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect($toasts.get()).toEqual([]);
});
