import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readTree, root, type SourceFile, withoutComments } from './source.ts';

/** Where the browser's storage itself is wrapped: names come from the callers. */
const WRAPPERS = new Set(['src/client/storage.ts']);
const USE =
  /(?<!clipboard\.)\b(?:(?:localStorage|sessionStorage)\.(?:getItem|setItem|removeItem)|readText|readJson|writeText)\(\s*([^,)]+)/g;

/** Names in the first column of the table; `upload:*` stands for all that begin so. */
function named(text: string): string[] {
  return [...text.matchAll(/^\| `([^`]+)` \| (?:localStorage|sessionStorage|cookie)/gm)].map(([, name]) => name as string);
}

/** Keys and cookies that the source uses: literals, and constants by their values. What is a parameter is the caller's. */
function used(files: readonly SourceFile[]): Map<string, string> {
  const found = new Map<string, string>();
  const texts = files.map(({ path, text }) => ({ path, text: withoutComments(text) }));
  const all = texts.map(({ text }) => text).join('\n');
  const textOf = (name: string, text: string) =>
    (/^[A-Z_]+$/.test(name) ? [text, all] : [text])
      .map((from) => new RegExp(`\\b(?:const|let) ${name}(?:: [^=]+)? = ['"\`]([^'"\`$]+)`).exec(from)?.[1])
      .find(Boolean);
  for (const { path, text } of texts) {
    if (WRAPPERS.has(path)) continue;
    for (const [, argument = ''] of text.matchAll(USE)) {
      const name = argument.trim();
      const literal = /^['"`]([^'"`$]+)/.exec(name)?.[1];
      const value = literal ?? (/^[A-Za-z_]\w*$/.test(name) ? textOf(name, text) : undefined);
      if (value !== undefined) found.set(value, path);
    }
    for (const [, value = ''] of text.matchAll(/\b[A-Z_]+_(?:KEY|COOKIE) = '([^']+)'/g))
      if (path.includes('/client/')) found.set(value, path);
    for (const [, value = ''] of text.matchAll(/document\.cookie = [`'"]([\w-]+)=/g)) found.set(value, path);
  }
  for (const { path, text } of texts) {
    for (const [, members = ''] of text.matchAll(/\b[A-Z_]*(?:STORAGE|POPUP|COOKIE|STORE)[A-Z_]* = \{([^}]*)\}/g)) {
      for (const [, value = ''] of members.matchAll(/: '([^']+)'/g)) found.set(value, path);
    }
  }
  return found;
}

const isNamed = (names: readonly string[], key: string) =>
  names.some((name) => (name.endsWith('*') ? key.startsWith(name.slice(0, -1)) : name === key));

const source = () => readTree('src').filter(({ path }) => !path.startsWith('src/server/') && !/\.test\.tsx?$/.test(path));

it('S-981, SH-13 every key and cookie of a browser stands in docs/storage.md', () => {
  const names = named(readFileSync(join(root, 'docs/storage.md'), 'utf8'));
  const found = used(source());
  expect(found.size).toBeGreaterThan(6);
  expect([...found].filter(([key]) => !isNamed(names, key))).toEqual([]);
});

it('would notice a key, a constant and a cookie that the table does not name', () => {
  const file = (text: string): SourceFile => ({ path: 'src/features/x/x.ts', text });
  const missing = (text: string) => [...used([file(text)]).keys()];
  expect(missing("localStorage.setItem('one', '1')")).toEqual(['one']);
  expect(missing("const SEEN = 'two';\nwriteText(SEEN, '1')")).toEqual(['two']);
  expect(missing(`const memory = \`three:\${id}\`;\nreadJson(memory)`)).toEqual(['three:']);
  expect(missing('document.cookie = `four=1; path=/`')).toEqual(['four']);
  expect(missing("export const SHOP_COOKIES = { seen: 'five' } as const;")).toEqual(['five']);
  expect(isNamed(['upload:*'], 'upload:file')).toBe(true);
  expect(isNamed(['token'], 'tokens')).toBe(false);
});
