import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Queryable, Tx } from './pool.ts';

const PROBE_MS = 15_000;
const RETRY_MAX_MS = 5_000;

/** Sends a notification to every process that listens on the channel; inside a transaction it leaves with the commit. Payload under 8000 bytes. */
export async function sendNotification(db: Queryable, channel: string, payload: string): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${payload})`);
}

/** The channel of live streams (http/streams.ts). */
export const STREAM_CHANNEL = 'cemao_stream';
/** NOTIFY refuses payloads of 8000 bytes and more. */
const TOPICS_A_NOTIFICATION = 100;

/**
 * Wakes the streams that follow one of the topics (`file:12`), in every process, once the transaction is committed. A notification carries
 * names only: each stream reads for itself. Commits with notifications wait for each other, so this is for what people watch, not for counters.
 */
export async function wakeStreams(tx: Tx, topics: readonly string[]): Promise<void> {
  for (let i = 0; i < topics.length; i += TOPICS_A_NOTIFICATION) {
    await sendNotification(tx, STREAM_CHANNEL, JSON.stringify(topics.slice(i, i + TOPICS_A_NOTIFICATION)));
  }
}

/** The topics of a notification; none where somebody else wrote into the channel. */
export function readTopics(payload: string): string[] {
  try {
    const value: unknown = JSON.parse(payload);
    return Array.isArray(value) ? value.map(String) : [];
  } catch {
    return [];
  }
}

export interface NotificationListener {
  onNotification(payload: string): void;
  /** The connection listens (again); what was sent in between is lost. */
  onLinked(): void;
  onLost(error?: Error): void;
}

export interface NotificationChannel {
  /** Resolves once the first connection listens. */
  ready: Promise<void>;
  stop(): Promise<void>;
}

/** Listens on a connection of its own, and finds its way back when the database or the network was away. */
export function listenForNotifications(database_url: string, channel: string, listener: NotificationListener): NotificationChannel {
  let client: pg.Client | null = null;
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;
  let delay_ms = 100;
  let heard: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    heard = resolve;
  });

  const lost = (mine: pg.Client, error?: Error) => {
    if (client !== mine || stopped) return;
    client = null;
    listener.onLost(error);
    mine.end().catch(() => undefined);
    retry = setTimeout(connect, delay_ms);
    delay_ms = Math.min(delay_ms * 2, RETRY_MAX_MS);
  };
  const connect = async () => {
    const mine = new pg.Client({
      connectionString: database_url,
      application_name: channel.replaceAll('_', '-'),
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      query_timeout: 5_000,
    });
    client = mine;
    mine.on('error', (error) => lost(mine, error));
    mine.on('end', () => lost(mine));
    mine.on('notification', ({ payload }) => listener.onNotification(payload ?? ''));
    try {
      await mine.connect();
      await mine.query(`listen ${mine.escapeIdentifier(channel)}`);
      delay_ms = 100;
      listener.onLinked();
      heard();
    } catch (error) {
      lost(mine, error as Error);
    }
  };
  // a connection that died without a word (a network in between) is found by asking
  const probe = setInterval(() => {
    const mine = client;
    mine?.query('select 1').catch((error: Error) => lost(mine, error));
  }, PROBE_MS);
  probe.unref();
  void connect();
  return {
    ready,
    async stop() {
      stopped = true;
      clearInterval(probe);
      clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
}
