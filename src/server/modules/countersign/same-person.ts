import type { Ctx } from '../../app/ctx.ts';
import { forbidden } from '../../kernel/errors.ts';
import { sharedTraces } from '../identity/index.ts';

/** Whether two accounts belong together. */
export type AccountLink = (ctx: Ctx, a: number, b: number) => Promise<boolean>;

/** A browser that both signed in with; a network alone is an office. */
const byDevice: AccountLink = async (ctx, a, b) => (await sharedTraces(ctx, a, b)).same_device;

const links: AccountLink[] = [byDevice];

/** Called by the wiring, for what modules above know: employers. */
export function registerAccountLink(link: AccountLink): void {
  links.push(link);
}

/** Whether one of these people is this one, or has an account that belongs to theirs. */
export async function isOneOf(ctx: Ctx, user_id: number, people: readonly number[]): Promise<boolean> {
  if (people.includes(user_id)) return true;
  for (const other of new Set(people)) {
    for (const link of links) if (await link(ctx, user_id, other)) return true;
  }
  return false;
}

export const OWN_TEXT = '不能为自己或自己的关联账号办理，请由另一位同事处理';

/** @throws AppError 403 when the actor is one of them; machines are nobody's */
export async function refuseOwn(ctx: Ctx, people: readonly number[]): Promise<void> {
  if (ctx.actor.kind === 'user' && (await isOneOf(ctx, ctx.actor.user_id, people))) throw forbidden(OWN_TEXT);
}
