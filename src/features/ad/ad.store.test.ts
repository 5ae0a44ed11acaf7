import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const calls = vi.hoisted(() => ({ fetchOver: vi.fn(), fetchFilm: vi.fn(), postBeat: vi.fn() }));
vi.mock('#client/gateway.ts', async () => {
  const { fakedGateway } = await import('../../../tests/support/faked-gateway.ts');
  return fakedGateway({
    'GET /ad/AdProfit/checkHasOver': ({ request_id }) => calls.fetchOver(request_id),
    'GET /ad/AdProfit/film': ({ request_id }) => calls.fetchFilm(request_id),
    'POST /ad/AdProfit/beat': ({ request_id, position_ms }) => calls.postBeat(request_id, position_ms),
  });
});

const { createAdWatching } = await import('./ad.store.ts');
const { createAdPhone } = await import('./ad-phone.store.ts');

const request = { request_id: 'r', qrcode: 'https://x/ad/watch?request_id=r', code: 0 } as const;
const waiting = { has_over: 0, code: 0, msg: '视频未播放完成', status: 2 };
const over = { has_over: 1, code: 0, msg: '解锁成功', status: 4 };

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetAllMocks();
  calls.fetchOver.mockResolvedValue(waiting);
  calls.postBeat.mockResolvedValue({ watched_ms: 0, has_over: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

it('M-800 asks every three seconds until it is over, once told', async () => {
  const onOver = vi.fn();
  const ad = createAdWatching(request, onOver);
  ad.actions.start();
  calls.fetchOver.mockRejectedValueOnce(new Error('no line'));
  await vi.advanceTimersByTimeAsync(6_000);
  expect([calls.fetchOver.mock.calls.length, ad.$state.get().status, onOver.mock.calls.length]).toEqual([2, 2, 0]);
  calls.fetchOver.mockResolvedValue(over);
  await vi.advanceTimersByTimeAsync(30_000);
  expect([calls.fetchOver.mock.calls.length, onOver.mock.calls.length]).toEqual([3, 1]);
});

it('checks once when "finished" is pressed, and asks before it is closed early', async () => {
  const onOver = vi.fn();
  const ad = createAdWatching(request, onOver);
  await ad.actions.finish();
  expect(ad.$state.get()).toMatchObject({ failure: { message: '视频未播放完成', request_id: '' }, busy: false });
  ad.actions.leave();
  expect(ad.$state.get().asking).toBe(true);
  ad.actions.stay();
  calls.fetchOver.mockResolvedValue(over);
  await ad.actions.finish();
  expect([ad.$state.get().asking, onOver.mock.calls.length]).toEqual([false, 1]);
});

it('ST-7 stops asking about what has ended, and after it was closed', async () => {
  const ad = createAdWatching(request, vi.fn());
  ad.actions.start();
  calls.fetchOver.mockResolvedValue({ ...waiting, status: 3, msg: '广告已失效，请回到页面重新打开' });
  await vi.advanceTimersByTimeAsync(30_000);
  expect([calls.fetchOver.mock.calls.length, ad.$state.get().failure?.message]).toEqual([1, '广告已失效，请回到页面重新打开']);
  const closed = createAdWatching(request, vi.fn());
  closed.actions.start();
  closed.actions.dispose();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(calls.fetchOver).toHaveBeenCalledTimes(1);
});

it('tells where the player is every two seconds, not while it pauses, and at the end', async () => {
  const phone = createAdPhone('r');
  let position = 0;
  phone.actions.play(() => position);
  position = 2_000;
  await vi.advanceTimersByTimeAsync(2_000);
  phone.actions.pause();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(calls.postBeat.mock.calls).toEqual([
    ['r', 0],
    ['r', 2_000],
  ]);
  calls.postBeat.mockResolvedValueOnce({ watched_ms: 5_000, has_over: 1 });
  position = 5_000;
  await phone.actions.end();
  expect(phone.$state.get()).toMatchObject({ over: true, watched_ms: 5_000, playing: false, failure: null });
});
