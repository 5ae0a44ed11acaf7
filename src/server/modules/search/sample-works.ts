import { KINDS } from '#contract/kinds.ts';
import type { Ctx } from '../../app/ctx.ts';
import { facetsOf } from '../catalog/index.ts';
import { findSample, type SampledWork } from './hits.repo.ts';
import { planSearch } from './plan-search.ts';
import type { ReadQuery } from './read-query.ts';
import { facetTerm, kindTerm, quoted, tsquery } from './rules.ts';

/** Words that narrow a keyword, as `readQuery` understands them, with what they are read as. */
const NARROWING = [
  { word: '免费', of: 'price', codes: facetsOf({ price: 'free' }) },
  { word: 'PPT', of: 'format', codes: facetsOf({ format: 'pptx' }) },
  { word: 'PDF', of: 'format', codes: facetsOf({ format: 'pdf' }) },
  { word: 'PSD', of: 'format', codes: facetsOf({ format: 'psd' }) },
] as const;
const ASKED = NARROWING.map(({ codes }) => codes.map(facetTerm).map(quoted).join(' & '));

export interface WorksSample {
  /** Whose title says all words that decide, the best first. */
  titled: SampledWork[];
  /** Words that narrow the sample, those of the most works first. */
  narrowing: string[];
  /** Kinds in it, those of the most works first; none where the text names one. */
  kinds: number[];
}

/** What a text that is still typed finds among the most prominent works: one statement, whatever the catalogue's size. */
export async function sampleWorks(ctx: Ctx, text: string): Promise<WorksSample> {
  const { read, query, facets } = await planSearch(ctx, text);
  if (!query) return { titled: [], narrowing: [], kinds: [] };
  const named = Object.values(KINDS).find(({ key }) => key === read.kind);
  const codes = [...facets.map(facetTerm), ...(named ? [kindTerm(named.code)] : [])];
  const asked = [tsquery(query), ...codes.map(quoted)].join(' & ');
  return toldBy(read, await findSample(ctx.db, asked, read, ASKED));
}

/** What a sample shows. What all of it has, or what the text names already, narrows nothing. Pure. */
function toldBy(read: Pick<ReadQuery, 'price' | 'format' | 'kind'>, sample: readonly SampledWork[]): WorksSample {
  const kinds = mostFirst(sample.map(({ kind }) => kind));
  const narrowing = mostFirst(sample.flatMap(({ has }) => has))
    .filter(([, n]) => n < sample.length)
    .flatMap(([at]) => NARROWING[at] ?? [])
    .filter(({ of }) => read[of] === undefined);
  return {
    titled: sample.filter(({ place }) => place > 0),
    narrowing: narrowing.map(({ word }) => word),
    kinds: read.kind === undefined && kinds.length > 1 ? kinds.map(([kind]) => kind) : [],
  };
}

function mostFirst(values: readonly number[]): Array<[value: number, n: number]> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([a, n], [b, m]) => m - n || a - b);
}
