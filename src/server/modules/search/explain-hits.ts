import { LIST_PAGE_SIZE, type SearchAnswer } from '#contract/catalog.ts';
import type { KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '../../app/ctx.ts';
import { UNCOUNTED } from './count-hits.ts';
import { hitsOf } from './find-items.ts';
import { answerOf, planSearch, relaxPlan } from './plan-search.ts';
import { FIELD_SHARES, findTexts } from './repo.ts';

export interface HitReasons {
  id: number;
  title: string;
  /** Points of words by where they stand. */
  words: Array<{ word: string; where: keyof typeof FIELD_SHARES; points: number }>;
  /** What readers of this query did. */
  presses: number;
  /** As many people, as much money. */
  numbers: number;
  /** Popularity, age and what the query leans to: what remains of the sum. */
  freshness: number;
  pinned: boolean;
  /** Others of its publisher stand before it. */
  gave_way: boolean;
  sum: number;
}

/** Why each hit of a keyword's first page stands where it does. */
export async function explainHits(ctx: Ctx, keyword: string, kind: KindFacts): Promise<{ search: SearchAnswer; hits: HitReasons[] }> {
  const whole = await planSearch(ctx, keyword);
  const first = { limit: LIST_PAGE_SIZE, counted: UNCOUNTED };
  const literal = await hitsOf(ctx, kind, { keyword }, whole, first);
  const nearer = literal.hits.length === 0 && whole.query ? await relaxPlan(ctx, whole, { kind: kind.code }) : null;
  const plan = nearer ?? whole;
  const { hits } = nearer ? await hitsOf(ctx, kind, { keyword }, nearer, first) : literal;
  const shown = hits.slice(0, LIST_PAGE_SIZE);
  const rows = await findTexts(
    ctx.db,
    shown.map(({ id }) => id),
  );
  const texts = new Map(rows.map((row) => [row.item_id, row]));
  const reasons = shown.map(({ id, score, presses, numbers, pinned, gave_way }): HitReasons => {
    const row = texts.get(id);
    const words = (plan.query?.rank ?? []).flatMap(({ word, points }) =>
      fields.flatMap((where) => (row?.[where].includes(word) ? [{ word, where, points: round(points * FIELD_SHARES[where]) }] : [])),
    );
    const told = words.reduce((sum, one) => sum + one.points, 0) + presses + numbers;
    const freshness = pinned ? 0 : round(score - told);
    return {
      id,
      title: row?.title ?? '',
      words,
      presses: round(presses),
      numbers: round(numbers),
      freshness,
      pinned,
      gave_way,
      sum: round(score),
    };
  });
  return { search: answerOf(plan), hits: reasons };
}

const fields = Object.keys(FIELD_SHARES) as Array<keyof typeof FIELD_SHARES>;
const round = (points: number): number => Math.round(points * 10) / 10;
