import { map, type ReadableAtom } from 'nanostores';
import { ApiError, type Failure, failureOf, plainFailure } from '#client/api-error.ts';
import { newKey } from '#client/new-key.ts';
import { readJson, writeText } from '#client/storage.ts';
import {
  type DoorAnswer,
  type DoorDirection,
  type DoorList,
  doorResult,
  isTicketKey,
  type OfflineScan,
  readScan,
  SYNC_MAX,
} from '#contract/door.ts';
import type { DoorListTicket } from '#contract/outputs/door.ts';
import type { DoorApi } from './door.api.ts';

export interface Shown {
  answer: DoorAnswer;
  /** Decided by this phone: the server has not heard of it. */
  offline: boolean;
}

export interface DoorState {
  list: DoorList | null;
  /** Why the door does not open at all; `final`: asking again is of no use. */
  failure: Failure | null;
  direction: DoorDirection;
  shown: Shown | null;
  /** Said when a scan could not even be looked at. */
  said: string;
  busy: boolean;
  online: boolean;
  /** Not sent yet. */
  waiting: number;
  /** Let in by this phone without a network, and refused when the server heard of it. */
  conflicts: DoorAnswer[];
}

export interface DoorInput {
  token: string;
  api: DoorApi;
  now_ms?: () => number;
  /** SHA-256 as hex; null: this browser cannot, and a scanned ticket needs the network. */
  hash: (text: string) => Promise<string | null>;
  random?: () => string;
  /** The door is no more. */
  onEnd?: () => void;
}

const isQueue = (value: unknown): value is OfflineScan[] =>
  Array.isArray(value) &&
  value.every((one) => typeof (one as OfflineScan)?.nonce === 'string' && typeof (one as OfflineScan)?.key === 'string');

const isList = (value: DoorList | null): value is DoorList =>
  Array.isArray(value?.tickets) && Array.isArray(value.given) && typeof value.closes_at === 'number';

