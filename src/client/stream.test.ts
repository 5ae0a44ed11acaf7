import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { UserInfo } from '#contract/identity.ts';
import { STREAM_TYPE, type StreamEvent } from '#contract/stream.ts';

/** Locks of one browser: who asks while one holds it waits for its end. */
class Locks {
  #last: Promise<unknown> = Promise.resolve();
  request(_name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>): Promise<void> {
    const mine = this.#last.then(() => (signal.aborted ? undefined : work()));
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}

/** One answer of the server that stays open. */
interface Line {
  url: string;
  send(...events: StreamEvent[]): void;
  raw(text: string): void;
  end(): void;
  aborted(): boolean;
}

let lines: Line[];
let answerWith: (url: string, init: RequestInit) => Response;
const user = { id: 7, nickname: '甲' } as UserInfo;
const tabs: Array<() => void> = [];

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  lines = [];
  past = [];
  answerWith = stream;
  vi.stubGlobal('navigator', { locks: new Locks() });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => answerWith(url, init));
});
afterEach(() => {
  for (const close of tabs.splice(0)) close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What was before, for a tab that catches up. */
let past: StreamEvent[];

function stream(url: string, { signal, headers }: RequestInit): Response {
  if (!new Headers(headers).get('accept')?.includes(STREAM_TYPE)) {
    const after = Number(new URL(url, 'http://a').searchParams.get('after'));
    return Response.json({ code: 0, msg: 'ok', data: { events: past.filter(({ seq }) => seq > after), seq: 0 } });
  }
  let control: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      control = given;
    },
  });
  signal?.addEventListener('abort', () => control.error(signal.reason));
  const raw = (text: string) => control.enqueue(Buffer.from(text));
  lines.push({
    url,
    raw,
    send: (...events) => raw(events.map((event) => `${JSON.stringify(event)}\n`).join('')),
    end: () => control.close(),
    aborted: () => signal?.aborted === true,
  });
  return new Response(body, { headers: { 'content-type': STREAM_TYPE } });
}

/** A tab of its own: modules are loaded once each, what is shared is the browser's. */
async function openTab() {
  vi.resetModules();
  const { $session } = await import('./session.ts');
  const { followStream } = await import('./stream.ts');
  $session.set({ token: 'a-token', user });
  const got: number[] = [];
  const linked = vi.fn();
  const close = followStream<number>({ path: '/user/events?kind=1', onEvent: ({ seq }) => got.push(seq), onLinked: linked });
  tabs.push(close);
  return { $session, got, close, linked };
}

const soon = () => vi.advanceTimersByTimeAsync(2_000);
/** Messages between tabs travel outside of the fake time. */
const arrived = async (get: () => unknown, wanted: unknown) => {
  vi.useRealTimers();
  await expect.poll(get).toEqual(wanted);
};

it('reads lines however they are cut, and goes on where it stood when the stream ends', async () => {
  const { got, linked } = await openTab();
  await soon();
  expect(lines.map(({ url }) => url)).toEqual(['/gateway/user/events?kind=1&after=0']);
  expect(linked).toHaveBeenCalledTimes(1);
  const text = `${JSON.stringify({ seq: 1, data: '字' })}\n\n${JSON.stringify({ seq: 2, data: 0 })}\n`;
  lines[0]?.raw(text.slice(0, 10));
  lines[0]?.raw(text.slice(10));
  await soon();
  expect(got).toEqual([1, 2]);
  lines[0]?.end();
  await soon();
  expect(lines[1]?.url).toContain('after=2');
  expect(linked).toHaveBeenCalledTimes(2);
  lines[1]?.send({ seq: 2, data: 0 }, { seq: 3, data: 0 });
  await soon();
  expect(got).toEqual([1, 2, 3]);
});

it('holds one stream a browser; the next tab takes over where it stands', async () => {
  const first = await openTab();
  const second = await openTab();
  await soon();
  expect(lines).toHaveLength(1);
  lines[0]?.send({ seq: 1, data: 0 });
  await soon();
  expect(first.got).toEqual([1]);
  await arrived(() => second.got, [1]);
  first.close();
  await expect.poll(() => lines.length).toBe(2);
  expect(lines[0]?.aborted()).toBe(true);
  expect(lines[1]?.url).toContain('after=1');
});

it('a tab that comes later reads what was before, then hears what is told', async () => {
  past = [
    { seq: 1, data: 0 },
    { seq: 2, data: 0 },
  ];
  const first = await openTab();
  await soon();
  lines[0]?.send(...past);
  await soon();
  const second = await openTab();
  lines[0]?.send({ seq: 3, data: 0 });
  await soon();
  expect(first.got).toEqual([1, 2, 3]);
  await arrived(() => second.got, [1, 2, 3]);
  expect(lines).toHaveLength(1);
});

it('polls where the answer is no stream', async () => {
  const asked: string[] = [];
  answerWith = (url) => {
    asked.push(url);
    return Response.json({ code: 0, msg: 'ok', data: { events: [{ seq: asked.length, data: 0 }], seq: asked.length } });
  };
  const { got, close } = await openTab();
  await vi.advanceTimersByTimeAsync(14_000);
  expect(got.slice(0, 2)).toEqual([1, 2]);
  expect(asked.at(-1)).toContain(`after=${asked.length - 1}`);
  close();
  const before = asked.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(before);
});

it('gives up a line that fell silent, waits longer after each failure, and ends with the login', async () => {
  const { $session } = await openTab();
  await soon();
  await vi.advanceTimersByTimeAsync(61_000);
  expect(lines[0]?.aborted()).toBe(true);
  expect(lines).toHaveLength(2);
  let tries = 0;
  answerWith = () => {
    tries++;
    return new Response('', { status: 503 });
  };
  lines[1]?.end();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(tries).toBeGreaterThan(4);
  expect(tries).toBeLessThan(12);
  answerWith = () => new Response('{}', { status: 401 });
  await vi.advanceTimersByTimeAsync(60_000);
  $session.set(null);
  const before = tries;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(tries).toBe(before);
});

it('follows nothing for a visitor', async () => {
  vi.resetModules();
  const { followStream } = await import('./stream.ts');
  followStream({ path: '/user/events', onEvent: () => undefined })();
  await soon();
  expect(lines).toEqual([]);
});
