import type { z } from 'zod';
import { AppMemory } from '../../app/app-memory.ts';
import { type App, type Ctx, lastingDb, type TxCtx } from '../../app/ctx.ts';
import { findSetting, upsertSetting } from './repo.ts';
import type { Setting } from './setting.ts';

const KEPT_MS = 5_000;
/** More than there are settings. */
const KEPT_MOST = 1_000;
const kept = new AppMemory<string, { value: unknown }>({ max: KEPT_MOST, ttl_ms: KEPT_MS });
/** How often it was forgotten: what was asked before that is not cached. */
const forgets = new WeakMap<App, number>();

/**
 * The operator's value of a setting, or its default. Cached in memory for five seconds a process, so a change is seen everywhere soon and a hot
 * path costs no query. Inside a transaction it is cached too: settings are not locked.
 */
export async function getSetting<T>(ctx: Ctx, { key, schema }: Setting<T>): Promise<T> {
  if (ctx.supposed?.has(key)) return ctx.supposed.get(key) as T;
  const hit = kept.get(ctx.app, key);
  if (hit) return hit.value as T;
  const before = forgets.get(ctx.app);
  const stored = await findSetting(lastingDb(ctx), key);
  const parsed = schema.safeParse(stored);
  const value = parsed.success ? parsed.data : schema.parse(undefined);
  if (forgets.get(ctx.app) === before) kept.set(ctx.app, key, { value });
  return value;
}

/** Drops what this process remembers, e.g. right after a write. */
export function forgetSettings({ app }: Pick<Ctx, 'app'>): void {
  forgets.set(app, (forgets.get(app) ?? 0) + 1);
  kept.clear(app);
}

/** The same caller in a world where the setting has this value: for previews. Nothing is stored. */
export function suppose<C extends Ctx, T>(ctx: C, { key, schema }: Setting<T>, value: T): C {
  return { ...ctx, supposed: new Map(ctx.supposed).set(key, schema.parse(value)) };
}

/** A value that one part of the program keeps for itself among the settings: no operator sees or changes it. */
export interface OwnSetting<T> {
  /** As it is in the database now, or the default. */
  read(ctx: Ctx): Promise<T>;
  write(tx: TxCtx, value: T): Promise<void>;
}

/** `key` must not be one of the operator's. */
export function ownSetting<T>(key: string, schema: z.ZodType<T>): OwnSetting<T> {
  return {
    async read(ctx) {
      const parsed = schema.safeParse((await findSetting(ctx.db, key)) ?? undefined);
      return parsed.success ? parsed.data : schema.parse(undefined);
    },
    write: (tx, value) => upsertSetting(tx.db, key, value, null),
  };
}
