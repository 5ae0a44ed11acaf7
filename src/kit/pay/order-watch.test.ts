import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ORDER_CLOSED, ORDER_PAID, ORDER_WAITING } from '#contract/order.ts';

const fetchOrderState = vi.hoisted(() => vi.fn());
vi.mock('./order.api.ts', () => ({ fetchOrderState }));
const { createOrderWatch } = await import('./order-watch.ts');

const state = (status: number, change: object = {}) => ({ status, owned: 0, msg: '', scanned: 0, ...change });
const WAITING = { orderid: 'one', status: ORDER_WAITING, expires_at: 1_000, server_time: 100 } as const;
const page = Object.assign(new EventTarget(), { hidden: false });

/** What is heard of an order, in its order; seconds alone are left out. */
function watching(poll_ms?: number) {
  const heard: string[] = [];
  const watch = createOrderWatch(
    {
      onLeft: () => undefined,
      onScanned: (scanned) => scanned && heard.push('scanned'),
      onPaid: () => heard.push('paid'),
      onOwned: () => heard.push('owned'),
      onClosed: (why) => heard.push(why),
    },
    poll_ms,
  );
  watch.follow(WAITING);
  return { heard, watch };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  fetchOrderState.mockReset().mockResolvedValue(state(ORDER_WAITING));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('an order that waits', () => {
  it('is asked about after each answer, and no more once it ended', async () => {
    const { heard } = watching();
    await vi.advanceTimersByTimeAsync(6_000);
    expect([fetchOrderState.mock.calls.length, heard]).toEqual([2, []]);
    fetchOrderState.mockResolvedValue(state(ORDER_PAID));
    await vi.advanceTimersByTimeAsync(60_000);
    expect([fetchOrderState.mock.calls.length, heard]).toEqual([3, ['paid']]);
  });

  it('is asked about at once when the page comes back from the app that pays', async () => {
    const { heard, watch } = watching();
    fetchOrderState.mockResolvedValue(state(ORDER_PAID));
    page.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    expect(heard).toEqual(['paid']);
    watch.stop();
  });

  it('that was paid in its last second is paid, not closed', async () => {
    const { heard } = watching(3_600_000);
    fetchOrderState.mockResolvedValue(state(ORDER_PAID));
    await vi.advanceTimersByTimeAsync(901_000);
    expect(heard).toEqual(['paid']);
  });

  it('is closed at its end where nobody answers, and goes on where the server waits', async () => {
    const lost = watching(3_600_000);
    fetchOrderState.mockRejectedValueOnce(new Error('no line'));
    await vi.advanceTimersByTimeAsync(901_000);
    expect(lost.heard).toEqual(['订单超时未支付，已关闭']);
    const waits = watching(960_000);
    await vi.advanceTimersByTimeAsync(901_000);
    fetchOrderState.mockResolvedValue(state(ORDER_CLOSED, { msg: '已关闭' }));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(waits.heard).toEqual(['已关闭']);
  });

  it('is forgotten for the next one, whatever its answer says', async () => {
    const { heard, watch } = watching();
    let answer = (_: object) => undefined as unknown;
    fetchOrderState.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    await vi.advanceTimersByTimeAsync(3_000);
    watch.follow({ ...WAITING, orderid: 'two' });
    answer(state(ORDER_PAID));
    await vi.advanceTimersByTimeAsync(3_000);
    expect([heard, fetchOrderState.mock.lastCall]).toEqual([[], ['two']]);
    watch.stop();
  });

  it('says that the reader has it by another order', async () => {
    const { heard } = watching();
    fetchOrderState.mockResolvedValue(state(ORDER_WAITING, { owned: 1 }));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(heard).toEqual(['owned']);
  });
});