/** The phone at a door. With a network every scan is decided by the server; without one by the list that the phone has, and sent later. */
export function createDoor({ token, api, now_ms = Date.now, hash, random = newKey, onEnd }: DoorInput) {
  // scans that are not sent yet, by the beginning of the door's token
  const key = `door_queue:${token.slice(0, 8)}`;
  const kept = readJson(key);
  let queue: OfflineScan[] = isQueue(kept) ? kept : [];
  // the list as it came last: a page that is opened without a network goes on by it
  const list_key = `door_list:${token.slice(0, 8)}`;
  const stored = readJson(list_key) as DoorList | null;
  const before = isList(stored) && stored.closes_at * 1000 > now_ms() ? stored : null;
  // names of guests stay on no phone longer than the door is open
  if (stored && !before) writeText(list_key, null);
  let sending = false;
  const $state = map<DoorState>({
    ...{
      list: null,
      failure: null,
      direction: 'in',
      shown: null,
      said: '',
      busy: false,
      online: true,
    },
    ...{ waiting: queue.length, conflicts: [] },
  });
  const set = (change: Partial<DoorState>) => $state.set({ ...$state.get(), ...change });

  function keep(next: OfflineScan[]): void {
    queue = next;
    writeText(key, queue.length === 0 ? null : JSON.stringify(queue));
    set({ waiting: queue.length });
  }

  /** True: the server was not reached; false: it said no, which is shown. */
  function unreached(error: unknown): boolean {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 0 || error.status >= 500) {
      set({ online: false });
      return true;
    }
    if (error.status === 403) {
      writeText(list_key, null);
      onEnd?.();
      set({ failure: failureOf(error) });
    } else set({ said: error.msg });
    return false;
  }

  async function load(): Promise<void> {
    // not before it is asked for: the page as it was rendered has no list
    if (before && !$state.get().list) set({ list: withQueue(before) });
    try {
      const list = await api.list(token);
      writeText(list_key, JSON.stringify(list));
      set({ list: withQueue(list), failure: null, online: true });
      await send();
    } catch (error) {
      if (unreached(error) && !$state.get().list) set({ failure: plainFailure('网络不通，名单还没有下载') });
    }
  }

  /** What was let in here and is not sent yet is true on this phone. */
  function withQueue(list: DoorList): DoorList {
    return queue.reduce((of, scan) => changed(of, findIn(of, scan.key)?.id ?? 0, scan.direction, scan.at_ms), list);
  }

  function changed(list: DoorList, id: number, direction: DoorDirection, at_ms: number): DoorList {
    const before = list.tickets.find((ticket) => ticket.id === id);
    if (!before) return list;
    const inside = direction === 'in';
    const now = {
      ...before,
      inside,
      state: 'used' as const,
      used_at: before.used_at ?? Math.floor(at_ms / 1000),
      where: list.gate,
    };
    return {
      ...list,
      inside: list.inside + (inside === before.inside ? 0 : inside ? 1 : -1),
      came: list.came + (before.state === 'used' ? 0 : 1),
      tickets: list.tickets.map((ticket) => (ticket.id === id ? now : ticket)),
    };
  }

  function findIn(list: DoorList, wanted: string): DoorListTicket | null {
    const found = list.tickets.filter((ticket) => ticket.hash.startsWith(wanted));
    return isTicketKey(wanted) && found.length === 1 ? (found[0] ?? null) : null;
  }

  function take(answer: DoorAnswer): void {
    const { list } = $state.get();
    if (!list) return;
    const next = answer.result === 'ok' && answer.ticket ? changed(list, answer.ticket.id, answer.direction, now_ms()) : list;
    set({ list: { ...next, inside: answer.inside } });
  }

  async function submit(text: string): Promise<void> {
    const { direction, busy } = $state.get();
    if (busy) return;
    const read = readScan(text);
    const nonce = random();
    set({ busy: true, said: '' });
    try {
      const answer = await api.scan(token, { code: text.slice(0, 300), nonce, direction });
      take(answer);
      set({ shown: { answer, offline: false }, online: true });
      void send();
    } catch (error) {
      if (unreached(error)) await decide(read, nonce, direction);
    } finally {
      set({ busy: false });
    }
  }

  /** Decides by the list that this phone has. */
  async function decide(read: ReturnType<typeof readScan>, nonce: string, direction: DoorDirection): Promise<void> {
    const { list } = $state.get();
    if (!list) return set({ said: '网络不通，名单还没有下载' });
    const wanted = read === null ? '' : 'code' in read ? read.code : await hash(read.secret);
    if (wanted === null) return set({ said: '断网时这台手机只能输入票码，请输入票上的 8 位码' });
    const ticket = wanted === '' ? null : findIn(list, wanted);
    const dead = ticket || !isTicketKey(wanted) ? [] : list.given.filter(({ hash: old }) => old.startsWith(wanted));
    const given = dead.length === 1 ? (list.tickets.find(({ id }) => id === dead[0]?.id) ?? null) : null;
    pass(list, ticket ?? given, nonce, direction, wanted, given !== null);
  }

  /** `given`: by a code of before the ticket was given to somebody else. */
  function pass(
    list: DoorList,
    ticket: DoorListTicket | null,
    nonce: string,
    direction: DoorDirection,
    wanted: string,
    given = false,
  ): void {
    const at_ms = now_ms();
    const hours = { opens_ms: list.opens_at * 1000, closes_ms: list.closes_at * 1000, cancelled: list.salon.cancelled };
    const shown = ticket && {
      of_salon: true,
      state: given ? ('given' as const) : ticket.state,
      inside: ticket.inside,
      online: ticket.online,
    };
    const result = doorResult(shown, hours, direction, at_ms);
    let next = list;
    if (ticket && result === 'ok') {
      keep([...queue, { nonce, key: wanted, direction, at_ms }]);
      next = changed(list, ticket.id, direction, at_ms);
    }
    const mates = ticket
      ? next.tickets.filter(
          ({ id, order_id, state, online }) => id !== ticket.id && order_id === ticket.order_id && state === 'valid' && !online,
        )
      : [];
    const known = result === 'used' || result === 'not_inside' ? ticket : null;
    const answer: DoorAnswer = {
      ...{ nonce, result, direction, again: false, inside: next.inside, others: mates.length },
      ticket: ticket && {
        id: ticket.id,
        seq: ticket.seq,
        kind: ticket.kind,
        seat: ticket.seat,
        holder: ticket.holder,
        order_id: ticket.order_id,
      },
      at: known?.used_at ?? null,
      where: known?.where ?? '',
    };
    set({ list: next, shown: { answer, offline: true } });
  }

  /** The others of the order that was shown last. */
  async function takeOrder(): Promise<void> {
    const { shown, list, busy } = $state.get();
    const ticket = shown?.answer.ticket;
    if (!ticket || !list || busy) return;
    set({ busy: true, said: '' });
    try {
      const answers = await api.order(token, { ticket_id: ticket.id, nonce: random() });
      for (const answer of answers) take(answer);
      const last = answers.at(-1);
      if (last) set({ shown: { answer: { ...last, ticket, others: 0 }, offline: false } });
      set({ online: true, said: `同一订单另外 ${answers.length} 人已放行` });
    } catch (error) {
      if (!unreached(error)) return;
      const mates = list.tickets.filter(
        ({ id, order_id, state, online }) => id !== ticket.id && order_id === ticket.order_id && state === 'valid' && !online,
      );
      for (const mate of mates) {
        const now = $state.get().list;
        if (now) pass(now, mate, random(), 'in', mate.hash);
      }
      set({ said: `同一订单另外 ${mates.length} 人已放行（断网）` });
    } finally {
      set({ busy: false });
    }
  }

  /** Sends what waits. Who was let in here and was in already stands among the conflicts. */
  async function send(): Promise<void> {
    if (sending) return;
    sending = true;
    try {
      while (queue.length > 0) {
        const part = queue.slice(0, SYNC_MAX);
        const answers = await api.sync(token, part);
        const sent = new Set(part.map(({ nonce }) => nonce));
        keep(queue.filter(({ nonce }) => !sent.has(nonce)));
        const wrong = answers.filter(({ result }) => result !== 'ok');
        const { list, conflicts } = $state.get();
        const inside = answers.at(-1)?.inside;
        set({
          online: true,
          conflicts: [...conflicts, ...wrong],
          ...(list && inside !== undefined ? { list: { ...list, inside } } : {}),
        });
      }
    } catch (error) {
      unreached(error);
    } finally {
      sending = false;
    }
  }

  return {
    $state: $state as ReadableAtom<DoorState>,
    actions: {
      load,
      submit,
      takeOrder,
      choose: (direction: DoorDirection) => set({ direction, shown: null, said: '' }),
      clear: () => set({ shown: null, said: '' }),
      forgetConflicts: () => set({ conflicts: [] }),
    },
  };
}

export type Door = ReturnType<typeof createDoor>;
