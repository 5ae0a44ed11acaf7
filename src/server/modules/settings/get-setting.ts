import type { Ctx } from '../../kernel/ctx.ts';
import { findSetting } from './repo.ts';
import type { Setting } from './setting.ts';

const KEPT_MS = 5_000;
const kept = new WeakMap<object, Map<string, { until_ms: number; value: unknown }>>();

/**
 * The operator's value of a setting, or its default. Kept in memory for five seconds a process, so a change is seen everywhere
 * soon and a hot path costs no query. Inside a transaction it is kept too: settings are not locked.
 */
export async function getSetting<T>(ctx: Ctx, { key, schema }: Setting<T>): Promise<T> {
  const memory = kept.get(ctx.app) ?? new Map<string, { until_ms: number; value: unknown }>();
  kept.set(ctx.app, memory);
  const now_ms = Date.now();
  const hit = memory.get(key);
  if (hit && hit.until_ms > now_ms) return hit.value as T;
  const stored = await findSetting(ctx.db, key);
  const parsed = schema.safeParse(stored);
  const value = parsed.success ? parsed.data : schema.parse(undefined);
  memory.set(key, { until_ms: now_ms + KEPT_MS, value });
  return value;
}

/** Drops what this process remembers, e.g. right after a write. */
export function forgetSettings(ctx: Ctx): void {
  kept.delete(ctx.app);
}
