import { formatFacts } from '#contract/formats.ts';
import type { ItemFilter, PriceFilter } from '#contract/item.ts';
import { PRICE_BAND_KEYS, PRICE_BANDS, type PriceBand } from '#contract/price-bands.ts';
import type { Item } from './repo.ts';

/** Codes below zero in `items.facets`, beside the ids of terms. A kind's own begin below -100. */
export const FACET_FREE = -1;
export const FACET_PAID = -2;
export const FACET_MEMBER = -3;
/** In the order of the table from -4 on; stored. `cemao_facet_keys` takes -1 to -9 for codes of prices. */
const bandCode = (band: PriceBand): number => -4 - PRICE_BAND_KEYS.indexOf(band);

export const PRICE_FACET: Readonly<Record<Exclude<PriceFilter, 'all'>, number>> = {
  ...{ free: FACET_FREE, paid: FACET_PAID, vip: FACET_MEMBER },
  ...(Object.fromEntries(PRICE_BAND_KEYS.map((band) => [band, bandCode(band)])) as Record<PriceBand, number>),
};

/** The prices of a band, fen: above `over` and up to `to`; null: no end. */
export function bandFen(band: PriceBand): { over: number; to: number | null } {
  const { over, to } = PRICE_BANDS[band];
  return { over: over * 100, to: to === null ? null : to * 100 };
}

/** The codes of a single price that everybody pays. */
function paidCodes(price_fen: number): number[] {
  const band = PRICE_BAND_KEYS.find((one) => price_fen <= (bandFen(one).to ?? Number.POSITIVE_INFINITY));
  return [FACET_PAID, ...(band ? [bandCode(band)] : [])];
}

/** The codes that an item must all carry to pass the filter. A sub category implies its parent, so the parent adds nothing. */
export function facetsOf(filter: ItemFilter): number[] {
  const codes: number[] = [];
  if (filter.cid2) codes.push(filter.cid2);
  else if (filter.cid) codes.push(filter.cid);
  if (filter.tag) codes.push(filter.tag);
  codes.push(...Object.values(filter.terms ?? {}));
  if (filter.price && filter.price !== 'all') codes.push(PRICE_FACET[filter.price]);
  if (filter.format) codes.push(codeOfFormat(filter.format));
  return codes;
}

/** No item carries it. */
const NO_SUCH = -99;

/** The code of a format of the table; one that no work can have otherwise. */
export const codeOfFormat = (format: string): number => formatCode(format) ?? NO_SUCH;

const formatCode = (format: string): number | null => formatFacts(format)?.code ?? null;

/** The codes that an item carries for what every kind has: its terms, price class and format. */
export function commonFacets(
  item: Pick<Item, 'category_id' | 'category_sub_id' | 'term_ids' | 'tag_ids' | 'price_fen' | 'vip_only' | 'format'>,
): number[] {
  // one class each: what members have for nothing is not what everybody pays for, also where others can buy it singly
  const price = item.vip_only ? [FACET_MEMBER] : item.price_fen === 0 ? [FACET_FREE] : paidCodes(item.price_fen);
  const codes = [item.category_id, item.category_sub_id, ...item.term_ids, ...price, formatCode(item.format), ...item.tag_ids];
  return codes.flatMap((code) => (code === null ? [] : Number(code)));
}

/**
 * Keys of the facet index, as `cemao_facet_keys` (guards.sql) makes them: price class and format are one code, then the first code, which
 * should be the rarest, is paired with each other one. As text, because they exceed 2^53.
 */
export function facetKeys(codes: readonly number[]): string[] {
  const price = codes.find((code) => code < 0 && code >= -9);
  const format = codes.find((code) => code <= -11);
  const both = price !== undefined && format !== undefined ? [price * 100 + format] : [price ?? format ?? []].flat();
  const [first, ...others] = [...codes.filter((code) => code > 0), ...both];
  if (first === undefined) return [];
  if (others.length === 0) return [String(first)];
  return others.map((code) => String(BigInt(Math.max(first, code)) * 4_294_967_296n + BigInt(Math.min(first, code))));
}

/** Offset of a page, or null when it lies beyond what lists show. */
export function offsetOf(page: number, limit: number, reach: number): number | null {
  const offset = (page - 1) * limit;
  return offset < reach ? offset : null;
}

/** A slice of a ring: page 1, 2, 3 ... go through `length` entries and begin again, never showing one twice on a page. */
export function ringSlice<T>(ring: readonly T[], page: number, limit: number): T[] {
  if (ring.length === 0) return [];
  const size = Math.min(limit, ring.length);
  const start = ((page - 1) * size) % ring.length;
  return Array.from({ length: size }, (_, index) => ring[(start + index) % ring.length] as T);
}

/** The codes of an item, as they are stored. */
export function itemFacets(item: { facets: readonly number[] }): number[] {
  return item.facets.map(Number);
}
