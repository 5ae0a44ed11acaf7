import { createHash } from 'node:crypto';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import type { DoorAnswer, DoorList, OfflineScan } from '#contract/door.ts';
import type { DoorListTicket } from '#contract/outputs/door.ts';
import type { DoorApi } from './door.api.ts';
import { createDoor } from './door.store.ts';

const NOW = Date.parse('2026-11-23T06:00:00Z');
const sha = (text: string) => createHash('sha256').update(text).digest('hex');
const SECRETS = ['secret-of-the-first-one', 'secret-of-the-second-one', 'secret-of-the-third-one'];

const ticket = (index: number): DoorListTicket => ({
  ...{ id: index + 1, hash: sha(SECRETS[index] as string), seq: index + 1, kind: '标准票', seat: '', holder: `来宾${index + 1}` },
  ...{ order_id: index < 2 ? 7 : 8, state: 'valid', inside: false, used_at: null, where: '', online: false },
});
const list = (): DoorList => ({
  salon: { id: 1, title: '现场管理沙龙', starts_at: NOW / 1000, ends_at: NOW / 1000 + 7_200, cancelled: false },
  ...{ gate: '东口', name: '小林', expires_at: NOW / 1000 + 9_000, opens_at: NOW / 1000 - 3_600, closes_at: NOW / 1000 + 9_000 },
  ...{ inside: 0, came: 0, tickets: [ticket(0), ticket(1), ticket(2)] },
  given: [{ hash: sha('secret-of-before-it-was-given'), id: 2 }],
});
const answer = (nonce: string, change: Partial<DoorAnswer> = {}): DoorAnswer => ({
  ...{ nonce, result: 'ok', direction: 'in', ticket: null, at: null, where: '', others: 0, inside: 1, again: false },
  ...change,
});

let reached: boolean;
let sent: OfflineScan[][];
let refuse: Record<string, Partial<DoorAnswer>>;
let nonces: number;
const stored = new Map<string, string>();

const whenReached = <T>(value: T): Promise<T> =>
  reached ? Promise.resolve(value) : Promise.reject(new ApiError({ code: 1, msg: '网络不通', status: 0 }));

const api: DoorApi = {
  list: () => whenReached(list()),
  scan: (_t, { nonce }) =>
    whenReached(answer(nonce, { ticket: { id: 1, seq: 1, kind: '标准票', seat: '', holder: '来宾1', order_id: 7 }, others: 1 })),
  order: (_t, { nonce }) =>
    whenReached([answer(`${nonce}.2`, { ticket: { id: 2, seq: 2, kind: '标准票', seat: '', holder: '来宾2', order_id: 7 }, inside: 2 })]),
  sync: (_t, scans) => {
    if (reached) sent.push([...scans]);
    return whenReached(scans.map(({ nonce }) => answer(nonce, refuse[nonce])));
  },
};
const open = () =>
  createDoor({
    token: 'token-of-a-door-abc',
    api,
    now_ms: () => NOW,
    hash: (text) => Promise.resolve(sha(text)),
    random: () => `n-${++nonces}`,
  });

beforeEach(() => {
  [reached, sent, refuse, nonces] = [true, [], {}, 0];
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

it('lets the server decide while it is reached, and the rest of an order at once', async () => {
  const { $state, actions } = open();
  await actions.load();
  await actions.submit(SECRETS[0] as string);
  expect($state.get()).toMatchObject({ shown: { offline: false, answer: { result: 'ok', others: 1 } }, list: { inside: 1, came: 1 } });
  await actions.takeOrder();
  expect($state.get()).toMatchObject({ said: '同一订单另外 1 人已放行', list: { inside: 2, came: 2 }, shown: { answer: { others: 0 } } });
});

it('decides by its list without a network, keeps what it let in, and sends it when the network is back', async () => {
  const first = open();
  await first.actions.load();
  reached = false;
  await first.actions.submit(SECRETS[0] as string);
  expect(first.$state.get()).toMatchObject({ online: false, waiting: 1, shown: { offline: true, answer: { result: 'ok', others: 1 } } });
  await first.actions.submit(SECRETS[0] as string);
  expect(first.$state.get()).toMatchObject({ waiting: 1, shown: { answer: { result: 'used', where: '东口' } } });
  await first.actions.submit('nothing-of-the-kind-1');
  expect(first.$state.get().shown?.answer.result).toBe('unknown');
  await first.actions.submit(
    sha(SECRETS[2] as string)
      .slice(0, 8)
      .toUpperCase(),
  );
  expect(first.$state.get()).toMatchObject({ waiting: 2, list: { inside: 2, came: 2 } });
  // the phone's browser was closed and opened again
  const second = open();
  await second.actions.load();
  expect(second.$state.get()).toMatchObject({ waiting: 2, list: { inside: 2, came: 2 }, online: false });
  reached = true;
  refuse = { 'n-1': { result: 'used', where: '西口' } };
  await second.actions.load();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.map(({ nonce, at_ms }) => [nonce, at_ms])).toEqual([
    ['n-1', NOW],
    ['n-4', NOW],
  ]);
  expect(second.$state.get()).toMatchObject({ waiting: 0, conflicts: [{ nonce: 'n-1', result: 'used', where: '西口' }] });
  // the list alone, for as long as the door is open
  expect([...stored.keys()]).toEqual(['door_list:token-of']);
});

it('says without a network that a code is dead because its ticket was given away, also when it is typed', async () => {
  const { $state, actions } = open();
  await actions.load();
  reached = false;
  for (const shown of ['secret-of-before-it-was-given', sha('secret-of-before-it-was-given').slice(0, 8)]) {
    await actions.submit(shown);
    expect($state.get().shown?.answer).toMatchObject({ result: 'given', ticket: { seq: 2 } });
  }
  expect($state.get()).toMatchObject({ waiting: 0, list: { inside: 0 } });
  await actions.submit(SECRETS[1] as string);
  expect($state.get().shown?.answer.result).toBe('ok');
});

it('takes the rest of an order without a network as well', async () => {
  const { $state, actions } = open();
  await actions.load();
  reached = false;
  await actions.submit(SECRETS[0] as string);
  await actions.takeOrder();
  expect($state.get()).toMatchObject({ waiting: 2, said: '同一订单另外 1 人已放行（断网）', list: { inside: 2 } });
});

it('says that the network is needed when it has no list, and that a link that was ended is of no use', async () => {
  reached = false;
  const { $state, actions } = open();
  await actions.load();
  expect($state.get().failure).toMatchObject({ message: '网络不通，名单还没有下载', status: 0 });
  const ended = createDoor({
    ...{ token: 'another-token', hash: () => Promise.resolve(null) },
    api: { ...api, list: () => Promise.reject(new ApiError({ code: 1, msg: '这个检票入口已被主办方停用', status: 403 })) },
  });
  await ended.actions.load();
  expect(ended.$state.get().failure).toMatchObject({ message: '这个检票入口已被主办方停用', status: 403 });
});
