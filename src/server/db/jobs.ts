import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { randomToken } from '../kernel/ids.ts';
import type { Tx } from './pool.ts';

/** A kind of background work: what it is called, how often it is tried, and what it does with its payload. */
export interface JobDefinition<P extends object = object> {
  name: string;
  /** Tries after the first failure; default 3, with backoff. */
  retries?: number;
  /** After this long a worker is presumed stuck and the job runs again. Seconds, default 300. */
  expire_s?: number;
  /** Parallel workers in this process; default 1. */
  workers?: number;
  /** Five-field cron (Asia/Shanghai) for periodic work. */
  cron?: string;
  /**
   * May run twice (a process can die after the work and before it is noted), so it must bear that. What takes long ends by throwing
   * when `stopping` is aborted; the job goes back into the queue then, and that costs it no try.
   */
  run(payload: P, stopping: AbortSignal): Promise<void>;
}

export interface SendOptions {
  /** Seconds to wait before the first try. */
  delay_s?: number;
  /** At most one waiting job with this key; one more may wait while one runs. */
  singleton_key?: string;
  /** Among waiting jobs of a kind the higher goes first, then the older; default 0. */
  priority?: number;
}

/** Background jobs on the same database (pg-boss). */
export interface Jobs {
  /** Tells what kinds there are; before `start`, also where nothing is worked on. */
  define(definitions: readonly JobDefinition[]): void;
  /** Enqueues; with `tx` the job exists only if the transaction commits. Works before `start` too (cli). */
  send<P extends object>(name: string, payload: P, options?: SendOptions, tx?: Tx): Promise<void>;
  /** Begins to work on what is defined. Call once. */
  start(): Promise<void>;
  /**
   * Takes no new jobs, finishes running ones for up to `drain_ms`, gives the rest back to the queue: a stop costs them no try. What a
   * job still does after that comes to nothing, in silence. What is sent from now on is refused with Stopping.
   */
  stop(drain_ms: number): Promise<void>;
}

/** A killed process is noticed by its missing heartbeat, its jobs run again within about half a minute. */
const HEARTBEAT_S = 15;
const WATCH_S = 10;
/** Workers are woken by what is sent; what becomes due by itself (a delay, another try) is found this often, by each at its own pace. */
const LOOK_S = 3;
const PACES = 23;
/** The same while the connection that wakes them is lost. */
const LOOK_UNTOLD_S = 0.5;

/** Why a job ends before its work is done, or is not taken any more. */
export class Stopping extends Error {}

