import { atom } from 'nanostores';
import { ApiError, type Failure, failureOf, isLost } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { newKey } from '#client/new-key.ts';
import { LoginDismissed, requireSession } from '#client/session.ts';
import { toastSuccess } from '#client/toast.ts';
import { checkPhone } from '#contract/identity.ts';
import { MONEY_TEXTS } from '#contract/money-texts.ts';
import { ORDER_PAID, ORDER_WAITING, type Order } from '#contract/order.ts';
import type { SalonPriceList, SalonQuote } from '#contract/salon.ts';
import { bestSeats } from '#contract/seats.ts';
import { postBalancePayment } from '#kit/pay/order.api.ts';
import { createOrderWatch } from '#kit/pay/order-watch.ts';

interface Wish {
  id: number;
  lines: Array<{ kind_id: number; count: number }>;
  balance: 0 | 1;
  user_coupon_id: number;
  /** A publisher's; absent: that of the open order. */
  code?: string;
}

/** Who sits on a seat, as it is typed. */
export interface Seat {
  kind_id: number;
  /** The chair that was chosen. */
  seat_id?: number;
  name: string;
  phone: string;
  answers: Record<string, string>;
}

export interface TicketsState {
  view: 'choose' | 'people' | 'pay' | 'waited';
  /** Null while it loads. */
  list: SalonPriceList | null;
  failure: Failure | null;
  /** By kind. */
  counts: Record<number, number>;
  /** Chairs that were chosen, of all kinds. */
  picks: number[];
  /** The kind whose waiting list is joined; null: tickets are bought. */
  waits_for: number | null;
  seats: Seat[];
  errors: Record<string, string>;
  quote: SalonQuote | null;
  use_balance: boolean;
  coupon_id: number;
  /** As it was named. */
  code: string | null;
  order: Order | null;
  busy: boolean;
  closed_text: string;
  scanned: boolean;
  left_s: number;
}

