import { type Role, rolesMay, type StaffVerb } from '#contract/staff.ts';
import type { Config } from '../config/config.ts';
import type { Jobs } from '../db/jobs.ts';
import type { Db, Tx } from '../db/pool.ts';
import { sqlState } from '../db/pool.ts';
import type { Replica } from '../db/replica.ts';
import { transact } from '../db/transaction.ts';
import type { Clock } from '../kernel/clock.ts';
import { forbidden, signInFirst } from '../kernel/errors.ts';
import type { Logger } from '../kernel/log.ts';
import type { Workers } from '../kernel/workers.ts';
import type { Providers } from '../providers/providers.ts';

export { ROLES, type Role } from '#contract/staff.ts';

/** Who acts. Every verb receives one; rules ask `ctx.actor.kind`, never a cookie. */
export type Actor =
  | { kind: 'visitor'; address: string }
  /** `employee_id`: the user is an enterprise, in whose name this employee acts. */
  | { kind: 'user'; user_id: number; token_id: number; roles: Role[]; address: string; employee_id?: number }
  | { kind: 'job'; name: string }
  /** The command line: an operator of this machine. */
  | { kind: 'command'; name: string }
  | { kind: 'callback'; provider: string };

/** A demo account; its password is public. */
export interface SandboxAccount {
  role: string;
  nickname: string;
  mobile: string;
  password: string;
}

/** The wired application: made once in boot.ts, shared by every request. */
export interface App {
  config: Config;
  clock: Clock;
  log: Logger;
  db: Db;
  /** Of the same database, for work on connections of its own: backups, locks. Holds its password. */
  database_url: string;
  /** Read replica for pages; null: none is configured. */
  replica: Replica | null;
  jobs: Jobs;
  providers: Providers;
  /** For what takes long to compute: nothing else may run while the event loop is in it. */
  workers: Workers;
  /** Only where the sandbox adapters answer and a plug-in made some. */
  sandbox_accounts: readonly SandboxAccount[];
}

/** What a verb works with. `db` is the pool, or the transaction while inside one; for a page that is rendered it may be a replica. */
export interface Ctx {
  readonly app: App;
  readonly actor: Actor;
  readonly db: Db | Tx;
  readonly request_id: string;
  readonly log: Logger;
  /** Of a preview: settings by key as they would be. What is cached of the real ones must not be used for it, nor the other way. */
  readonly supposed?: ReadonlyMap<string, unknown>;
}

/** Proof of being inside a transaction: verbs that must not run alone take this type. */
export interface TxCtx extends Ctx {
  readonly db: Tx;
  /** Runs at the end of the transaction and in it: for rows that everybody's transactions share (`atEnd`, docs/locking.md). */
  beforeCommit(lock: LastLock, work: LastWork): void;
  /** Runs after the commit, in order, errors logged; never after a rollback. For effects that may be lost: purges, wake-ups. */
  afterCommit(effect: Effect): void;
}

export function createCtx(app: App, actor: Actor, request_id: string): Ctx {
  return { app, actor, db: app.db, request_id, log: app.log };
}

/** Marks of users by which their streams go on, in the order in which they are locked. */
const LAST_LOCKS = ['chat_marks', 'notice_marks'] as const;
export type LastLock = (typeof LAST_LOCKS)[number];
type LastWork = (tx: TxCtx) => Promise<void>;
type Effect = () => void | Promise<void>;

/** What work leaves to the end of its transaction. */
interface Ends {
  before: Array<{ lock: LastLock; work: LastWork }>;
  after: Effect[];
}

const withEnds = (ctx: Ctx, db: Tx, { before, after }: Ends): TxCtx => ({
  ...ctx,
  db,
  beforeCommit: (lock, work) => before.push({ lock, work }),
  afterCommit: (effect) => after.push(effect),
});

const RETRYABLE = new Set(['40001', '40P01']);

/**
 * Runs `work` in one transaction (READ COMMITTED) and commits. Inside a transaction already: joins it. A deadlock or a
 * serialization failure is tried again, three times in all, so `work` must have no effect outside the database but by `afterCommit`.
 */
