import { TODAY_GROUPS, type TodayCard, type TodayGroup } from '#contract/account.ts';
import type { Ctx } from '../app/ctx.ts';

/** What of one area waits for a user: only what there is, read only, each key once. */
export type TodaySource = (ctx: Ctx, user_id: number) => Promise<readonly TodayCard[]>;

const known = new Map<string, TodaySource>();

/** Hands an area's cards over; called by the wiring, and by tests. @returns what takes it away again */
export function registerToday(name: string, source: TodaySource): () => void {
  known.set(name, source);
  return () => known.delete(name);
}

/** A card where there is something to count, nothing otherwise. */
export const todayCard = (group: TodayGroup, card: Omit<TodayCard, 'group'>): TodayCard[] => (card.num > 0 ? [{ group, ...card }] : []);

/** What waits for the reader in every area, the most pressing first. */
export async function todayCards(ctx: Ctx, user_id: number): Promise<TodayCard[]> {
  const found: TodayCard[] = [];
  // one after the other: a page that everybody opens does not take a connection an area
  for (const source of known.values()) found.push(...(await source(ctx, user_id)));
  const rank = Object.keys(TODAY_GROUPS);
  return found.toSorted((one, other) => rank.indexOf(one.group) - rank.indexOf(other.group));
}
