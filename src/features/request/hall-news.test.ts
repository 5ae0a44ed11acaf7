import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const { get, ApiError } = vi.hoisted(() => ({
  get: vi.fn<(path: string, query: object) => Promise<{ num: number }>>(),
  ApiError: class extends Error {},
}));
vi.mock('#client/gateway.ts', () => ({ gateway: get, ApiError }));

const { followHall } = await import('./hall-news.ts');

const num = { textContent: '' };
const line = { hidden: true, dataset: { newest: '7' }, querySelector: () => num };
const tab = { hidden: false };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', tab);
  Object.assign(line, { hidden: true });
  tab.hidden = false;
  get.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('asks after a while and then as often, only while the tab is seen, and tells how many came', async () => {
  get.mockResolvedValueOnce({ num: 0 }).mockRejectedValueOnce(new ApiError()).mockResolvedValue({ num: 3 });
  const stop = followHall(line as unknown as HTMLElement, 1_000);
  expect(get).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([get.mock.calls[0], line.hidden]).toEqual([['GET /receive/request/news', { after: 7 }, { silent: true, background: true }], true]);
  tab.hidden = true;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(get).toHaveBeenCalledTimes(1);
  tab.hidden = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect([get.mock.calls.length, line.hidden, num.textContent]).toEqual([3, false, '3']);
  get.mockResolvedValue({ num: 100 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(num.textContent).toBe('99+');
  stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(get).toHaveBeenCalledTimes(4);
});