/** Buying tickets of a salon, or waiting for them: kinds, people, quote, payment (spec 4.6). `onPaid` gets the order's number. */
export function createTickets(salon_id: number, onPaid: (orderid: string) => void, code: string | null = null) {
  const $state = atom<TicketsState>({
    ...{ view: 'choose', list: null, failure: null, counts: {}, picks: [], waits_for: null, seats: [], errors: {}, quote: null },
    ...{ code, use_balance: false, coupon_id: 0, order: null, busy: false, closed_text: '', scanned: false, left_s: 0 },
  });
  const set = (change: Partial<TicketsState>) => $state.set({ ...$state.get(), ...change });
  /** The last wish and its key: while its answer is lost, the same wish again is the same order. */
  let asked = { wish: '', key: '' };
  let answer_lost = false;
  let turn = 0;

  const linesOf = () =>
    Object.entries($state.get().counts)
      .filter(([, count]) => count > 0)
      .map(([kind_id, count]) => ({ kind_id: Number(kind_id), count }));
  const wish = (): Wish => {
    const { use_balance, coupon_id, code } = $state.get();
    const named = code === null ? {} : { code };
    return { id: salon_id, lines: linesOf(), balance: use_balance ? 1 : 0, user_coupon_id: coupon_id, ...named };
  };
  const wishText = () => JSON.stringify([wish(), $state.get().seats]);
  const paid = () => {
    watch.stop();
    onPaid($state.get().order?.orderid ?? '');
  };
  const watch = createOrderWatch({
    onLeft: (left_s) => set({ left_s }),
    onScanned: (scanned) => set({ scanned }),
    onPaid: paid,
    onClosed: (closed_text) => set({ closed_text }),
  });

  async function load(): Promise<void> {
    set({ failure: null });
    try {
      const list = await gateway('GET /salon/buy/pricelist', { id: salon_id }, SILENT);
      const { counts } = $state.get();
      const [only, second] = list.plan.length > 0 ? [] : list.kinds.filter(({ left, on_sale }) => left > 0 && on_sale);
      // where there is nothing to choose one ticket is what people come for
      const begun = only && !second && !list.closed && Object.keys(counts).length === 0;
      set({ list, counts: begun ? { [only.id]: 1 } : counts });
      if (list.plan.length === 0) return;
      const open = list.plan.flatMap(({ ids, states }) => ids.filter((_id, place) => states[place] === '0' || states[place] === '3'));
      const mine = list.plan.flatMap(({ ids, states }) => ids.filter((_id, place) => states[place] === '3'));
      const kept = $state.get().picks.filter((id) => open.includes(id));
      putPicks(kept.length > 0 ? kept : mine);
    } catch (error) {
      set({ failure: failureOf(error, '票价没有加载出来') });
    }
  }

  const kindOf = (seat_id: number): number => $state.get().list?.plan.find(({ ids }) => ids.includes(seat_id))?.kind_id ?? 0;

  /** A kind with chairs is taken as often as chairs of it are. */
  function putPicks(picks: number[]): void {
    const { counts, list } = $state.get();
    const next = { ...counts };
    for (const { kind_id } of list?.plan ?? []) next[kind_id] = picks.filter((id) => kindOf(id) === kind_id).length;
    set({ picks, counts: next, errors: {} });
  }

  /** Chooses a chair, or gives it up. */
  function pick(seat_id: number): void {
    const { picks, list, counts } = $state.get();
    const sum = Object.values(counts).reduce((all, n) => all + n, 0);
    if (picks.includes(seat_id)) putPicks(picks.filter((id) => id !== seat_id));
    else if (list && sum >= list.most) set({ errors: { seats: `一次最多购买 ${list.most} 张` } });
    else putPicks([...picks, seat_id]);
  }

  /** So many chairs of a kind side by side, in place of those of it that were chosen. */
  function pickTogether(kind_id: number, n: number): void {
    const { picks, list, counts } = $state.get();
    if (!list || n === 0) return;
    const others = picks.filter((id) => kindOf(id) !== kind_id);
    const left = list.most - Object.entries(counts).reduce((sum, [id, count]) => sum + (Number(id) === kind_id ? 0 : count), 0);
    putPicks([...others, ...bestSeats(list.plan, kind_id, Math.min(n, left))]);
  }

  /** Takes so many of a kind; together no more than an order may hold. */
  function count(kind_id: number, wanted: number): void {
    const { counts, list } = $state.get();
    const kind = list?.kinds.find(({ id }) => id === kind_id);
    if (!list || !kind) return;
    const others = Object.entries(counts).reduce((sum, [id, n]) => sum + (Number(id) === kind_id ? 0 : n), 0);
    const most = Math.min(list.most - others, kind.left);
    set({ counts: { ...counts, [kind_id]: Math.max(0, Math.min(wanted, most)) }, errors: {} });
  }

  /** The form of who comes begins with the reader. */
  function seatsFor(lines: ReadonlyArray<{ kind_id: number; count: number }>): Seat[] {
    const { list, seats } = $state.get();
    const old = [...seats];
    const chairs = Map.groupBy($state.get().picks, kindOf);
    return lines.flatMap(({ kind_id, count: n }) =>
      Array.from({ length: n }, (_, at): Seat => {
        const known = old.findIndex((seat) => seat.kind_id === kind_id);
        const seat_id = chairs.get(kind_id)?.[at];
        const chair = seat_id === undefined ? {} : { seat_id };
        if (known >= 0) {
          const { seat_id: _before, ...same } = old.splice(known, 1)[0] as Seat;
          return { ...same, ...chair };
        }
        const first = lines[0]?.kind_id === kind_id && at === 0 && seats.length === 0;
        return { kind_id, name: first ? (list?.holder.name ?? '') : '', phone: list?.holder.phone ?? '', answers: {}, ...chair };
      }),
    );
  }

  async function toPeople(): Promise<void> {
    if (linesOf().length === 0) return set({ errors: { tickets: '请选择门票' } });
    if (!(await signedIn('登录后即可购票'))) return;
    set({ view: 'people', waits_for: null, seats: seatsFor(linesOf()), errors: {} });
    await compute();
  }

  async function waitFor(kind_id: number): Promise<void> {
    if (!(await signedIn('登录后即可加入候补'))) return;
    set({
      view: 'people',
      waits_for: kind_id,
      counts: { [kind_id]: 1 },
      picks: [],
      seats: seatsFor([{ kind_id, count: 1 }]),
      quote: null,
      errors: {},
    });
  }

  /** Seats that are reserved for the reader are paid: the order of them stands. */
  async function takeOffer(kind_id: number, n: number): Promise<void> {
    set({ counts: { [kind_id]: n } });
    await toPeople();
  }

  async function signedIn(why: string): Promise<boolean> {
    try {
      const before = $state.get().list?.holder.phone;
      await requireSession(why);
      if (!before) await load();
      return true;
    } catch (error) {
      if (error instanceof LoginDismissed) return false;
      throw error;
    }
  }

  async function compute(): Promise<void> {
    const mine = ++turn;
    set({ busy: true, failure: null });
    try {
      const quote = await gateway('POST /salon/buy/compute', wish(), SILENT);
      // the order takes what was shown
      if (mine === turn) set({ quote, code: quote.code, busy: false });
    } catch (error) {
      if (mine === turn) set({ failure: failureOf(error, '价格没有算出来'), busy: false });
    }
  }

  function seatErrors(): Record<string, string> {
    const { seats, list } = $state.get();
    const errors: Record<string, string> = {};
    for (const [n, seat] of seats.entries()) {
      if (seat.name.trim() === '') errors[`holders.${n}.name`] = '请填写姓名';
      const wrong = checkPhone(seat.phone);
      if (wrong) errors[`holders.${n}.phone`] = wrong;
      for (const { key: of, label, required } of list?.kinds.find(({ id }) => id === seat.kind_id)?.questions ?? []) {
        if (required && !seat.answers[of]?.trim()) errors[`holders.${n}.${of}`] = `请回答“${label}”`;
      }
    }
    return errors;
  }

  /** Orders, or joins the waiting list. @returns false where something is wrong */
  async function submit(): Promise<boolean> {
    const errors = seatErrors();
    set({ errors });
    if (Object.keys(errors).length > 0) return false;
    const { waits_for, seats } = $state.get();
    if (waits_for === null) return place(1);
    set({ busy: true });
    try {
      await gateway('POST /salon/waiting', { id: salon_id, kind_id: waits_for, count: seats.length, holders: seats }, SILENT);
      set({ view: 'waited', busy: false });
      return true;
    } catch (error) {
      set({ busy: false });
      if (!(error instanceof ApiError)) throw error;
      set(Object.keys(error.fields).length > 0 ? { errors: error.fields } : { failure: failureOf(error, '') });
      return false;
    }
  }

  async function place(cache: 0 | 1): Promise<boolean> {
    set({ busy: true, failure: null });
    try {
      await requireSession('登录后即可购票');
      const text = wishText();
      asked = { wish: text, key: answer_lost && asked.wish === text ? asked.key : newKey() };
      take(await gateway('POST /salon/buy/order', { ...wish(), holders: $state.get().seats, cache, idempotency_key: asked.key }, SILENT));
      answer_lost = false;
      // the order has the last word on what is paid from the balance
      asked.wish = wishText();
      return true;
    } catch (error) {
      watch.stop();
      set({ busy: false });
      if (error instanceof LoginDismissed) return false;
      answer_lost = isLost(error);
      if (error instanceof ApiError && error.fields['seats']) {
        // the plan as it stands now, without the chairs that are gone
        set({ view: 'choose', order: null });
        await load();
        set({ errors: error.fields });
        return false;
      }
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) {
        set({ view: 'people', errors: error.fields });
        return false;
      }
      set({ view: 'pay', order: null, failure: failureOf(error, MONEY_TEXTS.place_failed) });
      return false;
    }
  }

  function take(order: Order): void {
    set({ order, busy: false, failure: null, closed_text: '', scanned: false, use_balance: order.use_balance === 1 });
    if (order.status === ORDER_WAITING) set({ view: 'pay' });
    watch.follow(order);
  }

  async function payByBalance(): Promise<void> {
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
  }

  return {
    $state,
    actions: {
      ...{ load, count, pick, pickTogether, toPeople, waitFor, takeOffer, submit, payByBalance, compute, dispose: watch.stop },
      seat(at: number, patch: Partial<Seat>) {
        const { seats, errors } = $state.get();
        const names = Object.keys(patch).map((name) => `holders.${at}.${name}`);
        const left = Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)));
        set({ seats: seats.map((one, n) => (n === at ? { ...one, ...patch } : one)), errors: left });
      },
      choose(change: { use_balance?: boolean; coupon_id?: number; code?: string }) {
        set(change);
        return compute();
      },
      back() {
        watch.stop();
        set({ view: 'choose', errors: {}, failure: null, order: null, closed_text: '' });
        void load();
      },
      /** Another QR; after a lost answer the order that it spoke of, if there is one. */
      refresh: () => place(0),
      async leave(waiting_id: number) {
        set({ busy: true });
        try {
          await gateway('DELETE /salon/waiting', { id: waiting_id });
          toastSuccess('已退出候补');
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
        } finally {
          set({ busy: false });
          await load();
        }
      },
    },
  };
}

/** What a step of the dialog gets. */
export interface StepProps {
  list: SalonPriceList;
  state: TicketsState;
  actions: ReturnType<typeof createTickets>['actions'];
}
