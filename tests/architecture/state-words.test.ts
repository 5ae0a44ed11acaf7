import { expect, it } from 'vitest';
import { readTree, withoutComments } from './source.ts';

/** Texts that come from outside are compared there: words of searches, headings of providers' bills, choices of a form of the sandbox. */
const READS_TEXTS = [
  'src/server/modules/search/words/',
  'src/server/modules/search/read-query.ts',
  'src/server/providers/assistant/sandbox-results.ts',
  'src/server/providers/payment/alipay/bill.ts',
  'src/server/providers/payment/wechat/bill.ts',
];
const COMPARED = /(?:[=!]==\s*|\bcase\s+|\.(?:includes|startsWith|endsWith)\(\s*)(['"`])[^'"`\n]*\p{Script=Han}/gu;

const compared = (text: string): string[] => (withoutComments(text).match(COMPARED) ?? []).map((found) => found.trim());

it('the server reads no state from words for people', () => {
  const found = readTree('src/server')
    .filter(({ path }) => !/\.test\.ts$/.test(path) && !READS_TEXTS.some((begin) => path.startsWith(begin)))
    .flatMap(({ path, text }) => compared(text).map((one) => `${path}: ${one}`));
  expect(found).toEqual([]);
});

it('a comparison with such words is found, words as a fallback are none', () => {
  expect(compared("if (name === '已注销用户') a();")).toHaveLength(1);
  expect(compared("const name = user?.nickname ?? '已注销用户';")).toEqual([]);
});
