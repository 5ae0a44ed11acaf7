import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { StartError } from '../kernel/errors.ts';
import { randomToken } from '../kernel/ids.ts';
import { outageLog, reportBroken } from './outage-log.ts';
import { type Db, isDatabaseUnavailable, type Tx } from './pool.ts';

/** A kind of background work: what it is called, how often it is tried, and what it does with its payload. */
export interface JobDefinition<P extends object = object> {
  name: string;
  /** Retries after the first failure; default 3, with backoff. */
  retries?: number;
  /** After this long the run is ended, which counts as a failed attempt. Seconds, default 300. */
  expire_s?: number;
  /** Parallel workers in this process; default 1. */
  workers?: number;
  /** Five-field cron (Asia/Shanghai) for periodic work. */
  cron?: string;
  /**
   * Must be idempotent: a process can die between the work and its mark. Long work throws when `stopping` is aborted: by the end of the
   * process, and the job goes back into the queue without using up a retry, or by the end of its time, which counts.
   */
  run(payload: P, stopping: AbortSignal): Promise<void>;
}

export interface SendOptions {
  /** Seconds to wait before the first attempt. */
  delay_s?: number;
  /** At most one waiting job with this key; one more may wait while one runs. */
  singleton_key?: string;
  /** Among waiting jobs of a kind the higher goes first, then the older; default 0. */
  priority?: number;
}

/** Background jobs on the same database (pg-boss). */
export interface Jobs {
  /** Registers kinds of jobs. Call before `start`, also in a process that only sends. */
  define(definitions: readonly JobDefinition[]): void;
  /** Enqueues; with `tx` the job exists only if the transaction commits. Works before `start` too (cli). */
  send<P extends object>(name: string, payload: P, options?: SendOptions, tx?: Tx): Promise<void>;
  /** Whether a job of this kind waits or runs. */
  isUnderWay(name: string): Promise<boolean>;
  /** Starts the workers of what is defined. Call once. @throws StartError where the database does not answer, after some attempts */
  start(): Promise<void>;
  /**
   * Takes no new jobs, waits up to `drain_ms` for running ones and returns the rest to the queue without using up a retry. Later errors of
   * those jobs are ignored. `send` is refused with Stopping from now on.
   */
  stop(drain_ms: number): Promise<void>;
}

