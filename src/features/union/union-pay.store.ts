import { atom } from 'nanostores';
import { type Failure, failureOf, isLost } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { LoginDismissed, requireSession } from '#client/session.ts';
import { ORDER_POLL_MS } from '#contract/item.ts';
import { MONEY_TEXTS } from '#contract/money-texts.ts';
import { ORDER_CLOSED, ORDER_PAID, ORDER_WAITING } from '#contract/order.ts';
import type { UnionPartShown } from '#contract/outputs/active.ts';
import type { UnionOrder } from '#contract/union.ts';
import { newKey } from '#kit/pay/new-key.ts';
import { fetchOrderState, postBalancePayment } from '#kit/pay/order.api.ts';

export interface UnionPayState {
  view: 'start' | 'paying' | 'paid';
  order: UnionOrder | null;
  busy: boolean;
  failure: Failure | null;
  closed_text: string;
  scanned: boolean;
  left_s: number;
  use_balance: boolean;
}

/** What a buyer reads after paying: of what the bundle holds, and nothing about when a membership begins that may wait for another. */
export function paidText(parts: readonly UnionPartShown[], for_life: readonly string[]): string {
  const has_plan = parts.some((part) => part.is_partner === 0 && !for_life.includes(part.title));
  const has_partner = parts.some((part) => part.is_partner === 1);
  return [
    has_plan ? '策猫会员已到账，生效时间可在订单中查看。' : '',
    has_partner ? '合作方权益正在发放到您登录的手机号，通常几分钟内到账。' : '',
  ].join('');
}

/** Buying a bundle: order, QR with its countdown, polling, balance (spec 4). */
export function createUnionPay(union_id: number) {
  const $state = atom<UnionPayState>({
    ...{ view: 'start', order: null, busy: false, failure: null, closed_text: '', scanned: false, left_s: 0, use_balance: false },
  });
  const set = (change: Partial<UnionPayState>) => $state.set({ ...$state.get(), ...change });
  let poll_timer: ReturnType<typeof setTimeout> | undefined;
  let second_timer: ReturnType<typeof setInterval> | undefined;
  let ends_at_ms = 0;
  /** One wish, one key: new with every choice, reused while the answer is lost. */
  let key = newKey();
  let answer_lost = false;

  const stop = () => {
    clearTimeout(poll_timer);
    clearInterval(second_timer);
  };
  const paid = () => {
    stop();
    set({ view: 'paid', busy: false });
    // the membership of the header and of prices
    void import('#client/refresh-user.ts').then(({ refreshUser }) => refreshUser());
  };
  const close = (closed_text: string) => {
    stop();
    set({ closed_text });
  };
  const pollSoon = () => {
    clearTimeout(poll_timer);
    poll_timer = setTimeout(() => void poll(), ORDER_POLL_MS);
  };

  async function poll(): Promise<void> {
    const { order } = $state.get();
    if (!order || order.status !== ORDER_WAITING) return;
    try {
      const state = await fetchOrderState(order.orderid);
      if ($state.get().order?.orderid !== order.orderid) return;
      if (state.status === ORDER_PAID) return paid();
      if (state.status === ORDER_CLOSED) return close(state.msg);
      set({ scanned: state.scanned === 1 });
    } catch {
      // spec 4: poll errors are ignored, the next one comes in three seconds
    }
    if ($state.get().closed_text === '' && $state.get().view === 'paying') pollSoon();
  }

  function take(order: UnionOrder): void {
    stop();
    set({ order, view: 'paying', busy: false, failure: null, closed_text: '', scanned: false, use_balance: order.use_balance === 1 });
    if (order.status === ORDER_PAID) {
      paid();
      return;
    }
    ends_at_ms = performance.now() + (order.expires_at - order.server_time) * 1000;
    const tick = () => {
      const left_s = Math.max(0, Math.ceil((ends_at_ms - performance.now()) / 1000));
      set({ left_s });
      if (left_s === 0) void poll().then(() => $state.get().view === 'paying' && close('订单超时未支付，已关闭'));
    };
    tick();
    second_timer = setInterval(tick, 1_000);
    pollSoon();
  }

  async function place(cache: 0 | 1): Promise<void> {
    set({ busy: true, failure: null });
    try {
      await requireSession('登录后即可开通');
      take(
        await gateway(
          'POST /user/Union/addorder',
          { union_id, balance: $state.get().use_balance ? 1 : 0, cache, idempotency_key: key },
          SILENT,
        ),
      );
      answer_lost = false;
    } catch (error) {
      stop();
      set({ busy: false });
      if (error instanceof LoginDismissed) return;
      answer_lost = isLost(error);
      set({ view: 'paying', order: null, failure: failureOf(error, MONEY_TEXTS.place_failed) });
    }
  }

  return {
    $state,
    actions: {
      start: () => place(1),
      refresh() {
        if (!answer_lost) key = newKey();
        return place(0);
      },
      chooseBalance(use_balance: boolean) {
        key = newKey();
        set({ use_balance });
        return place(0);
      },
      async payByBalance() {
        const { order } = $state.get();
        if (!order) return;
        set({ busy: true });
        try {
          const state = await postBalancePayment(order.orderid);
          if (state.status === ORDER_PAID) paid();
          else set({ busy: false });
        } catch (error) {
          stop();
          answer_lost = isLost(error);
          set({ busy: false, order: null, failure: failureOf(error, '支付失败，请稍后重试') });
        }
      },
      dispose: stop,
    },
  };
}
