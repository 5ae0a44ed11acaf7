import type { KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '../../app/ctx.ts';
import type { KindHits } from './count-hits.ts';
import { findSample, hitsAmong } from './hits.repo.ts';
import type { SearchPlan } from './plan-search.ts';
import type { ReadQuery } from './read-query.ts';
import { askingOf } from './read-tiers.ts';
import { findTexts } from './repo.ts';
import { facetTerm, quoted, tsquery } from './rules.ts';
import { kindSought, kindsHinted } from './words/kind-hints.ts';

/** Most look for schemes: another kind must say the words better by a quarter of what a title is worth. */
const OF_FIRST = 15;
/** What somebody looks for, and when they meet, is seldom what a search means: kinds that end. */
const OF_ENDING = -10;
const ENDING = new Set(['demand', 'job', 'salon']);
export const isEnding = (kind: KindFacts | undefined): boolean => kind !== undefined && ENDING.has(kind.key);

/** What a kind is worth before a word of it is read. */
function worthOf(kinds: readonly KindFacts[], { text, city = '' }: ReadQuery, share = 1): (kind: KindFacts | undefined) => number {
  // a city beside it says nothing of the kind: 司仪 郑州
  const hinted = kindsHinted(text.replace(city, '').trim());
  return (kind) => {
    if (!kind) return 0;
    const own = kind === kinds[0] ? OF_FIRST : 0;
    return share * own + (hinted.get(kind.key) ?? (isEnding(kind) ? OF_ENDING : 0));
  };
}

/** Of prominent works that say all words in their titles, the kind that is worth most. Null where none says them. */
export async function titledKind(ctx: Ctx, kinds: readonly KindFacts[], { read, query, facets }: SearchPlan): Promise<KindFacts | null> {
  if (!query) return null;
  const sample = await findSample(ctx.db, [tsquery(query), ...facets.map(facetTerm).map(quoted)].join(' & '), read, []);
  const worth = worthOf(kinds, read);
  const titled = (of: KindFacts) => sample.filter(({ kind, place }) => kind === of.code && place > 0).length;
  const best = kinds.filter((kind) => titled(kind) > 0).toSorted((a, b) => worth(b) - worth(a) || titled(b) - titled(a));
  return best[0] ?? null;
}

/** Cases that show an event as it was. */
const SHOWING = new Set(['sample', 'supplier_case', 'resource_case']);

/** Who names an event with nothing but where or when it is looks for schemes: 酒店年会. Null where anything else is looked for. */
export function kindOfEvent(kinds: readonly KindFacts[], { text, city = '', of_event }: ReadQuery): KindFacts | null {
  const is_sought = kindSought(text, city) !== undefined || kindsHinted(text.replace(city, '').trim()).size > 0;
  return of_event && !is_sought ? (kinds[0] ?? null) : null;
}

/** Whether a case says in its title what was typed: 海边团建「看见彼此」. */
export async function showsIt(ctx: Ctx, { kind, id }: BestKind, { topic }: ReadQuery): Promise<boolean> {
  const [row] = SHOWING.has(kind.key) ? await findTexts(ctx.db, [id]) : [];
  return row?.title.includes(topic.join('')) === true;
}

export interface BestKind {
  kind: KindFacts;
  id: number;
  /** Points of its best hit. */
  score: number;
}

/** The kind whose best hit says the words best, where the count named all hits; null where it did not. */
export async function bestKind(
  ctx: Ctx,
  counted: readonly KindHits[],
  { read, query, facets, left_out }: SearchPlan,
): Promise<BestKind | null> {
  const ids = counted.map((one) => one.ids);
  if (!query || ids.some((one) => one === null)) return null;
  const { whole } = await askingOf(ctx, query, { facets });
  const order = { words: query, sort: 'recommend' as const, now: ctx.app.clock.now() };
  const hits = await hitsAmong(
    ctx.db,
    ids.flatMap((one) => one ?? []),
    whole,
    order,
  );
  const kinds = counted.map(({ kind }) => kind);
  // of fewer words, points are fewer too
  const asked = read.topic.filter((word) => !left_out.includes(word)).length || 1;
  const worth = worthOf(kinds, read, asked / read.topic.length);
  const rated = hits.flatMap(({ id, kind: code, score }) => {
    const kind = kinds.find((one) => one.code === code);
    return kind ? [{ kind, id, score: score + worth(kind) }] : [];
  });
  return rated.toSorted((a, b) => b.score - a.score)[0] ?? null;
}
