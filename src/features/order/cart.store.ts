import { atom } from 'nanostores';
import { type Failure, failureOf } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import type { Cart } from '#contract/cart.ts';
import type { TogetherCalls, TogetherQuote } from './TogetherPay.tsx';

export interface CartState {
  cart: Cart | null;
  failure: Failure | null;
  busy: boolean;
}

/** What of a cart can be bought, as the payment shows it. */
const quoteOf = ({ list, ...cart }: Cart): TogetherQuote => ({ ...cart, coupons: [], list: list.filter(({ refusal }) => refusal === '') });

const CART_CALLS: TogetherCalls = {
  quote: async () => quoteOf(await gateway('GET /user/cart', {}, SILENT)),
  place: ({ list }, { balance, cache, idempotency_key }) =>
    gateway('POST /user/cart/order', { ids: list.map(({ id }) => id), balance, cache: cache ?? 0, idempotency_key }, SILENT),
};

/** 购物车 of the reader. */
export function createCart() {
  const $state = atom<CartState>({ cart: null, failure: null, busy: false });
  const set = (change: Partial<CartState>) => $state.set({ ...$state.get(), ...change });

  async function act(work: () => Promise<Cart>): Promise<void> {
    set({ busy: true });
    try {
      set({ cart: await work(), failure: null });
    } catch (error) {
      set({ failure: failureOf(error) });
    } finally {
      set({ busy: false });
    }
  }

  const load = () => act(() => gateway('GET /user/cart', {}, SILENT));
  return {
    $state,
    actions: {
      load,
      remove: (id: number) => act(() => gateway('POST /user/cart', { id, out: 1 })),
      /** Resolves when the payment is closed; what was paid is not in the cart any more. */
      async pay(): Promise<void> {
        const { showTogether } = await import('./TogetherPay.tsx');
        const paid = (await showTogether('一起支付', CART_CALLS)) === 'paid';
        const { cart } = $state.get();
        // the server takes it out a moment later
        if (paid && cart) set({ cart: { ...cart, list: cart.list.filter(({ refusal }) => refusal !== '') } });
        else await load();
      },
    },
  };
}
