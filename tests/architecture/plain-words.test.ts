import { expect, it } from 'vitest';
import { readTree } from './source.ts';

/** Words of docs/glossary.md ("Words to avoid") that no comment holds any more; what a sweep clears joins them. */
const AVOIDED =
  /\b(?:reckon\w*|stand-ins?|for good|a try|anew|again is harmless|in somebody's hands|stuff|nobody|kept|told|tells?|whoever|hears? of|tries|house|things?)\b/gi;
/** Names of code, which a comment quotes as they are. */
const QUOTED = /`[^`]*`/g;
const COMMENT = /\/\*[\s\S]*?\*\/|(?:^|\s)\/\/[^\n]*/g;

const avoided = (text: string): string[] =>
  (text.match(COMMENT) ?? []).flatMap((comment) => comment.replace(QUOTED, '').match(AVOIDED) ?? []);

it('comments avoid the words that the glossary replaces', () => {
  expect(readTree('src', 'demo', 'tools').flatMap(({ path, text }) => avoided(text).map((word) => `${path}: ${word}`))).toEqual([]);
});

it('an avoided word is found in a comment and left alone in code', () => {
  expect(avoided("/** Made anew of `kept`. */\nconst anew = 1; // a try\ncall('for good');")).toEqual(['anew', 'a try']);
});