export async function inTransaction<T>(ctx: Ctx, work: (tx: TxCtx) => Promise<T>): Promise<T> {
  if (isTx(ctx)) return work(ctx);
  for (let attempt = 1; ; attempt++) {
    const ends: Ends = { before: [], after: [] };
    try {
      const result = await transact(ctx.app.db, async (db) => {
        const tx = withEnds(ctx, db, ends);
        const done = await work(tx);
        for (const lock of LAST_LOCKS) for (const one of ends.before) if (one.lock === lock) await one.work(tx);
        return done;
      });
      for (const effect of ends.after) {
        try {
          await effect();
        } catch (error) {
          ctx.log.error({ err: error, request_id: ctx.request_id }, 'effect after commit failed');
        }
      }
      return result;
    } catch (error) {
      if (attempt >= 3 || !RETRYABLE.has(sqlState(error) ?? '')) throw error;
    }
  }
}

/** Work that can be taken back alone, by throwing: then the transaction goes on without it, and without what it left to the end. */
export async function inSavepoint<T>(tx: TxCtx, work: (tx: TxCtx) => Promise<T>): Promise<T> {
  const ends: Ends = { before: [], after: [] };
  const result = await transact(tx.db, (db) => work(withEnds(tx, db, ends)));
  for (const { lock, work } of ends.before) tx.beforeCommit(lock, work);
  for (const effect of ends.after) tx.afterCommit(effect);
  return result;
}

/** Independent reads: in parallel on the pool, one after the other inside a transaction, which has one connection. */
export async function readTogether<T extends readonly unknown[]>(ctx: Ctx, ...reads: { [K in keyof T]: () => Promise<T[K]> }): Promise<T> {
  if (!isTx(ctx)) return (await Promise.all(reads.map((read) => read()))) as unknown as T;
  const found: unknown[] = [];
  for (const read of reads) found.push(await read());
  return found as unknown as T;
}

/** Where to read what an `AppMemory` will keep: as `db`, but never a replica, whose stale rows would outlive the page. */
export function lastingDb(ctx: Ctx): Db | Tx {
  return isTx(ctx) ? ctx.db : ctx.app.db;
}

export function isTx(ctx: Ctx): ctx is TxCtx {
  return 'afterCommit' in ctx;
}

/** The signed-in user's id. @throws AppError code 2 for anybody else */
export function requireUser(ctx: Ctx): number {
  if (ctx.actor.kind !== 'user') throw signInFirst();
  return ctx.actor.user_id;
}

/** The person who acts: the signed-in user, or their employee. @throws AppError code 2 for anybody else */
export function requirePerson(ctx: Ctx): number {
  const user_id = requireUser(ctx);
  return (ctx.actor.kind === 'user' ? ctx.actor.employee_id : undefined) ?? user_id;
}

/** The staff member's id. @throws AppError code 2 for visitors, 403 for users without one of the roles */
export function requireStaff(ctx: Ctx, ...roles: Role[]): number {
  const user_id = requireUser(ctx);
  const mine = ctx.actor.kind === 'user' ? ctx.actor.roles : [];
  if (!mine.includes('admin') && !roles.some((role) => mine.includes(role))) throw forbidden();
  return user_id;
}

/** Whether this actor may do what the verb names (contract/staff.ts). Machines have no verbs: what they may do, their callers decide. */
export function can(actor: Actor, verb: StaffVerb): boolean {
  return actor.kind === 'user' && rolesMay(actor.roles, verb);
}

/** The staff member's id. @throws AppError code 2 for visitors, 403 for users without the verb */
export function requireVerb(ctx: Ctx, verb: StaffVerb): number {
  const user_id = requireUser(ctx);
  if (!can(ctx.actor, verb)) throw forbidden();
  return user_id;
}

/** The signed-in user's id, or null for visitors and machines. */
export function userId(ctx: Ctx): number | null {
  return ctx.actor.kind === 'user' ? ctx.actor.user_id : null;
}

/** The same context acting as somebody else, e.g. the owner for whom a job works. */
export function actingAs(ctx: Ctx, actor: Actor): Ctx {
  return { ...ctx, actor };
}
