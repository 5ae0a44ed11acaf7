import { PLATFORM } from '#contract/envelope.ts';
import { STREAM_HEARTBEAT_MS, STREAM_TYPE, type StreamEvent, type StreamPage } from '#contract/stream.ts';
import { $session } from './session.ts';

export interface StreamWish<T> {
  /** A call of the gateway that answers events, without `after`. */
  path: string;
  /** Where this page stands already; 0: from the beginning. */
  after?: number;
  onEvent(event: StreamEvent<T>): void;
  /** The stream stands, at first and again after the line was away; of the leading tab. */
  onLinked?(): void;
}

/** Between polls, and after a failure; failures in a row wait longer, up to the last. */
const POLL_MS = 5_000;
const RETRY_MS = [1_000, 2_000, 5_000, 15_000, 30_000] as const;
/** Without any byte for this long, not even a heartbeat, the connection is dead. */
const SILENCE_MS = 2.4 * STREAM_HEARTBEAT_MS;

/**
 * Follows the events of a call for the signed-in reader. One tab holds the stream and broadcasts to the others; when it closes, another
 * takes over. Falls back to polling where a proxy buffers. Returns the unsubscribe function; a logout ends it too.
 */
export function followStream<T>({ path, after = 0, onEvent, onLinked }: StreamWish<T>): () => void {
  const session = $session.get();
  if (!session) return () => undefined;
  const { token, user } = session;
  const over = new AbortController();
  const name = `cemao-stream ${user.id} ${path}`;
  const tabs = new BroadcastChannel(name);
  let seq = after;
  /** Events of the leading tab while this one still catches up; null: it has caught up. */
  let early: StreamEvent<T>[] | null = null;
  const take = (event: StreamEvent<T>) => {
    if (over.signal.aborted || event.seq <= seq) return;
    seq = event.seq;
    onEvent(event);
  };
  tabs.onmessage = ({ data }: MessageEvent<StreamEvent<T>>) => (early ? early.push(data) : take(data));
  let behind = new AbortController();
  /** Polls for the events before this tab listened; a leading tab reads them from the stream. */
  async function catchUp(): Promise<void> {
    behind = new AbortController();
    const signal = AbortSignal.any([over.signal, behind.signal]);
    early = [];
    await readOn<T>({ path, token, signal, accept: POLLED, after: () => seq, onEvent: take });
    // aborted when this tab becomes the leader, which gets all of them from the stream in order
    if (!signal.aborted) for (const event of early) take(event);
    early = null;
  }
  const lead = () => {
    behind.abort();
    return readOn<T>({
      path,
      token,
      signal: over.signal,
      accept: STREAMED,
      after: () => seq,
      onLinked,
      onEvent(event) {
        tabs.postMessage(event);
        take(event);
      },
    });
  };
  const unbind = $session.listen((now) => {
    if (now?.token !== token) stop();
  });
  // a page that comes back from the browser's memory heard nothing meanwhile
  const shown = (event: PageTransitionEvent) => {
    if (event.persisted && early === null) void catchUp();
  };
  globalThis.addEventListener?.('pageshow', shown);
  function stop(): void {
    over.abort();
    unbind();
    tabs.close();
    globalThis.removeEventListener?.('pageshow', shown);
  }
  const locks = navigator.locks;
  if (!locks) void lead();
  else {
    void catchUp();
    locks.request(name, { signal: over.signal }, lead).catch(() => undefined);
  }
  return stop;
}

const STREAMED = `${STREAM_TYPE}, application/json`;
const POLLED = 'application/json';

interface Reading<T> {
  path: string;
  token: string;
  signal: AbortSignal;
  accept: typeof STREAMED | typeof POLLED;
  after(): number;
  onEvent(event: StreamEvent<T>): void;
  onLinked?: (() => void) | undefined;
}

/** Until the signal ends it, or the server says that the login is over; polls alone until nothing is left to read. */
async function readOn<T>(reading: Reading<T>): Promise<void> {
  let failures = 0;
  while (!reading.signal.aborted) {
    let pause_ms: number;
    try {
      const came = await readOnce(reading);
      if (came === 'signed_out') return;
      failures = 0;
      if (reading.accept === POLLED) {
        if (came === 'nothing') return;
        continue;
      }
      pause_ms = came === 'streamed' ? 0 : POLL_MS;
    } catch {
      pause_ms = RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)] as number;
    }
    // many readers lose their stream at once when a process stops
    await pause(pause_ms + Math.random() * 1_000, reading.signal);
  }
}

type Came = 'streamed' | 'polled' | 'nothing' | 'signed_out';

async function readOnce<T>({ path, token, signal, accept, after, onEvent, onLinked }: Reading<T>): Promise<Came> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MS);
  };
  heard();
  try {
    const url = `/gateway${path}${path.includes('?') ? '&' : '?'}after=${after()}`;
    const headers = { accept, platform: String(PLATFORM), token };
    const answer = await fetch(url, { headers, cache: 'no-store', signal: AbortSignal.any([signal, silence.signal]) });
    if (answer.status === 401) return 'signed_out';
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    onLinked?.();
    if (!answer.headers.get('content-type')?.includes(STREAM_TYPE)) {
      const { data } = (await answer.json()) as { data: StreamPage<T> };
      for (const event of data.events) onEvent(event);
      return data.events.length > 0 ? 'polled' : 'nothing';
    }
    const reader = (answer.body as ReadableStream<BufferSource>).pipeThrough(new TextDecoderStream()).getReader();
    for (let rest = ''; ; ) {
      const { done, value } = await reader.read();
      if (done) return 'streamed';
      heard();
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line !== '') onEvent(JSON.parse(line) as StreamEvent<T>);
    }
  } finally {
    clearTimeout(timer);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
