import { actingAs, type Ctx, createCtx } from '#server/app/ctx.ts';

/** The same world at another moment: what was done weeks ago carries the date of then. */
export function atTime(ctx: Ctx, at: Date): Ctx {
  return createCtx({ ...ctx.app, clock: { now: () => at } }, ctx.actor, ctx.request_id);
}

/** A context of one person, at an address of their own so that floods are counted apart. */
export function asUser(ctx: Ctx, user_id: number): Ctx {
  return actingAs(ctx, { kind: 'user', user_id, token_id: 0, roles: [], address: `10.0.${user_id >> 8}.${user_id & 255}` });
}
