import { atom, type ReadableAtom } from 'nanostores';
import { type Failure, failureOf, isLost, plainFailure } from '#client/api-error.ts';
import { newKey } from '#client/new-key.ts';
import type { Order } from '#contract/order.ts';
import { COIN_TEXTS, TOP_UP_POLL_MS, type WalletMoney } from '#contract/wallet.ts';
import { createOrderWatch } from '#kit/pay/order-watch.ts';
import { fetchMoney, postBalanceTopUp, postTopUp } from './wallet.api.ts';

/** What is bought to be spent here later. */
export type TopUpOf = 'coins' | 'balance';
const POST = { coins: postTopUp, balance: postBalanceTopUp };

export interface TopUpState {
  view: 'loading' | 'failed' | 'choose' | 'paying' | 'paid';
  money: WalletMoney | null;
  /** Amounts on offer, yuan. */
  packs: number[];
  /** Chosen denomination; 0: none. */
  chosen: number;
  order: Order | null;
  busy: boolean;
  /** What went wrong, in place. */
  failure: Failure | null;
  /** Why the QR cannot be paid any more. */
  closed_text: string;
  scanned: boolean;
  left_s: number;
}

export interface TopUp {
  readonly $state: ReadableAtom<TopUpState>;
  actions: {
    start(): Promise<void>;
    choose(id: number): void;
    /** Orders the chosen denomination, or says that none is chosen. */
    submit(): Promise<void>;
    /** Another QR for the same denomination. */
    refresh(): Promise<void>;
    /** Back to the denominations. */
    back(): void;
    dispose(): void;
  };
}

/**
 * One opening of the top-up: denominations, the order's QR, and a poll every two seconds (spec 4, Cat-coin top-up). Where coins are
 * `missing`, the least that is enough is chosen.
 */
export function createTopUp(onPaid: () => void = () => undefined, missing = 0, of: TopUpOf = 'coins'): TopUp {
  const $state = atom<TopUpState>({
    ...{ view: 'loading', money: null, packs: [], chosen: 0, order: null, busy: false },
    ...{ failure: null, closed_text: '', scanned: false, left_s: 0 },
  });
  const set = (change: Partial<TopUpState>) => $state.set({ ...$state.get(), ...change });
  let key = newKey();
  let answer_lost = false;
  let round = 0;

  const stop = () => {
    round += 1;
    watch.stop();
  };

  const said = (error: unknown, before: string): Failure => {
    const failure = failureOf(error, '');
    return { ...failure, message: failure.message ? `${before}：${failure.message}` : before };
  };

  const watch = createOrderWatch(
    {
      onLeft: (left_s) => set({ left_s }),
      onScanned: (scanned) => set({ scanned }),
      onPaid: () => {
        set({ view: 'paid', closed_text: '' });
        onPaid();
      },
      onClosed: (closed_text) => set({ closed_text, failure: plainFailure(`${COIN_TEXTS.failed}：${closed_text}`) }),
    },
    TOP_UP_POLL_MS,
  );

  const take = (order: Order) => {
    set({ view: 'paying', order, busy: false, failure: null, closed_text: '', scanned: false });
    watch.follow(order);
  };

  const place = async (cache: 0 | 1) => {
    set({ busy: true, failure: null });
    const mine = round;
    try {
      const order = await POST[of]($state.get().chosen, cache, key);
      answer_lost = false;
      if (mine === round) take(order);
    } catch (error) {
      // an answer ends the wish; without one a retry asks for the same order
      answer_lost = isLost(error);
      if (!answer_lost) key = newKey();
      if (mine === round) set({ busy: false, failure: said(error, COIN_TEXTS.submit_failed) });
    }
  };

  return {
    $state,
    actions: {
      async start() {
        set({ view: 'loading', failure: null });
        try {
          const money = await fetchMoney();
          const packs = of === 'coins' ? money.money_list.map(({ id }) => id) : money.balance_list;
          const [enough] = packs.filter((yuan) => missing > 0 && yuan >= missing).sort((a, b) => a - b);
          set({ money, packs, chosen: enough ?? $state.get().chosen, view: 'choose' });
        } catch (error) {
          set({ view: 'failed', failure: said(error, '加载失败') });
        }
      },
      choose(id) {
        set({ chosen: id, failure: null });
        answer_lost = false;
        key = newKey();
      },
      async submit() {
        const { chosen, busy } = $state.get();
        if (busy) return;
        if (chosen === 0) return set({ failure: plainFailure(COIN_TEXTS.choose) });
        await place(1);
      },
      async refresh() {
        if ($state.get().busy) return;
        if (!answer_lost) key = newKey();
        await place(0);
      },
      back() {
        stop();
        answer_lost = false;
        key = newKey();
        set({ view: 'choose', order: null, failure: null, closed_text: '', busy: false });
      },
      dispose: stop,
    },
  };
}
