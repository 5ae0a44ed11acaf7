import { PINS_MOST } from '#contract/search-console.ts';
import { AppMemory } from '../../app/app-memory.ts';
import { type Ctx, lastingDb } from '../../app/ctx.ts';
import { getSetting } from '../settings/index.ts';
import { scoreShares } from './learning/rules.ts';
import { findSignals, type SignalRow } from './learning/signals.repo.ts';
import { searchLearning } from './settings.ts';

/** Scores of a query that are stored and read: more than stand on its first pages. */
export const SCORES_MOST = 100;

/** What is known of a query besides its words. */
export interface QuerySignals {
  /** Works of any kind that stand first, in this order. */
  pinned: readonly number[];
  /** What readers of this query opened, collected and bought: a share from 0 to below 1 of the greatest boost, which the order decides. */
  boosts: ReadonlyMap<number, number>;
}

const cached = new AppMemory<string, Promise<readonly SignalRow[]>>({ max: 5_000, ttl_ms: 20_000 });
/** Under this key of `ctx.supposed`: works by query that a preview pins in place of those that are. */
export const SUPPOSED_PINS = 'search.pins';

/** Pins and boosts of a query by its `queryKey`; none for an empty key. Up to 20 seconds old. */
export async function querySignals(ctx: Ctx, key: string): Promise<QuerySignals> {
  if (key === '') return { pinned: [], boosts: new Map() };
  const [rows, learns] = await Promise.all([
    cached.share(ctx.app, key, () => findSignals(lastingDb(ctx), key, PINS_MOST, SCORES_MOST)),
    getSetting(ctx, searchLearning),
  ]);
  const supposed = (ctx.supposed?.get(SUPPOSED_PINS) as ReadonlyMap<string, readonly number[]> | undefined)?.get(key);
  return {
    pinned: supposed ?? rows.filter(({ place }) => place !== null).map(({ item_id }) => item_id),
    boosts: learns
      ? scoreShares(
          rows.filter(({ place }) => place === null),
          ctx.app.clock.now(),
        )
      : new Map(),
  };
}

/** What this process remembers of a query, of all without a key, is read again. */
export function forgetSignals({ app }: Pick<Ctx, 'app'>, key?: string): void {
  if (key === undefined) cached.clear(app);
  else cached.delete(app, key);
}
