import type { Ctx } from '../../app/ctx.ts';
import { findBrowsers, findMobiles } from './devices.repo.ts';
import { phoneTrace } from './log-mark.ts';

/** By what two accounts are one person's, or one company's. */
export type TraceKind = 'device' | 'phone' | 'payer' | 'company';

export interface AccountTrace {
  user_id: number;
  /** Says nothing to who reads it. */
  trace: string;
}

/** What accounts leave of one kind; those that left nothing are absent. One query for any number. */
export type TraceSource = (ctx: Ctx, user_ids: readonly number[]) => Promise<readonly AccountTrace[]>;

const sources: Array<readonly [TraceKind, TraceSource]> = [
  // a browser that both signed in with; a network alone is an office
  [
    'device',
    async (ctx, user_ids) => (await findBrowsers(ctx.db, user_ids)).map(({ user_id, device_hash }) => ({ user_id, trace: device_hash })),
  ],
  [
    'phone',
    async (ctx, user_ids) =>
      (await findMobiles(ctx.db, user_ids)).map(({ user_id, mobile }) => ({ user_id, trace: phoneTrace(ctx.app, mobile) })),
  ],
];

/** Called by the wiring, for what modules above know: payers, companies, phones that are called from. */
export function registerTraceSource(kind: TraceKind, source: TraceSource): void {
  sources.push([kind, source]);
}

/** The traces of each account by their kinds. */
async function tracesByUser(ctx: Ctx, user_ids: readonly number[]): Promise<Map<number, Map<string, TraceKind>>> {
  const wanted = [...new Set(user_ids)];
  const found = new Map(wanted.map((id) => [id, new Map<string, TraceKind>()]));
  for (const [kind, source] of sources) {
    for (const { user_id, trace } of await source(ctx, wanted)) found.get(user_id)?.set(trace, kind);
  }
  return found;
}

/** By what a person is known again in another account. */
export async function tracesOf(ctx: Ctx, user_id: number): Promise<string[]> {
  return [...((await tracesByUser(ctx, [user_id])).get(user_id) ?? new Map<string, TraceKind>()).keys()];
}

/** By what two accounts belong together; empty: they do not, as far as is known. */
export async function linksBetween(ctx: Ctx, a: number, b: number): Promise<Set<TraceKind>> {
  const traces = await tracesByUser(ctx, [a, b]);
  const other = traces.get(b);
  return new Set([...(traces.get(a) ?? [])].flatMap(([trace, kind]) => (other?.has(trace) ? [kind] : [])));
}

/**
 * Which of these accounts belong to who has this one: itself, and those with a browser, phone, payer or company in common. The one rule
 * about earning from, rating and acting for oneself. One query a source for any number.
 */
export async function linkedAmong(ctx: Ctx, user_id: number, others: readonly number[]): Promise<Set<number>> {
  if (others.every((other) => other === user_id)) return new Set(others);
  const traces = await tracesByUser(ctx, [user_id, ...others]);
  const own = traces.get(user_id) ?? new Map<string, TraceKind>();
  const shares = (other: number) => [...(traces.get(other)?.keys() ?? [])].some((trace) => own.has(trace));
  return new Set(others.filter((other) => other === user_id || shares(other)));
}

/** The same of one. */
export async function areLinked(ctx: Ctx, a: number, b: number): Promise<boolean> {
  return (await linkedAmong(ctx, a, [b])).size > 0;
}
