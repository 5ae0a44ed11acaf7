import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.resetModules();
});
afterEach(() => {
  vi.doUnmock('./toast-view.ts');
  vi.doUnmock('./sheets.ts');
  vi.unstubAllGlobals();
});

/** What was drawn, and what speaks without the code that draws. */
async function browserWith(sheet: Promise<boolean>) {
  const drawn: string[][] = [];
  const plain = { textContent: '', remove: vi.fn() };
  vi.stubGlobal('document', {
    ...{ documentElement: { dataset: {} }, createElement: () => plain, querySelector: () => null, body: { append: vi.fn() } },
  });
  vi.doMock('./sheets.ts', () => ({ lateSheet: () => sheet }));
  vi.doMock('./toast-view.ts', () => ({
    drawToasts: (toasts: ReadonlyArray<{ text: string }>) => drawn.push(toasts.map(({ text }) => text)),
  }));
  return { ...(await import('./toast.ts')), drawn, plain };
}

it('SH-14 a toast that is drawn late is seen as long as any other', async () => {
  const sheet = Promise.withResolvers<boolean>();
  const { $toasts, TOAST_MS, toastSuccess, drawn } = await browserWith(sheet.promise);
  toastSuccess('收藏成功');
  vi.advanceTimersByTime(700);
  expect([$toasts.get().length, drawn]).toEqual([1, []]);
  sheet.resolve(true);
  await vi.waitUntil(() => drawn.length > 0, { interval: 0 });
  expect(drawn).toEqual([['收藏成功']]);
  await vi.advanceTimersByTimeAsync(TOAST_MS.success);
  expect($toasts.get()).toEqual([]);
});

it('H1 a line that is cut is told of without its style sheet', async () => {
  const { TOAST_MS, toastError, plain, $toasts } = await browserWith(new Promise(() => undefined));
  toastError('网络连接失败');
  await vi.advanceTimersByTimeAsync(800);
  expect([plain.textContent, plain.remove.mock.calls.length]).toEqual(['网络连接失败', 0]);
  await vi.advanceTimersByTimeAsync(TOAST_MS.error + 800);
  expect([$toasts.get(), plain.remove.mock.calls.length]).toEqual([[], 1]);
});

it('counts from now on where nothing draws', async () => {
  const { $toasts, TOAST_MS, toastError } = await import('./toast.ts');
  toastError('网络异常');
  vi.advanceTimersByTime(TOAST_MS.error - 1);
  expect($toasts.get()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect($toasts.get()).toEqual([]);
});