/** A killed process is noticed by its missing heartbeat, its jobs run again within about half a minute. */
const HEARTBEAT_S = 15;
const SUPERVISE_S = 10;
/** The queue looks for periodic work at least every second time, and once in each minute: with its own 30 s it left minutes out. */
const PLAN_S = 15;
/** A run that takes all of its time is counted this long before the queue ends it. */
const EXPIRY_MARGIN_MS = 500;
/** Workers are woken by NOTIFY; delayed jobs and retries are looked for this often, by one statement for all kinds. */
const LOOK_MS = 3_000;
const DUE = "select distinct name from pgboss.job where state < 'active' and not blocked and start_after <= now()";
const UNDER_WAY = "select 1 from pgboss.job where name = $1 and state < 'completed' limit 1";
/** The queue plans and supervises nothing until the clock has passed what it noted last: of a clock that was wrong and is set right, for days. */
const IS_AHEAD = "select 1 from pgboss.version where cron_on > now() + interval '1 minute'";
const SET_BACK = [
  'update pgboss.queue set monitor_claim_on = null, maintain_on = null',
  "update pgboss.job set heartbeat_on = now(), started_on = least(started_on, now()) where state = 'active'",
  "update pgboss.job set start_after = now() where state = 'retry' and start_after > now()",
  // last: it says that there is something to do
  'update pgboss.version set cron_on = null, bam_on = null, flow_on = null, reindex_on = null, monitor_backoff_on = null',
];
/** A worker that was not woken asks by itself this often, and while the LISTEN connection is lost that often. */
const POLL_S = 60;
const POLL_WITHOUT_NOTIFY_S = 0.5;
/** A database that is gone without a word: a statement of the queue that has no answer by then fails, and its connection with it. */
const PATIENCE = { query_timeout: 60_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
const TIMEZONE = 'Asia/Shanghai';

/** A first start beside other work may find the database too busy to answer in time. */
const START_ATTEMPTS = 4;
const START_PAUSE_MS = 1_500;

/** The process is stopping: why a running job is aborted or a new one refused. */
export class Stopping extends Error {}

export function createJobs(url: string, log: Logger): Jobs {
  const kinds = new Map<string, JobDefinition>();
  /** Queues that certainly exist in the database. */
  const queues = new Map<string, Promise<void>>();
  let boss: PgBoss | null = null;
  let opening: Promise<PgBoss> | null = null;
  let working = false;
  let stopped = false;
  /** Ids of the workers of a kind. */
  const asleep = new Map<string, string[]>();
  /** The signal that stops the current workers. */
  let workers = { stop: new AbortController() };

  const open = (): Promise<PgBoss> => {
    if (stopped) return Promise.reject(new Stopping('the job queue has stopped'));
    opening ??= (async () => {
      const made = new PgBoss({
        connectionString: url,
        max: working ? 6 : 2,
        ...PATIENCE,
        application_name: 'cemao-jobs',
        supervise: working,
        schedule: working,
        useListenNotify: working,
        superviseIntervalSeconds: SUPERVISE_S,
        monitorIntervalSeconds: SUPERVISE_S,
        cronMonitorIntervalSeconds: PLAN_S,
        persistWarnings: false,
      });
      boss = made;
      // errors of jobs that outlive the stop are expected
      made.on('error', (error) => void (boss === made && reportBroken(log, 'job queue', error)));
      return made.start();
    })();
    // the next caller retries when the database was away
    opening.catch(() => {
      opening = null;
    });
    return opening;
  };
  const optionsOf = (name: string) => ({
    retryLimit: kinds.get(name)?.retries ?? 3,
    retryBackoff: true,
    retryDelay: 1,
    expireInSeconds: kinds.get(name)?.expire_s ?? 300,
    heartbeatSeconds: HEARTBEAT_S,
    notify: true,
  });
  const queueOf = (opened: PgBoss, name: string): Promise<void> => {
    const known = queues.get(name);
    if (known) return known;
    const options = optionsOf(name);
    const made = (async () => {
      // "short": one waiting job a singleton key; jobs without one get a key of their own
      await opened.createQueue(name, { policy: 'short', ...options });
      await opened.updateQueue(name, options);
    })();
    queues.set(name, made);
    made.catch(() => queues.delete(name));
    return made;
  };

  /** Notes the queues that an earlier start left as this one wants them. @returns when the periodic ones are planned for */
  const foundBefore = async (opened: PgBoss): Promise<ReadonlyMap<string, string>> => {
    const [made, planned] = await Promise.all([opened.getQueues(), opened.getSchedules()]);
    for (const queue of made) {
      const same = Object.entries(optionsOf(queue.name)).every(([key, value]) => queue[key as keyof typeof queue] === value);
      if (same) queues.set(queue.name, Promise.resolve());
    }
    return new Map(planned.map(({ name, cron, timezone }) => [name, `${cron} ${timezone}`]));
  };

  const workOn = async (opened: PgBoss, definition: JobDefinition, planned: string | undefined): Promise<void> => {
    await queueOf(opened, definition.name);
    const ids = await Promise.all(Array.from({ length: definition.workers ?? 1 }, () => oneWorker(opened, definition)));
    asleep.set(definition.name, ids);
    if (planned === (definition.cron && `${definition.cron} ${TIMEZONE}`)) return;
    if (definition.cron) await opened.schedule(definition.name, definition.cron, {}, { tz: TIMEZONE });
    else await opened.unschedule(definition.name);
  };

  const oneWorker = async (opened: PgBoss, definition: JobDefinition): Promise<string> => {
    const options = { batchSize: 1, pollingIntervalSeconds: POLL_WITHOUT_NOTIFY_S, notifyPollingIntervalSeconds: POLL_S };
    const { stop } = workers;
    const id: string = await opened.work(definition.name, options, async ([job]) => {
      if (!job) return;
      // more may wait: it asks once more as soon as this one is done
      opened.notifyWorker(id);
      const failed = uncountRetry(opened, job);
      const over = new AbortController();
      const late = setTimeout(
        () => {
          // what does not ask for the signal is ended by the queue, without an error here
          void failed();
          over.abort(new Error(`${definition.name} took longer than ${job.expireInSeconds} s`));
        },
        job.expireInSeconds * 1_000 - EXPIRY_MARGIN_MS,
      ).unref();
      try {
        stop.signal.throwIfAborted();
        await definition.run(job.data as object, AbortSignal.any([stop.signal, over.signal]));
      } catch (error) {
        if (!stop.signal.aborted) {
          if (isDatabaseUnavailable(error)) outageLog(log).report({ path: `job ${definition.name}`, error });
          else log.error({ err: error, job: definition.name }, 'job failed');
          await failed();
        }
        throw error;
      } finally {
        clearTimeout(late);
      }
    });
    return id;
  };

  /** Wakes the workers of kinds of which a job is due, until they stop. The database may be away: then they ask by themselves. */
  const wakeForDue = async (opened: PgBoss, { signal }: AbortController): Promise<void> => {
    const db = opened.getDb();
    const look = async () => {
      if ((await db.executeSql(IS_AHEAD)).rows.length > 0) {
        for (const statement of SET_BACK) await db.executeSql(statement);
        log.warn('the clock was set back: periodic work is planned by the new time');
      }
      return db.executeSql(DUE);
    };
    while (!signal.aborted) {
      const due = await look().catch(() => ({ rows: [] }));
      for (const { name } of due.rows) for (const id of asleep.get(name) ?? []) opened.notifyWorker(id);
      await wait(LOOK_MS, undefined, { signal }).catch(() => undefined);
    }
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
        throw stopped && !(error instanceof Stopping) ? new Stopping('the job queue stopped while sending', { cause: error }) : error;
      }
    },
    async isUnderWay(name) {
      const { rows } = await (await open()).getDb().executeSql(UNDER_WAY, [name]);
      return rows.length > 0;
    },
    async start() {
      stopped = false;
      for (let attempt = 1; ; attempt++) {
        await close(0); // one that was opened only for sending neither supervises nor schedules
        working = true;
        try {
          const opened = await open();
          const { stop } = workers;
          const planned = await foundBefore(opened);
          // a first start makes a hundred queues: in parallel, or it waits for each
          await Promise.all([...kinds.values()].map((definition) => workOn(opened, definition, planned.get(definition.name))));
          void wakeForDue(opened, stop);
          return;
        } catch (error) {
          if (stopped) throw error;
          const why = (error as Error).message || String((error as { code?: string }).code ?? error);
          if (attempt === START_ATTEMPTS) {
            throw new StartError(`后台任务队列没有启动，数据库可能正忙或连不上，请稍后重新启动（${why}）`, { cause: error });
          }
          log.warn({ err: why, attempt }, 'job queue did not start, trying again');
          await wait(attempt * START_PAUSE_MS);
        }
      }
    },
    async stop(drain_ms) {
      stopped = true;
      await close(drain_ms);
    },
  };

  async function close(drain_ms: number): Promise<void> {
    const closing = opening;
    opening = null;
    asleep.clear();
    queues.clear();
    await closing?.catch(() => undefined);
    const leaving = boss;
    boss = null;
    if (!leaving) return;
    const { stop } = workers;
    workers = { stop: new AbortController() };
    stop.abort(new Stopping('the process stops'));
    try {
      const idle = Promise.allSettled([...kinds.keys()].map((name) => leaving.offWork(name)));
      const in_time = new AbortController();
      const late = wait(drain_ms, undefined, { signal: in_time.signal }).catch(() => undefined);
      await Promise.race([idle, late]);
      in_time.abort();
      // what still runs fails, and is queued again with the retry that it was given back
      await leaving.stop({ graceful: false, close: true });
    } catch (error) {
      // the database is away: running jobs are found by their heartbeat later
      log.warn({ err: (error as Error).message }, 'job queue did not stop in order');
    }
  }
}

