import { atom, type ReadableAtom } from 'nanostores';
import { type Failure, failureOf } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { COUPON_ENDED_MS, type EquityDetail, type VipBought, type VipPlan, type VipQuote } from '#contract/membership.ts';
import type { UnionVip } from '#contract/union.ts';
import { createPaying, type Purchase } from '#kit/pay/purchase.store.ts';
import { claimByItself } from '../coupon/claim-by-itself.ts';
import { serverNow_s } from './server-now.ts';

export interface VipWish {
  /** Number of the membership whose tab is open first; 0: that of the spec. */
  vip_type: number;
  /** The spec that is chosen first; 0: the plan's first but one. */
  vip_id?: number;
  /** From which kind of item, and which: stored with the order. */
  divide_type?: number;
  data_id?: number;
  /** A company buys so many seats; `line`: those that are renewed. */
  seats?: number;
  line?: number;
}

/** Something that is asked for once: not there yet, there, or why not. */
export interface Loaded<T> {
  value: T | null;
  failure: Failure | null;
}

export interface Loading<T> {
  readonly $state: ReadableAtom<Loaded<T>>;
  actions: { load(): Promise<void> };
}

/** Asks, and again after a failure. */
export function createLoading<T>(ask: () => Promise<T>): Loading<T> {
  const $state = atom<Loaded<T>>({ value: null, failure: null });
  return {
    $state,
    actions: {
      async load() {
        $state.set({ ...$state.get(), failure: null });
        try {
          $state.set({ value: await ask(), failure: null });
        } catch (error) {
          $state.set({
            value: null,
            failure: failureOf(error, '加载失败，请稍后再试'),
          });
        }
      },
    },
  };
}

/** What is sold. */
export const createShop = (): Loading<VipPlan[]> =>
  createLoading(() => gateway('GET /user/Member/vipspeclist', {}, SILENT).then(({ list }) => list));

/** Bundles with partners that are sold. */
export const createUnions = (): Loading<UnionVip[]> =>
  createLoading(() => gateway('GET /user/Union/getUnionVipList', {}, SILENT).then(({ list }) => list));

/** What a paid order brought. */
export const createBought = (orderid: string): Loading<VipBought> =>
  createLoading(() => gateway('POST /user/Member/distribute', { orderid }, SILENT));

/**
 * Quote, order and payment of one spec. `fresh`: the open order is replaced, not shown again. `coupon_type`: of the plan's coupons; those
 * that are given without a press are claimed before the first quote.
 */
export function createVipPaying(input: { vip_id: number; coupon_type: number; fresh: boolean; wish: VipWish }): Purchase<VipQuote> {
  const { vip_id, coupon_type, fresh, wish } = input;
  let claimed: Promise<void> | undefined;
  const { divide_type = 0, data_id = 0, seats = 0, line = 0 } = wish;
  return createPaying<VipQuote>({
    async quote() {
      claimed ??= coupon_type > 0 ? claimByItself(coupon_type) : Promise.resolve();
      await claimed;
      return gateway('GET /user/Member/isChangeVip', { vip_id, seats, line }, SILENT);
    },
    place: (_quote, { balance, user_coupon_id, cache = 0, idempotency_key }) =>
      gateway(
        'POST /user/Member/addorder',
        {
          ...{ vip_id, balance, coupon_id: user_coupon_id, cache: fresh ? 0 : cache, idempotency_key },
          ...{ divide_type, data_id, seats, line },
        },
        SILENT,
      ),
    waits_free: true,
  });
}

/** A benefit whose dialog is open: its text, or why the reader may not have it. */
export interface ShownEquity {
  title: string;
  detail: EquityDetail | null;
  failure: Failure | null;
}

/** What is shown of a plan's benefits. */
export function createEquities(vip_type: number) {
  const $state = atom<ShownEquity | null>(null);
  return {
    $state: $state as ReadableAtom<ShownEquity | null>,
    actions: {
      async show(id: number, title: string): Promise<void> {
        try {
          $state.set({ title, detail: await gateway('GET /user/Member/quanyiDetail', { vip_type, id }, SILENT), failure: null });
        } catch (error) {
          $state.set({ title, detail: null, failure: failureOf(error, '加载失败，请稍后再试') });
        }
      },
      close: () => $state.set(null),
    },
  };
}

/** Seconds that a coupon lives by the server's clock, null until it is known; `onEnded` a second after its end (spec 4). */
export function createCouponClock(use_end_time: number, onEnded: () => void) {
  const $state = atom<number | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  return {
    $state: $state as ReadableAtom<number | null>,
    actions: {
      async start(): Promise<void> {
        stopped = false;
        const now_s = await serverNow_s();
        // from here on by the page's own clock, which cannot be set
        const ends_ms = performance.now() + (use_end_time - now_s) * 1_000;
        const tick = () => {
          if (stopped) return;
          const left_s = Math.max(0, Math.ceil((ends_ms - performance.now()) / 1_000));
          $state.set(left_s);
          timer = left_s > 0 ? setTimeout(tick, 1_000) : setTimeout(onEnded, COUPON_ENDED_MS);
        };
        tick();
      },
      stop(): void {
        stopped = true;
        clearTimeout(timer);
      },
    },
  };
}
