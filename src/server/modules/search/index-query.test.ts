import { expect, it } from 'vitest';
import { indexQueries } from './index-query.ts';
import type { ParsedQuery } from './rules.ts';

const plain = (term: string) => ({ term, prefix: false });
const prefix = (term: string) => ({ term, prefix: true });
const asking = (terms: ParsedQuery['terms'], either: ParsedQuery['either'] = []): ParsedQuery => ({
  words: [],
  rank: [],
  terms,
  either,
});
const SHARES = new Map([
  ['#k1', 0.4],
  ['年会', 0.2],
  ['发布', 0.015],
  ['路演', 0.04],
  ['kpi', 0.05],
  ['kpop', 0.05],
  ['#7', 0.3],
  ['夜店', 0.01],
]);

it('asks the index for everything where nothing is known of lexemes', () => {
  const { usual, rare, whole } = indexQueries(asking([plain('年会'), prefix('kp')]), { kind: 1, facets: [7] }, new Map());
  expect(whole).toBe("'年会' & 'kp':* & '#7' & '#k1'");
  expect([usual, rare]).toEqual([
    { any: [whole], filter: null },
    { any: [whole], filter: null },
  ]);
});

it('leaves a long prefix beside a rarer lexeme to the filter, and never the only operand', () => {
  const beside = indexQueries(asking([plain('敦煌'), prefix('kp')]), { kind: 1 }, SHARES).usual;
  expect(beside).toEqual({ any: ["'敦煌' & '#k1'"], filter: "'敦煌' & 'kp':* & '#k1'" });
  expect(indexQueries(asking([prefix('kp')]), {}, SHARES).usual).toEqual({ any: ["'kp':*"], filter: null });
  expect(indexQueries(asking([plain('年会'), prefix('kp')]), {}, SHARES).usual.filter).toBeNull();
});

it('leaves common lexemes beside rare words to the filter, unless all are common', () => {
  const words = asking([plain('发布'), plain('年会')]);
  expect(indexQueries(words, { kind: 1, facets: [7] }, SHARES).rare).toEqual({
    any: ["'发布'"],
    filter: "'发布' & '年会' & '#7' & '#k1'",
  });
  // of lists that are not much longer all are read
  expect(indexQueries(asking([plain('路演'), plain('年会')]), { kind: 1 }, SHARES).rare).toEqual({
    any: ["'路演' & '年会'"],
    filter: "'路演' & '年会' & '#k1'",
  });
  expect(indexQueries(asking([plain('年会')]), { kind: 1 }, SHARES).rare).toEqual({ any: ["'年会' & '#k1'"], filter: null });
});

it('asks for each synonym by itself; further words with synonyms go along, or into the filter', () => {
  const words = asking(
    [plain('发布')],
    [
      [[plain('年会')], [plain('年度'), plain('盛典')]],
      [[plain('红')], [plain('赤')]],
    ],
  );
  const { usual, rare, whole } = indexQueries(words, {}, SHARES);
  expect(usual).toEqual({
    any: ["'年会' & '发布' & (('红') | ('赤'))", "'年度' & '盛典' & '发布' & (('红') | ('赤'))"],
    filter: null,
  });
  // who has 发布 is among them whatever else is asked for
  expect(rare).toEqual({ any: ["'发布'"], filter: whole });
});
