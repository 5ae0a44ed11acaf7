import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { STREAM_HEARTBEAT_MS, STREAM_TYPE, type StreamEvent, type StreamPage } from '#contract/stream.ts';
import type { App, Ctx } from '../app/ctx.ts';
import { listenForNotifications, type NotificationChannel, readTopics, STREAM_CHANNEL } from '../db/notifications.ts';
import { reportBroken } from '../db/outage-log.ts';
import { authenticate, endedLogins, onLoginsEnded } from './authenticate.ts';

/** Where the events of one reader come from. */
export interface StreamSource {
  /** Topics that wake the stream; `wakeStreams` names them in the writing transaction. */
  topics: readonly string[];
  /** Events after `seq`, ascending, at most `limit`. Called at each wake-up, so it also checks again what the reader may see. */
  read(after: number, limit: number): Promise<StreamEvent[]>;
}

export interface StreamLimits {
  heartbeat_ms: number;
  /** Maximum lifetime; the reader reconnects, which renews rights and balances load. */
  life_ms: number;
  /** Maximum of this process; further readers are answered like a poll. */
  most: number;
  /** Maximum of one reader; a further one ends the oldest. */
  most_a_reader: number;
}

export type StreamEnd = 'left' | 'slow' | 'life' | 'signed_out' | 'replaced' | 'failed' | 'shutdown';

const LIMITS: StreamLimits = { heartbeat_ms: STREAM_HEARTBEAT_MS, life_ms: 600_000, most: 5_000, most_a_reader: 4 };
const BATCH = 100;

/** The open streams of a process. */
export class Streams {
  readonly ended: Record<StreamEnd, number> = { left: 0, slow: 0, life: 0, signed_out: 0, replaced: 0, failed: 0, shutdown: 0 };
  readonly limits: StreamLimits;
  readonly #open = new Set<OpenStream>();
  readonly #byTopic = new Map<string, Set<OpenStream>>();
  #closed = false;

  constructor(limits: Partial<StreamLimits> = {}) {
    this.limits = { ...LIMITS, ...limits };
  }

  get size(): number {
    return this.#open.size;
  }

  get full(): boolean {
    return this.#closed || this.#open.size >= this.limits.most;
  }