export function createJobs(url: string, log: Logger): Jobs {
  const kinds = new Map<string, JobDefinition>();
  /** Queues that certainly exist in the database. */
  const queues = new Map<string, Promise<void>>();
  let boss: PgBoss | null = null;
  let opening: Promise<PgBoss> | null = null;
  let working = false;
  let over = false;
  /** What the open workers do now, by job id, and what tells them to stop. */
  let shift = { running: new Set<string>(), stop: new AbortController() };

  const open = (): Promise<PgBoss> => {
    if (over) return Promise.reject(new Stopping('the job queue has stopped'));
    opening ??= (async () => {
      const made = new PgBoss({
        connectionString: url,
        max: working ? 6 : 2,
        application_name: 'cemao-jobs',
        supervise: working,
        schedule: working,
        useListenNotify: working,
        superviseIntervalSeconds: WATCH_S,
        monitorIntervalSeconds: WATCH_S,
        persistWarnings: false,
      });
      boss = made;
      // after its stop, what jobs still try comes to nothing and is nobody's trouble
      made.on('error', (error) => boss === made && log.warn({ err: error.message }, 'job queue'));
      return made.start();
    })();
    // the next caller tries again when the database was away
    opening.catch(() => {
      opening = null;
    });
    return opening;
  };
  const queueOf = (opened: PgBoss, name: string): Promise<void> => {
    const known = queues.get(name);
    if (known) return known;
    const definition = kinds.get(name);
    const options = {
      retryLimit: definition?.retries ?? 3,
      retryBackoff: true,
      retryDelay: 1,
      expireInSeconds: definition?.expire_s ?? 300,
      heartbeatSeconds: HEARTBEAT_S,
      notify: true,
    };
    const made = (async () => {
      // "short": one waiting job a singleton key; jobs without one get a key of their own
      await opened.createQueue(name, { policy: 'short', ...options });
      await opened.updateQueue(name, options);
    })();
    queues.set(name, made);
    made.catch(() => queues.delete(name));
    return made;
  };

  const workOn = async (opened: PgBoss, definition: JobDefinition, nth: number): Promise<void> => {
    await queueOf(opened, definition.name);
    const options = {
      batchSize: 1,
      pollingIntervalSeconds: LOOK_UNTOLD_S,
      // together they would keep a page waiting for tens of statements
      notifyPollingIntervalSeconds: LOOK_S + (nth % PACES) / PACES,
      burstWhenBatchFull: true,
      localConcurrency: definition.workers ?? 1,
    };
    const { running, stop } = shift;
    await opened.work(definition.name, options, async ([job]) => {
      if (!job) return;
      running.add(job.id);
      try {
        stop.signal.throwIfAborted();
        await definition.run(job.data as object, stop.signal);
      } catch (error) {
        if (stop.signal.aborted) await giveTry(opened, [job.id]).catch(() => undefined);
        else log.error({ err: error, job: definition.name }, 'job failed');
        throw error;
      } finally {
        running.delete(job.id);
      }
    });
    if (definition.cron) await opened.schedule(definition.name, definition.cron, {}, { tz: 'Asia/Shanghai' });
    else await opened.unschedule(definition.name);
  };

  return {
    define(definitions) {
      for (const definition of definitions) kinds.set(definition.name, definition);
    },
    async send(name, payload, options = {}, tx) {
      try {
        const opened = await open();
        await queueOf(opened, name);
        await opened.send(name, payload, {
          singletonKey: options.singleton_key ?? randomToken(12),
          ...(options.delay_s === undefined ? {} : { startAfter: options.delay_s }),
          ...(options.priority === undefined ? {} : { priority: options.priority }),
          ...(tx ? { db: fromDrizzle(tx, sql) } : {}),
        });
      } catch (error) {
        throw over && !(error instanceof Stopping) ? new Stopping('the job queue stopped meanwhile', { cause: error }) : error;
      }
    },
    async start() {
      over = false;
      await close(0); // a sender that was opened before has neither watch nor clock
      working = true;
      const opened = await open();
      // a hundred round trips in all: side by side, or each start waits for them
      await Promise.all([...kinds.values()].map((definition, nth) => workOn(opened, definition, nth)));
    },
    async stop(drain_ms) {
      over = true;
      await close(drain_ms);
    },
  };

  async function close(drain_ms: number): Promise<void> {
    const closing = opening;
    opening = null;
    queues.clear();
    await closing?.catch(() => undefined);
    const leaving = boss;
    boss = null;
    if (!leaving) return;
    const { running, stop } = shift;
    shift = { running: new Set(), stop: new AbortController() };
    stop.abort(new Stopping('the process stops'));
    try {
      const idle = Promise.allSettled([...kinds.keys()].map((name) => leaving.offWork(name)));
      const in_time = new AbortController();
      const late = wait(drain_ms, undefined, { signal: in_time.signal }).catch(() => undefined);
      await Promise.race([idle, late]);
      in_time.abort();
      // pg-boss fails what still runs: into the queue again, if there is a try left
      await giveTry(leaving, [...running]);
      await leaving.stop({ graceful: false, close: true });
    } catch (error) {
      // the database is away: running jobs are found by their heartbeat later
      log.warn({ err: (error as Error).message }, 'job queue did not stop in order');
    }
  }
}

/** One more try for jobs that fail only because we stop. */
async function giveTry(opened: PgBoss, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await opened.getDb().executeSql('update pgboss.job set retry_limit = retry_limit + 1 where id = any($1::uuid[])', [ids]);
}
