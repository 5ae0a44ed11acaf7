import { expect, it } from 'vitest';
import { KINDS, type KindFacts } from './kinds.ts';

const kinds = Object.entries<KindFacts>(KINDS);
const ALWAYS = ['code', 'key', 'noun', 'paths.list', 'paths.detail'];

/** By name of the number or name: its values over all kinds that have one. */
function valuesByName(rows: ReadonlyArray<readonly [string, KindFacts]>): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>();
  for (const [, { code, key, noun, paths, types, sale, calls }] of rows) {
    const { missing, history, ...own } = paths;
    const parts = {
      ...{ '': { code, key, noun }, 'paths.': own, 'types.': types },
      'sale.': sale && { ...sale, vip: undefined, opened_by: undefined, member_discount: undefined, success: sale.vip.success },
      'calls.': calls && {
        detail: calls.detail.path,
        related: calls.related.path,
        order: calls.order,
        ...calls.publish,
        own: undefined,
        read: undefined,
      },
    };
    for (const [prefix, values] of Object.entries(parts)) {
      for (const [name, value] of Object.entries(values ?? {}))
        if (value !== undefined) found.set(prefix + name, [...(found.get(prefix + name) ?? []), value]);
    }
  }
  return found;
}

const repeated = (rows: ReadonlyArray<readonly [string, KindFacts]>) =>
  [...valuesByName(rows)].filter(([, values]) => new Set(values).size < values.length).map(([name]) => name);

it('is told from every other kind by each of its numbers, names, addresses and calls', () => {
  expect([...valuesByName(kinds).keys()]).toEqual(expect.arrayContaining([...ALWAYS, 'types.collect', 'sale.divide_type', 'calls.form']));
  expect(repeated(kinds)).toEqual([]);
  for (const [key, kind] of kinds) expect(kind.key).toBe(key);
});

it('would notice a number that another kind has', () => {
  const ppt: KindFacts = KINDS.ppt;
  expect(repeated([...kinds, ['other', { ...ppt, code: 999, types: { collect: KINDS.scheme.types.collect } }]])).toEqual(
    expect.arrayContaining(['key', 'noun', 'paths.list', 'types.collect', 'calls.form']),
  );
});

/** What addresses of lists and searches say already; `type` is the kind that a search shows. */
const TAKEN = ['type', 'kind', 'keyword', 'page', 'sort', 'price', 'format', 'id', 'cid2', 'preview'];

it.each(Object.values<KindFacts>(KINDS))('filters of $key have parameters of their own', ({ facets }) => {
  const params = facets.map(({ param }) => param);
  expect(params.filter((param) => TAKEN.includes(param))).toEqual([]);
  expect(new Set(params).size).toBe(params.length);
});