  add(stream: OpenStream): void {
    const mine = [...this.#open].filter(({ reader }) => reader === stream.reader);
    if (mine.length >= this.limits.most_a_reader) mine[0]?.end('replaced');
    this.#open.add(stream);
    for (const topic of stream.topics) {
      const streams = this.#byTopic.get(topic) ?? new Set();
      this.#byTopic.set(topic, streams.add(stream));
    }
  }

  remove(stream: OpenStream, end: StreamEnd): void {
    if (!this.#open.delete(stream)) return;
    this.ended[end]++;
    for (const topic of stream.topics) {
      const streams = this.#byTopic.get(topic);
      streams?.delete(stream);
      if (streams?.size === 0) this.#byTopic.delete(topic);
    }
  }

  wake(topics: readonly string[]): void {
    for (const topic of topics) for (const stream of this.#byTopic.get(topic) ?? []) stream.wake();
  }

  /** Ends what these logins follow, at once. */
  endLogins(token_ids: readonly number[]): void {
    const ended = new Set(token_ids);
    for (const stream of [...this.#open]) if (ended.has(stream.login)) stream.end('signed_out');
  }

  wakeAll(): void {
    for (const stream of this.#open) stream.wake();
  }

  /** Ends all streams and accepts no more: the process stops. */
  close(): void {
    this.#closed = true;
    for (const stream of [...this.#open]) stream.end('shutdown');
  }
}

interface StreamParts {
  streams: Streams;
  source: StreamSource;
  after: number;
  reader: string;
  /** Number of the login; 0: a visitor. */
  login: number;
  res: ServerResponse;
  /** False: the login is over. */
  stillSignedIn(): Promise<boolean>;
  onFailure(error: unknown): void;
}

/** Nothing is queued: a wake-up sets a flag, and the next events are read once the socket has drained. */
class OpenStream {
  readonly #parts: StreamParts;
  readonly #heartbeat: NodeJS.Timeout;
  readonly #life: NodeJS.Timeout;
  readonly #ended = new AbortController();
  #after: number;
  #dirty = false;
  #reading = false;
  /** The socket had not taken everything at the last heartbeat. */
  #stuck = false;

  constructor(parts: StreamParts) {
    this.#parts = parts;
    this.#after = parts.after;
    const { heartbeat_ms, life_ms } = parts.streams.limits;
    this.#heartbeat = setInterval(() => void this.#beat(), heartbeat_ms);
    // jitter: many streams may have begun together
    this.#life = setTimeout(() => this.end('life'), life_ms * (0.9 + Math.random() * 0.1));
    parts.res.once('close', () => this.end('left'));
    parts.res.on('error', () => this.end('left'));
  }

  get topics(): readonly string[] {
    return this.#parts.source.topics;
  }

  get login(): number {
    return this.#parts.login;
  }

  get reader(): string {
    return this.#parts.reader;
  }

  wake(): void {
    this.#dirty = true;
    if (!this.#reading) void this.#read();
  }

  end(why: StreamEnd): void {
    if (this.#ended.signal.aborted) return;
    this.#ended.abort();
    clearInterval(this.#heartbeat);
    clearTimeout(this.#life);
    const { streams, res } = this.#parts;
    streams.remove(this, why);
    if (why === 'slow' || why === 'left') res.destroy();
    else res.end();
  }

  async #read(): Promise<void> {
    const { source, stillSignedIn, onFailure } = this.#parts;
    this.#reading = true;
    try {
      while (this.#dirty && !this.#ended.signal.aborted) {
        this.#dirty = false;
        // the notification of its end may have been lost: nothing more is delivered to a login that is over
        if (!(await stillSignedIn())) return this.end('signed_out');
        const events = await source.read(this.#after, BATCH);
        const last = events.at(-1);
        if (!last) continue;
        if (events.length === BATCH) this.#dirty = true;
        await this.#write(`${events.map((event) => JSON.stringify(event)).join('\n')}\n`);
        this.#after = last.seq;
      }
    } catch (error) {
      if (!this.#ended.signal.aborted) {
        onFailure(error);
        this.end('failed');
      }
    } finally {
      this.#reading = false;
    }
  }

  async #write(text: string): Promise<void> {
    const { res } = this.#parts;
    if (this.#ended.signal.aborted || res.write(text)) return;
    await once(res, 'drain', { signal: this.#ended.signal });
  }

  async #beat(): Promise<void> {
    const { res, stillSignedIn, onFailure } = this.#parts;
    const stuck = res.writableLength > 0;
    if (stuck && this.#stuck) return this.end('slow');
    this.#stuck = stuck;
    if (!stuck) res.write('\n');
    try {
      if (!(await stillSignedIn())) this.end('signed_out');
    } catch (error) {
      onFailure(error);
    }
  }
}

const all = new WeakMap<App, Streams>();

export function streamsOf(app: App): Streams {
  let streams = all.get(app);
  if (!streams) {
    streams = keepStreams(app, new Streams());
  }
  return streams;
}

/** Other limits than the product's. For tests, before the first stream. */
export function limitStreams(app: App, limits: Partial<StreamLimits>): void {
  keepStreams(app, new Streams(limits));
}

function keepStreams(app: App, streams: Streams): Streams {
  all.set(app, streams);
  onLoginsEnded(app, (token_ids) => streams.endLogins(token_ids));
  return streams;
}

/**
 * Answers a GET with events after `after`: as a stream if the client accepts one, else as a page for polling. Not by Hono's `streamSSE`,
 * which hides write errors and leaks the state of vanished clients.
 */
export async function answerEvents(ctx: Ctx, c: Context, after: number, source: StreamSource): Promise<StreamPage | Response> {
  const streams = streamsOf(ctx.app);
  const outgoing = (c.env as { outgoing?: ServerResponse } | undefined)?.outgoing;
  const wanted = c.req.method === 'GET' && c.req.header('accept')?.includes(STREAM_TYPE);
  if (!wanted || !outgoing || streams.full) {
    const events = await source.read(after, BATCH);
    return { events, seq: events.at(-1)?.seq ?? after };
  }
  const { actor, app, log, request_id } = ctx;
  const token = c.req.header('token') ?? '';
  outgoing.writeHead(200, {
    'content-type': STREAM_TYPE,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // no buffering by proxies
    'x-accel-buffering': 'no',
  });
  outgoing.flushHeaders();
  const stream = new OpenStream({
    streams,
    source,
    after,
    login: actor.kind === 'user' ? actor.token_id : 0,
    reader: actor.kind === 'user' ? `user ${actor.user_id}` : actor.kind === 'visitor' ? `address ${actor.address}` : actor.kind,
    res: outgoing,
    stillSignedIn: async () => actor.kind !== 'user' || (await authenticate(app, token, actor.address)) !== null,
    onFailure: (error) => log.warn({ err: error, request_id }, 'stream failed'),
  });
  streams.add(stream);
  stream.wake();
  return RESPONSE_ALREADY_SENT;
}

/** Wakes this process's streams when any process has committed something for them. */
export function listenForStreams(app: App, database_url: string): NotificationChannel {
  const streams = streamsOf(app);
  return listenForNotifications(database_url, STREAM_CHANNEL, {
    onNotification(payload) {
      const topics = readTopics(payload);
      streams.endLogins(endedLogins(topics));
      streams.wake(topics);
    },
    // notifications may have been missed: every stream reads
    onLinked: () => streams.wakeAll(),
    onLost: (error) => reportBroken(app.log, 'stream channel', error),
  });
}