/** What is done is of no use to anybody after an hour; what failed stays for staff as long as the queue has it. */
const FORGET_DONE = `delete from pgboss.job where (name, id) in
  (select name, id from pgboss.job where state = 'completed' and completed_on < now() - interval '1 hour' limit 10000)`;

/**
 * Forgets jobs that are done, the queue's own as well: it reads all of its table every few seconds, and has no other term for what is done
 * than for what failed.
 */
export async function forgetDone(db: Db, stopping?: AbortSignal): Promise<void> {
  while (((await db.execute(sql.raw(FORGET_DONE))).rowCount ?? 0) > 0) stopping?.throwIfAborted();
}

/**
 * The queue counts a retry when it begins: given back at once, so that a run that a kill or a stop ends counts as none. The answer counts
 * it, once, and never throws: the database may be away.
 */
function uncountRetry(opened: PgBoss, { name, id }: { name: string; id: string }): () => Promise<void> {
  const text = "update pgboss.job set retry_count = retry_count + $3 where name = $1 and id = $2::uuid and state = 'active'";
  const count = (by: number) =>
    opened
      .getDb()
      .executeSql(text, [name, id, by])
      .catch(() => undefined);
  const given = count(-1);
  let counted: Promise<void> | null = null;
  return () => {
    counted ??= given.then(() => count(1)).then(() => undefined);
    return counted;
  };
}
