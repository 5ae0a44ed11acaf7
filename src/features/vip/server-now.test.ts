import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';

const gateway = vi.hoisted(() => vi.fn());
vi.mock('#client/gateway.ts', () => ({ gateway, SILENT: { silent: true } }));

const { serverNow_s } = await import('./server-now.ts');

const LOCAL_MS = Date.UTC(2026, 5, 1);

beforeEach(() => {
  vi.useFakeTimers({ now: LOCAL_MS });
});
afterEach(() => {
  vi.useRealTimers();
});

it('M-215 the time is the server’s, and the browser’s own where the server does not say it', async () => {
  gateway.mockResolvedValueOnce({ time: 1_780_000_000 });
  expect(await serverNow_s()).toBe(1_780_000_000);
  gateway.mockRejectedValueOnce(new ApiError({ code: 1, msg: '网络连接失败', status: 0 }));
  expect(await serverNow_s()).toBe(LOCAL_MS / 1_000);
  // nothing is said to the reader: the countdown runs on
  expect(gateway.mock.calls).toEqual([
    ['GET /index/index/nowtime', {}, { silent: true }],
    ['GET /index/index/nowtime', {}, { silent: true }],
  ]);
});
