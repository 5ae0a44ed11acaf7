import { setTimeout as wait } from 'node:timers/promises';
import { type App, type Ctx, createCtx } from './app/ctx.ts';
import { pageDb } from './app/page-reads.ts';
import { jobDefinitions, outboxHandlers } from './areas/index.ts';
import type { Config } from './config/config.ts';
import { fingerprintOf } from './config/secrets.ts';
import type { Cluster } from './db/cluster.ts';
import { createJobs, forgetDone, type JobDefinition } from './db/jobs.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open-database.ts';
import { firstConnection, openPool, type Pool } from './db/pool.ts';
import { openReplica } from './db/replica.ts';
import { assert } from './kernel/assert.ts';
import { type Clock, systemClock } from './kernel/clock.ts';
import { StartError } from './kernel/errors.ts';
import { createLog, type Logger } from './kernel/log.ts';
import { createWorkers } from './kernel/workers.ts';
import { stopSearchActs } from './modules/search/index.ts';
import { knownSecrets, sameSecrets } from './modules/settings/index.ts';
import { stopEvents } from './modules/tracking/index.ts';
import { deliverOutbox, forgetDelivered, OUTBOX_JOB, type OutboxHandlers } from './outbox/outbox.ts';
import type { PlugIn } from './plug-in.ts';
import { createProviders } from './providers/create-providers.ts';
import type { Providers } from './providers/providers.ts';
import { noteStorageInUse } from './providers/storage/in-use.ts';
import { checkBucket } from './providers/storage/s3/check-bucket.ts';

export interface BootOptions {
  clock?: Clock;
  log?: Logger;
  /** Replaces adapters in tests. */
  providers?: Partial<Providers>;
  plug_ins?: readonly PlugIn[];
  /** Code that the process still reads: reading keeps answers of the database waiting, so connections come after it. */
  reading?: Promise<unknown>;
  /** Work on jobs in this process; default true. 'later': the caller begins it, by `jobs.start`. */
  work?: boolean | 'later';
}

export interface Booted {
  app: App;
  pool: Pool;
  cluster: Cluster | null;
  database_url: string;
  /** Finishes jobs and transactions, then closes everything, the embedded cluster last. */
  stop(): Promise<void>;
}

/** How long running jobs may go on during a stop, then open transactions: together with the requests' time less than ten seconds. */
const JOBS_DRAIN_MS = 3_000;
const POOL_DRAIN_MS = 1_000;

const OTHER_SECRETS_TEXT =
  '这个数据库属于另一个 DATA_DIR（密钥不同）：请让所有进程共用同一个 DATA_DIR 与 SECRET_*；若是更换了密钥，先停止网站，再运行 node src/cli.ts accept-secrets';

/**
 * The only wiring place: config -> database (embedded unless DATABASE_URL) -> migrations -> providers -> jobs.
 * @throws StartError in one readable line, e.g. when the database belongs to another DATA_DIR
 */
export async function boot(config: Config, options: BootOptions = {}): Promise<Booted> {
  const log = options.log ?? createLog(config.log_level);
  const { cluster, url: database_url, statements } = await openDatabase(config);
  try {
    await options.reading;
    await migrate(database_url);
  } catch (error) {
    await cluster?.stop();
    throw error;
  }
  const pool = openPool(statements.url, config.database_pool, log, { pooled: statements.pooled, session_url: database_url });
  try {
    await firstConnection(pool);
    if (config.storage === 's3' && config.providers.s3 && !options.providers?.storage) await checkBucket(config.providers.s3);
    if (!(await sameSecrets(pool.db, fingerprintOf(config.secrets)))) throw new StartError(OTHER_SECRETS_TEXT);
    // commands that only look on may have been called with other variables
    if (options.work !== false) noteStorageInUse(config);
  } catch (error) {
    await pool.close();
    await cluster?.stop();
    throw error;
  }
  const plug_ins = options.plug_ins ?? [];
  const { database_replica_url } = config;
  const replica = database_replica_url
    ? openReplica({
        url: database_replica_url,
        connections: config.database_pool,
        ...{ primary: pool, log },
        isOurs: async (db) => (await knownSecrets(db)) === fingerprintOf(config.secrets),
      })
    : null;
  const jobs = createJobs(database_url, log);
  const clock = options.clock ?? systemClock;
  const providers = { ...createProviders(config, pool.db, clock), ...options.providers };
  const app: App = {
    config,
    clock,
    log,
    db: pool.db,
    database_url,
    replica,
    jobs,
    providers,
    workers: createWorkers(),
    sandbox_accounts: plug_ins.flatMap((one) => one.accounts(config)),
  };
  current = app;
  jobs.define([...allJobs(app), ...plug_ins.flatMap((one) => one.jobs(app))]);
  if (options.work !== false && options.work !== 'later') await jobs.start();
  return {
    app,
    pool,
    cluster,
    database_url,
    async stop() {
      await Promise.race([Promise.all([stopEvents(app), stopSearchActs(app)]), wait(POOL_DRAIN_MS)]);
      await Promise.all([jobs.stop(JOBS_DRAIN_MS), app.workers.stop(JOBS_DRAIN_MS)]);
      // a job that was given back may hang in a statement: the database's own stop ends that
      await Promise.race([Promise.all([pool.close(), replica?.close()]), wait(POOL_DRAIN_MS)]);
      await cluster?.stop();
      if (current === app) current = null;
    },
  };
}

export function allJobs(app: App): JobDefinition[] {
  const handlers: OutboxHandlers = outboxHandlers(app);
  const deliver: JobDefinition = {
    name: OUTBOX_JOB,
    // the minute's tick also finds events whose wake-up was lost with a killed process
    cron: '* * * * *',
    async run() {
      while ((await deliverOutbox(app, handlers)) > 0);
    },
  };
  const forget: JobDefinition = { name: 'outbox.forget', cron: '17 4-6 * * *', run: () => forgetDelivered(app) };
  // what is done and what failed have one term in the queue itself
  const forgetJobs: JobDefinition = {
    name: 'jobs.forget',
    cron: '*/10 * * * *',
    run: (_payload, stopping) => forgetDone(app.db, stopping),
  };
  return [deliver, forget, forgetJobs, ...jobDefinitions(app)];
}

let current: App | null = null;

/** The application of this process, for pages: they are called by the framework and cannot be handed it. */
export function currentApp(): App {
  assert(current, 'the application is not booted');
  return current;
}

/** A visitor's context: pages render the same for everybody. */
export function pageCtx(request_id = 'page'): Ctx {
  const app = currentApp();
  return { ...createCtx(app, { kind: 'visitor', address: '' }, request_id), db: pageDb(app) };
}
