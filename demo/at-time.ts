import { actingAs, type Ctx, createCtx } from '#server/app/ctx.ts';

/** A context that ends with the site: nothing of the world begins after that. */
export interface Growing extends Ctx {
  stopping?: AbortSignal;
}

function stillGrowing({ stopping }: Growing): { stopping?: AbortSignal } {
  stopping?.throwIfAborted();
  return stopping ? { stopping } : {};
}

/** The same world at another moment: what was done weeks ago carries the date of then. @throws once the site stops */
export function atTime(ctx: Growing, at: Date): Ctx {
  return { ...createCtx({ ...ctx.app, clock: { now: () => at } }, ctx.actor, ctx.request_id), ...stillGrowing(ctx) };
}

/** A context of one person, at an address of their own so that floods are counted apart. @throws once the site stops */
export function asUser(ctx: Growing, user_id: number): Ctx {
  stillGrowing(ctx);
  return actingAs(ctx, { kind: 'user', user_id, token_id: 0, roles: [], address: `10.0.${user_id >> 8}.${user_id & 255}` });
}
