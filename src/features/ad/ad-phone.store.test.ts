import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import type { AdFilm } from '#contract/ad.ts';

const calls = vi.hoisted(() => ({ fetchFilm: vi.fn(), postBeat: vi.fn() }));
vi.mock('#client/gateway.ts', async () => {
  const { fakedGateway } = await import('../../../tests/support/faked-gateway.ts');
  return fakedGateway({
    'GET /ad/AdProfit/film': ({ request_id }) => calls.fetchFilm(request_id),
    'POST /ad/AdProfit/beat': ({ request_id, position_ms }) => calls.postBeat(request_id, position_ms),
  });
});

const { createAdPhone } = await import('./ad-phone.store.ts');

const FILM: AdFilm = { title: '片', href: '/', src: '/film', type: 'mp4', duration_ms: 6_000, watched_ms: 0, has_over: 0 };

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetAllMocks();
  calls.fetchFilm.mockResolvedValue(FILM);
  // the server counts what plays
  calls.postBeat.mockImplementation(async (_id: string, at_ms: number) => ({ watched_ms: at_ms, has_over: at_ms >= 6_000 ? 1 : 0 }));
});
afterEach(() => {
  vi.useRealTimers();
});

async function playing() {
  const phone = createAdPhone('r1');
  await phone.actions.start();
  const began = performance.now();
  phone.actions.play(() => performance.now() - began);
  await vi.advanceTimersByTimeAsync(0);
  return phone;
}
const positions = () => calls.postBeat.mock.calls.map(([, at_ms]) => at_ms);

it('M-802 tells where it is every two seconds until the film was seen whole', async () => {
  const phone = await playing();
  await vi.advanceTimersByTimeAsync(4_000);
  expect([positions(), phone.$state.get()]).toMatchObject([[0, 2_000, 4_000], { playing: true, watched_ms: 4_000, over: false }]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([positions(), phone.$state.get()]).toMatchObject([[0, 2_000, 4_000, 6_000], { playing: false, over: true, failure: null }]);
});

it('counts nothing of a pause, makes good a lost word, and goes on where it stopped', async () => {
  const phone = await playing();
  calls.postBeat.mockRejectedValueOnce(new ApiError({ code: 1, msg: '网络连接失败', status: 0 }));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(phone.$state.get()).toMatchObject({ playing: true, failure: null, watched_ms: 0 });
  await vi.advanceTimersByTimeAsync(2_000);
  phone.actions.pause();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(positions()).toEqual([0, 2_000, 4_000]);
  phone.actions.play(() => 4_500);
  await vi.advanceTimersByTimeAsync(0);
  expect([positions().at(-1), phone.$state.get().watched_ms]).toEqual([4_500, 4_500]);
  phone.actions.dispose();
});

it('says that a film which ended was not seen whole, and what is over for good', async () => {
  const phone = await playing();
  calls.postBeat.mockResolvedValueOnce({ watched_ms: 1_000, has_over: 0 });
  await phone.actions.end();
  expect(phone.$state.get()).toMatchObject({ playing: false, over: false, failure: { message: '还没有看完，请从停下的地方继续' } });
  calls.postBeat.mockRejectedValueOnce(new ApiError({ code: 1, msg: '广告已失效', status: 404, request_id: 'r9' }));
  phone.actions.play(() => 1_000);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([phone.$state.get(), calls.postBeat.mock.calls.length]).toMatchObject([
    { playing: false, failure: { message: '广告已失效', request_id: 'r9' } },
    3,
  ]);
});
