import { atom } from 'nanostores';
import { type Failure, failureOf, isLost } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { newKey } from '#client/new-key.ts';
import { LoginDismissed, requireSession } from '#client/session.ts';
import { MONEY_TEXTS } from '#contract/money-texts.ts';
import { ORDER_PAID } from '#contract/order.ts';
import type { UnionPartShown } from '#contract/outputs/active.ts';
import type { UnionOrder } from '#contract/union.ts';
import { postBalancePayment } from '#kit/pay/order.api.ts';
import { createOrderWatch } from '#kit/pay/order-watch.ts';

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
  /** One wish, one key: new with every choice, reused while the answer is lost. */
  let key = newKey();
  let answer_lost = false;

  const paid = () => {
    watch.stop();
    set({ view: 'paid', busy: false });
    // the membership of the header and of prices
    void import('#client/refresh-user.ts').then(({ refreshUser }) => refreshUser());
  };
  const watch = createOrderWatch({
    onLeft: (left_s) => set({ left_s }),
    onScanned: (scanned) => set({ scanned }),
    onPaid: paid,
    onClosed: (closed_text) => set({ closed_text }),
  });

  function take(order: UnionOrder): void {
    set({ order, view: 'paying', busy: false, failure: null, closed_text: '', scanned: false, use_balance: order.use_balance === 1 });
    watch.follow(order);
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
      watch.stop();
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
          watch.stop();
          answer_lost = isLost(error);
          set({ busy: false, order: null, failure: failureOf(error, '支付失败，请稍后重试') });
        }
      },
      dispose: watch.stop,
    },
  };
}
