import { ORDER_POLL_MS } from '#contract/item.ts';
import { ORDER_CLOSED, ORDER_PAID, type Order } from '#contract/order.ts';
import { fetchOrderState } from './order.api.ts';

const EXPIRED_TEXT = '订单超时未支付，已关闭';

/** What is heard of an order that waits to be paid. After `onPaid`, `onOwned` or `onClosed` nothing more comes. */
interface Heard {
  onLeft(left_s: number): void;
  onScanned(scanned: boolean): void;
  onPaid(): void;
  /** The reader has it by another order. */
  onOwned?(): void;
  onClosed(why: string): void;
}

/**
 * Follows an order until it is paid or closed (spec 4, Order flow): counts its seconds down, asks `poll_ms` after each answer and whenever
 * the page comes back. A lost answer is ignored; at the end of its time the server has the last word.
 */
export function createOrderWatch({ onLeft, onScanned, onPaid, onOwned, onClosed }: Heard, poll_ms = ORDER_POLL_MS) {
  let orderid = '';
  let asking = false;
  /** Ends what was started for an earlier order. */
  let round = 0;
  let poll_timer: ReturnType<typeof setTimeout> | undefined;
  let second_timer: ReturnType<typeof setInterval> | undefined;

  function stop(): void {
    round += 1;
    clearTimeout(poll_timer);
    clearInterval(second_timer);
    document.removeEventListener('visibilitychange', onVisible);
  }

  const end = (say: () => void) => {
    stop();
    say();
  };

  async function ask(onLost: () => void): Promise<void> {
    const mine = round;
    try {
      const state = await fetchOrderState(orderid);
      if (mine !== round) return;
      if (state.status === ORDER_PAID) end(onPaid);
      else if (state.owned === 1 && onOwned) end(onOwned);
      else if (state.status === ORDER_CLOSED) end(() => onClosed(state.msg));
      else onScanned(state.scanned === 1);
    } catch {
      if (mine === round) onLost();
    }
  }

  /** After the last answer, so that polls of a slow line do not pile up. */
  const pollSoon = () => {
    clearTimeout(poll_timer);
    poll_timer = setTimeout(() => void poll(), poll_ms);
  };

  async function poll(): Promise<void> {
    if (asking) return pollSoon();
    clearTimeout(poll_timer);
    const mine = round;
    asking = true;
    await ask(() => undefined);
    asking = false;
    if (mine === round) pollSoon();
  }

  const onVisible = () => {
    if (!document.hidden) void poll();
  };

  function wait(lasts_ms: number): void {
    const ends_at_ms = performance.now() + lasts_ms;
    const tick = () => {
      const left_s = Math.max(0, Math.ceil((ends_at_ms - performance.now()) / 1000));
      onLeft(left_s);
      if (left_s > 0) return;
      clearInterval(second_timer);
      // somebody may have paid in the last seconds; if the answer is "wait", the next poll has it
      void ask(() => end(() => onClosed(EXPIRED_TEXT)));
    };
    second_timer = setInterval(tick, 1_000);
    tick();
    pollSoon();
    document.addEventListener('visibilitychange', onVisible);
  }

  return {
    /** From now on this order, in place of an earlier one. */
    follow(order: Pick<Order, 'orderid' | 'status' | 'expires_at' | 'server_time'>): void {
      stop();
      ({ orderid } = order);
      if (order.status === ORDER_PAID) onPaid();
      else if (order.status === ORDER_CLOSED) onClosed(EXPIRED_TEXT);
      else wait((order.expires_at - order.server_time) * 1000);
    },
    stop,
  };
}
