import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ORDER_PAID, ORDER_WAITING } from '#contract/order.ts';
import { fetchOrderState } from '#kit/pay/order.api.ts';
import { createPaidBack } from './paid-back.store.ts';

vi.mock('#kit/pay/order.api.ts', () => ({ fetchOrderState: vi.fn() }));
const answer = vi.mocked(fetchOrderState);
const state = (status: number) => ({ status }) as Awaited<ReturnType<typeof fetchOrderState>>;

let page: EventTarget & { hidden: boolean };
beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', page);
  answer.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('M17 asks until the money is there, and no more', async () => {
  const changed = vi.fn();
  const { $state, actions } = createPaidBack('1', changed);
  answer.mockResolvedValueOnce(state(ORDER_WAITING)).mockRejectedValueOnce(new Error('lost')).mockResolvedValue(state(ORDER_PAID));
  actions.start();
  await vi.advanceTimersByTimeAsync(6_000);
  expect([answer.mock.calls.length, changed.mock.calls.length, $state.get().late]).toEqual([3, 1, false]);
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(30_000);
  expect([answer.mock.calls.length, changed.mock.calls.length]).toEqual([3, 1]);
});

it('M17 says after a while that nothing came, goes on asking, and at once when the page comes back', async () => {
  const { $state, actions } = createPaidBack('1', vi.fn());
  answer.mockResolvedValue(state(ORDER_WAITING));
  actions.start();
  await vi.advanceTimersByTimeAsync(8_999);
  expect([answer.mock.calls.length, $state.get().late]).toEqual([3, false]);
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect([answer.mock.calls.length, $state.get().late]).toEqual([4, true]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(answer).toHaveBeenCalledTimes(5);
  actions.dispose();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(answer).toHaveBeenCalledTimes(5);
});
