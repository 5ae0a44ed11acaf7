import { map, type ReadableAtom } from 'nanostores';
import { ApiError, type Failure, failureOf } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import { newKey } from '#client/new-key.ts';
import { refreshUser } from '#client/refresh-user.ts';
import { MALL_PAGES } from '#contract/mall.ts';
import type { MallQuote } from '#contract/outputs/mall.ts';

export interface SettleState {
  quote: MallQuote | null;
  /** Nothing is offered under this address. */
  missing: boolean;
  failure: Failure | null;
  busy: boolean;
  /** Of the last press. */
  refusal: Failure | null;
}

export interface Settle {
  readonly $state: ReadableAtom<SettleState>;
  actions: {
    load(): Promise<void>;
    setNum(num: number): Promise<void>;
    /** Redeems and goes on to the result; again after a lost answer it is the same redemption. */
    redeem(address_id: number, remark: string): Promise<void>;
  };
}

/** What is redeemed and how many is the address; `go`: leads to the result, in the place of what is redeemed already. */
export function createSettle(go: (href: string) => void = (href) => location.replace(href)): Settle {
  const $state = map<SettleState>({ quote: null, missing: false, failure: null, busy: false, refusal: null });
  const asked = () => {
    const query = new URLSearchParams(location.search);
    const whole = (name: string) => Math.trunc(Number(query.get(name))) || 0;
    return { id: whole('id'), num: Math.min(99, Math.max(1, whole('num'))) };
  };
  const key = newKey();
  let turn = 0;

  async function load(): Promise<void> {
    const mine = ++turn;
    const { id, num } = asked();
    if (id < 1) return $state.setKey('missing', true);
    try {
      const quote = await gateway('GET /integral/order/quote', { id, num }, { silent: true });
      if (mine === turn) $state.set({ ...$state.get(), quote, failure: null });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (mine !== turn) return;
      if (error.status === 404) $state.setKey('missing', true);
      else $state.setKey('failure', failureOf(error));
    }
  }

  return {
    $state,
    actions: {
      load,
      setNum(num) {
        history.replaceState(history.state, '', MALL_PAGES.settle(asked().id, num));
        return load();
      },
      async redeem(address_id, remark) {
        const { quote, busy } = $state.get();
        if (!quote || busy) return;
        $state.set({ ...$state.get(), busy: true, refusal: null });
        try {
          const { total_points, num, goods } = quote;
          const made = await gateway(
            'POST /integral/order',
            { id: goods.id, num, address_id, remark, total_points, idempotency_key: key },
            { silent: true },
          );
          await refreshUser();
          go(MALL_PAGES.result(made.id));
        } catch (error) {
          $state.set({ ...$state.get(), busy: false, refusal: failureOf(error) });
          await load();
        }
      },
    },
  };
}
