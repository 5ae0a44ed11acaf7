import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
type Convert = (text: string) => string;
let simplify: Convert | null = null;

/** A hundred kilobytes of characters: loaded by the first text that may need them. */
function loadSimplify(): Convert {
  const { Converter } = require('opencc-js/t2cn') as typeof import('opencc-js/t2cn');
  return Converter({ from: 't', to: 'cn' });
}

/** Latin letters with marks: é, á of pinyin with tones. ü is typed as v. */
const MARKED = /[\u00c0-\u024f\u1e00-\u1eff]/gu;
const withoutMarks = (sign: string): string => (/[üǖǘǚǜ]/.test(sign) ? 'v' : (sign.normalize('NFD')[0] ?? sign));
const HAN = /\p{Script=Han}/u;

/**
 * One form for equal texts: full-width to half-width (NFKC), lower case, traditional to simplified characters, letters without tones, white
 * space single.
 */
export function normalise(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase().replace(MARKED, withoutMarks).replace(/\s+/g, ' ').trim();
  if (!HAN.test(plain)) return plain;
  simplify ??= loadSimplify();
  return simplify(plain);
}
