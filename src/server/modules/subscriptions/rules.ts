import type { ItemFilter } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';
import { paths } from '#contract/paths.ts';

/** The words of a search as they are compared: half width, lower case, single blanks. */
export function plainWords(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Address of the list that shows what the filter finds, parameters in the list's own order. */
export function filterAddress(kind: KindFacts, { keyword, cid, cid2, tag, terms = {}, price, format }: ItemFilter): string {
  const own = kind.facets.flatMap(
    ({ key, param }): Array<[string, number | undefined]> => (key === 'category' || key === 'tag' ? [] : [[param, terms[key]]]),
  );
  return paths.list(kind, { keyword: keyword || undefined, cid, cid2, tag, ...Object.fromEntries(own), price, format });
}
