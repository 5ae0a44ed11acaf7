import { LIST_PAGE_SIZE, type SearchAnswer } from '#contract/catalog.ts';
import type { KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '../../app/ctx.ts';
import { UNCOUNTED } from './count-hits.ts';
import { hitsOf, toppedUp } from './find-items.ts';
import { FIELD_SHARES, OF_OTHERS } from './hits.repo.ts';
import { answerOf, planSearch, relaxPlan } from './plan-search.ts';
import { findTexts } from './repo.ts';
import type { RankWord } from './rules.ts';

export interface HitReasons {
  id: number;
  title: string;
  /** Points of words by where they stand. */
  words: Array<{ word: string; where: keyof typeof FIELD_SHARES; points: number }>;
  /** What readers of this query did. */
  presses: number;
  /** As many people, as much money. */
  numbers: number;
  /** For all words, beside works that hold fewer. */
  whole: number;
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
  const found = nearer ? await hitsOf(ctx, kind, { keyword }, nearer, first) : literal;
  const [{ hits }, plan] = await toppedUp(ctx, kind, { keyword }, found, nearer ?? whole);
  const shown = hits.slice(0, LIST_PAGE_SIZE);
  const rows = await findTexts(
    ctx.db,
    shown.map(({ id }) => id),
  );
  const texts = new Map(rows.map((row) => [row.item_id, row]));
  const reasons = shown.map(
    ({ id, score, presses, numbers, pinned, gave_way, whole: of_all = 0, rank = plan.query?.rank ?? [] }): HitReasons => {
      const row = texts.get(id);
      const words = rank.flatMap((one) => pointsOf(one, (where, word) => row?.[where].includes(word) === true));
      const told = words.reduce((sum, one) => sum + one.points, 0) + presses + numbers + of_all;
      const freshness = pinned ? 0 : round(score - told);
      return {
        id,
        title: row?.title ?? '',
        words,
        presses: round(presses),
        numbers: round(numbers),
        whole: of_all,
        freshness,
        pinned,
        gave_way,
        sum: round(score),
      };
    },
  );
  return { search: answerOf(plan), hits: reasons };
}

/** What a word, or what says the same, is worth by where it stands. */
function pointsOf({ word, points, others = [] }: RankWord, says: (where: Field, word: string) => boolean): HitReasons['words'] {
  const standing = (saidIn: (where: Field) => string | undefined, share: number) => {
    const where = fields.find((field) => saidIn(field) !== undefined);
    return where ? [{ word: saidIn(where) ?? word, where, points: round(points * share * FIELD_SHARES[where]) }] : [];
  };
  const own = standing((where) => (says(where, word) ? word : undefined), 1);
  const of_others = standing((where) => others.find((other) => says(where, other)), OF_OTHERS);
  return (of_others[0]?.points ?? 0) > (own[0]?.points ?? 0) ? of_others : own;
}

type Field = keyof typeof FIELD_SHARES;
const fields = Object.keys(FIELD_SHARES) as Field[];
const round = (points: number): number => Math.round(points * 10) / 10;
