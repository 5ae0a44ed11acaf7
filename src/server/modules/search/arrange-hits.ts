import type { KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '../../app/ctx.ts';
import { firstPagesOf, publishersOf } from '../catalog/index.ts';
import { type Hit, hitsAmong } from './hits.repo.ts';
import { normalise } from './normalise.ts';
import { queryKey, type ReadQuery } from './read-query.ts';
import { querySignals } from './read-tiers.ts';
import { findTexts } from './repo.ts';
import { allOf, askedOf, facetTerm, kindTerm, quoted, type RankWord } from './rules.ts';
import { moneyIn, nearness, peopleIn } from './words/numbers.ts';

/** Hits whose numbers and publishers are looked at: five first pages. */
const WINDOW = 100;
/** A press of everybody who asked is worth what a tag is. */
export const PRESS_POINTS = 30;
/** For naming as many people, as much money. */
export const NUMBER_POINTS = 20;
/** For the city that was named: as much as for all words in a title. */
const CITY_POINTS = 60;
const OF_PUBLISHER = 2;
/** Of an introduction that is looked at for numbers. */
const NUMBER_CHARS = 1_000;
/** Of a cover, where many works say for how many they are. */
const COVER_CHARS = 200;

export interface ArrangedHit extends Hit {
  /** Why it stands where it does, besides its words: what readers did, people, money and city. */
  presses: number;
  numbers: number;
  /** It says the city that was named. */
  in_city?: boolean;
  pinned: boolean;
  /** It gave its place to other publishers. */
  gave_way: boolean;
  /** For holding all words, beside works that hold fewer. */
  whole?: number;
  /** What it was ranked by, where that is not what was asked for first. */
  rank?: readonly RankWord[];
}

/**
 * Hits of a keyword in the order that readers see: pinned works, then by words, presses and numbers; on the first page two of a publisher, whose others
 * follow. The same whichever page is asked for.
 */
export async function arrangeHits(
  ctx: Ctx,
  hits: readonly Hit[],
  { read, kind, limits, limit }: { read: ReadQuery; kind: KindFacts; limits: readonly number[]; limit: number },
): Promise<ArrangedHit[]> {
  const { pinned, boosts } = await querySignals(ctx, queryKey(read));
  const scored = hits
    .map(({ id, kind: of, score }): ArrangedHit => {
      const presses = (boosts.get(id) ?? 0) * PRESS_POINTS;
      return { id, kind: of, score: score + presses, presses, numbers: 0, pinned: false, gave_way: false };
    })
    .toSorted(byScore);
  const head = scored.slice(0, WINDOW);
  const ids = head.map(({ id }) => id);
  const [publishers, numbers, of_city, pins] = await Promise.all([
    hits.length > OF_PUBLISHER ? publishersOf(ctx, ids) : new Map<number, number>(),
    read.people || read.budget_fen ? numberPoints(ctx, ids, read) : new Map<number, number>(),
    read.city === undefined ? new Set<number>() : heldAmong(ctx, ids, allOf(askedOf(read.city))),
    pinnedHits(ctx, pinned, kind, limits),
  ]);
  const rated = head
    .map((hit) => {
      const in_city = of_city.has(hit.id);
      const gained = (numbers.get(hit.id) ?? 0) + (in_city ? CITY_POINTS : 0);
      return { ...hit, in_city, numbers: gained, score: hit.score + gained };
    })
    .toSorted(byScore);
  const first = new Set(pins.map(({ id }) => id));
  const others = spread(
    rated.filter(({ id }) => !first.has(id)),
    publishers,
    Math.max(0, limit - pins.length),
  );
  return [...pins, ...others, ...scored.slice(WINDOW).filter(({ id }) => !first.has(id))];
}

const byScore = (a: Hit, b: Hit): number => b.score - a.score || b.id - a.id;

/** A work gives way to none that says the words worse by so much: a third of what a title is worth. */
const GIVES_WAY = 20;

/** Those of a publisher beyond two give way to others until `places` are filled, and follow then in their order. */
function spread(hits: readonly ArrangedHit[], publishers: ReadonlyMap<number, number>, places: number): ArrangedHit[] {
  const shown: ArrangedHit[] = [];
  const later: ArrangedHit[] = [];
  const of = new Map<number, number>();
  for (const hit of hits) {
    const publisher = publishers.get(hit.id) ?? -hit.id;
    const n = of.get(publisher) ?? 0;
    while (shown.length < places && (later[0]?.score ?? hit.score) - hit.score > GIVES_WAY) shown.push(later.shift() as ArrangedHit);
    if (shown.length < places && n < OF_PUBLISHER) {
      of.set(publisher, n + 1);
      shown.push(hit);
    } else later.push({ ...hit, gave_way: shown.length < places });
  }
  return [...shown, ...later];
}

/** What works gain by naming as many people, as much money as was asked for. */
export async function numberPoints(
  ctx: Ctx,
  ids: readonly number[],
  { people, budget_fen }: Pick<ReadQuery, 'people' | 'budget_fen'>,
): Promise<Map<number, number>> {
  if (!people && !budget_fen) return new Map();
  const [rows, covers] = await Promise.all([findTexts(ctx.db, ids), firstPagesOf(ctx, ids, COVER_CHARS)]);
  return new Map(
    rows.map(({ item_id, title, tags, introduction }) => {
      const text = `${title} ${tags} ${introduction.slice(0, NUMBER_CHARS)} ${normalise(covers.get(item_id) ?? '')}`;
      const of = (people ? nearness(people, peopleIn(text)) : 0) + (budget_fen ? nearness(budget_fen, moneyIn(text)) : 0);
      return [item_id, of * NUMBER_POINTS];
    }),
  );
}

/** Those of the works that match a query in PostgreSQL's form. */
async function heldAmong(ctx: Ctx, ids: readonly number[], whole: string): Promise<Set<number>> {
  const order = { words: { words: [], terms: [], either: [], rank: [] }, sort: 'new' as const, now: ctx.app.clock.now() };
  return new Set((await hitsAmong(ctx.db, ids, whole, order)).map(({ id }) => id));
}

/** Those of the pinned works that are published in this kind and pass the filters, in their order. */
async function pinnedHits(ctx: Ctx, pinned: readonly number[], kind: KindFacts, limits: readonly number[]): Promise<ArrangedHit[]> {
  if (pinned.length === 0) return [];
  const whole = [kindTerm(kind.code), ...limits.map(facetTerm)].map(quoted).join(' & ');
  const held = await heldAmong(ctx, pinned, whole);
  return pinned
    .filter((id) => held.has(id))
    .map((id) => ({ id, kind: kind.code, score: 0, presses: 0, numbers: 0, pinned: true, gave_way: false }));
}
