import { conjunctionsOf, facetTerm, kindTerm, type ParsedQuery, quoted, tsquery } from './rules.ts';

/** Share of documents, 0 to 1, that hold each of the commonest lexemes (pg_stats). Empty before the first ANALYZE. */
export type LexemeShares = ReadonlyMap<string, number>;

/** What a search asks of documents, as tsqueries. */
export interface IndexQuery {
  /** The index is asked for documents that match one of these. */
  any: readonly string[];
  /** Filter over the documents that the index found; null where the index was asked for everything. */
  filter: string | null;
}

export interface IndexQueries {
  usual: IndexQuery;
  /** For words that few documents hold: common lexemes are left to the filter. */
  rare: IndexQuery;
  /** The whole question, for documents that are known by their id. */
  whole: string;
}

/** A posting list of more than this share of documents costs more to read than filtering what rare words find. */
const COMMON = 0.1;
/** So much shorter is the list beside which a common one is left out. */
const SHORTER = 10;
/** A prefix unites the lists of all lexemes with it; reading one entry of a list costs a tenth of filtering a document. */
const PREFIX_GAIN = 10;

interface Operand {
  text: string;
  share: number;
  prefix: boolean;
}

/**
 * How the index is asked for the words, of a `kind` and under `facets` (codes of filters): GIN reads every posting list, so long ones beside short ones
 * are left to the filter. Each synonym is a query of its own, since GIN skips within an AND and not within an OR (decision 0012).
 */
export function indexQueries(
  words: ParsedQuery,
  { kind, facets = [] }: { kind?: number; facets?: readonly number[] },
  shares: LexemeShares,
): IndexQueries {
  const least = Math.min(1, ...shares.values());
  const shareOf = (lexeme: string) => shares.get(lexeme) ?? least / 2;
  const shareOfPrefix = (prefix: string) =>
    [...shares].reduce((sum, [lexeme, share]) => (lexeme.startsWith(prefix) ? sum + share : sum), least);
  const limits = [...facets.map(facetTerm), ...(kind === undefined ? [] : [kindTerm(kind)])].map(
    (lexeme): Operand => ({ text: quoted(lexeme), share: shareOf(lexeme), prefix: false }),
  );
  const { ways, rest } = conjunctionsOf(words);
  const conjunctions = ways.map((way) => [
    ...way.map(
      ({ term, prefix }): Operand => ({
        text: quoted(term) + (prefix ? ':*' : ''),
        share: prefix ? shareOfPrefix(term) : shareOf(term),
        prefix,
      }),
    ),
    ...limits,
  ]);
  const whole = [tsquery(words), ...limits.map(({ text }) => text)].join(' & ');
  const asking = (reduced: readonly Operand[][]): IndexQuery => {
    // what is not wanted is a filter: its lists are never read
    const complete = !words.not && reduced.every((operands, at) => operands.length === conjunctions[at]?.length);
    return {
      any: (complete ? reduced : widest(reduced)).map((operands) =>
        [...operands.map(({ text }) => text), ...(complete ? rest : [])].join(' & '),
      ),
      filter: complete ? null : whole,
    };
  };
  const usual = shares.size === 0 ? conjunctions : conjunctions.map(withoutLongPrefixes);
  return { usual: asking(usual), rare: asking(shares.size === 0 ? usual : usual.map(withoutCommon)), whole };
}

/** Conjunctions without those that ask for all of another and more: what they find the other finds. */
function widest(all: readonly Operand[][]): Operand[][] {
  const texts = all.map((operands) => new Set(operands.map(({ text }) => text)));
  const isNarrower = (one: number, other: number): boolean => {
    const [of, from] = [texts[one] ?? new Set(), texts[other] ?? new Set()];
    return one !== other && from.isSubsetOf(of) && (from.size < of.size || other < one);
  };
  return all.filter((_, one) => !all.some((_of, other) => isNarrower(one, other)));
}

function withoutLongPrefixes(operands: Operand[]): Operand[] {
  const rarest = Math.min(...operands.filter(({ prefix }) => !prefix).map(({ share }) => share));
  return operands.filter(({ prefix, share }) => !prefix || share <= PREFIX_GAIN * rarest);
}

function withoutCommon(operands: Operand[]): Operand[] {
  const rarest = Math.min(...operands.filter(({ prefix }) => !prefix).map(({ share }) => share));
  // beside a list that is not much shorter, a long one is read for less than what it leaves out is filtered
  const uncommon = operands.filter(({ share, prefix }) => (share < COMMON || share < SHORTER * rarest) && !prefix);
  return uncommon.length > 0 ? uncommon : operands;
}
