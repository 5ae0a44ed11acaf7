import pg from 'pg';
import { StartError } from '../kernel/errors.ts';

/**
 * Advisory lock: shared by every process that uses the cluster, exclusive for the one that stops it, so none stops it under another; new
 * callers wait for the stop and start it again. A killed process releases it.
 */
const HOLD = 7_203_612;
const AGAIN_MS = 300;
/** A server that is away this long was not restarted by somebody: it crashed or was killed. */
const GONE_MS = 10_000;

export interface Hold {
  /** Releases our share. @returns true when no other process holds the cluster; the caller stops the server then, and calls `end` */
  isLast(): Promise<boolean>;
  end(): Promise<void>;
}

export interface HoldOptions {
  /** Whether a server runs on the data at all. */
  isRunning(): boolean;
  /** Starts it again at the same port. */
  revive(): Promise<void>;
}

/** Holds the cluster until `isLast`, over restarts of the server; null when it does not answer. */
export async function holdCluster(url: string, options: HoldOptions): Promise<Hold | null> {
  let client = await connect(url);
  if (!client) return null;
  let leaving = false;
  let lost_ms = 0;
  let timer: NodeJS.Timeout | undefined;

  const watch = (held: pg.Client) => {
    held.once('end', () => {
      if (leaving) return;
      client = null;
      lost_ms = Date.now();
      again();
    });
  };
  const again = () => {
    timer = setTimeout(async () => {
      try {
        if (!options.isRunning() && Date.now() - lost_ms > GONE_MS) await options.revive();
      } catch {
        // another process may revive it, or the next round does
      }
      const held = leaving ? null : await connect(url).catch(() => null);
      if (!held) return leaving ? undefined : again();
      if (leaving) return void held.end().catch(() => undefined);
      client = held;
      watch(held);
    }, AGAIN_MS);
    timer.unref();
  };
  watch(client);

  return {
    async isLast() {
      leaving = true;
      clearTimeout(timer);
      client ??= await connect(url).catch(() => null);
      if (!client) return false;
      try {
        await client.query('select pg_advisory_unlock_shared($1)', [HOLD]);
        const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [HOLD]);
        return rows[0]?.alone ?? false;
      } catch {
        return false; // the server went away in this moment: nothing to stop
      }
    },
    async end() {
      await client?.end().catch(() => undefined);
    },
  };
}

async function connect(url: string): Promise<pg.Client | null> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'cemao-holder',
    keepAlive: true,
  });
  client.on('error', () => undefined); // the pool reports it; here it only means that there is nothing to hold at the moment
  try {
    await client.connect();
    await client.query('select pg_advisory_lock_shared($1)', [HOLD]);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    if ((error as { code?: string }).code === '28P01') throw new StartError('数据库密码不符：password 文件不属于这个数据库');
    return null;
  }
}
