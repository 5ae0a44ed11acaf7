import { describe, expect, it } from 'vitest';
import { patternsOf, whySlow } from './patterns.ts';
import { readTree } from './source.ts';

/** Patterns that are slow with long text, and what bounds the text that they get. */
const BOUNDED: Record<string, string> = {
  '/（.*）$/': 'labels of forms are ours',
  '/\\[([^\\]]*)\\]\\([^)]*\\)/g': 'pages of help are ours',
  '/^\\s*(?:#+|-|\\d+\\.)\\s+/gm': 'pages of help are ours',
  '/\\s*\\n\\s*/g': 'pages of help are ours',
  '/\\B(?=(\\d{3})+\\b)/g': 'a number has 21 digits at most',
  '/^\\/+|\\/+$/g': 'the environment is the operator’s',
};

/** Patterns whose text is not known before the program runs, and why no stranger writes it. */
const UNREAD: Record<string, string> = {
  'src/features/popups/kept-popups.ts': 'a choice of names that stand in the contract, then digits',
  'src/server/http/page-cache-provider.ts': 'one of two words of ours, in headers of our pages',
};

describe('A0 regular expressions', () => {
  const all = patternsOf(
    readTree('src').filter(({ path }) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts') && !path.endsWith('.test.tsx')),
  );
  const once = [...new Map(all.map((one) => [one.said, one])).values()];

  it('are all read', () => {
    expect(all.length).toBeGreaterThan(500);
    expect(all.filter(({ pattern, path }) => !pattern && !UNREAD[path]).map(({ path, line, said }) => `${path}:${line} ${said}`)).toEqual(
      [],
    );
  });

  it('are found wherever they may stand', () => {
    const said = [
      '= />/g;',
      'f(/a/);',
      'if (a) /a/.test(b);',
      '<a b={c} />;\n/a/.test(b);',
      'return /a/;',
      'a && !/a/.test(b);',
      "a === RegExp('a');",
    ];
    for (const text of said) expect([text, patternsOf([{ path: 'src/a.tsx', text }])]).toEqual([text, [expect.anything()]]);
  });

  it('take time that grows with the text only, or get text that something bounds', () => {
    const slow = once.flatMap(({ path, line, said, pattern }) => {
      const why = pattern && !BOUNDED[said] ? whySlow(pattern) : '';
      return why ? [`${path}:${line} ${said}: ${why}`] : [];
    });
    expect(slow).toEqual([]);
  });

  it('names in its table only what is there', () => {
    expect(Object.keys(BOUNDED).filter((said) => !once.some((one) => one.said === said))).toEqual([]);
    expect(Object.keys(UNREAD).filter((path) => !all.some((one) => one.path === path && !one.pattern))).toEqual([]);
  });

  it('are found slow where they are', () => {
    for (const pattern of [/\s*,\s*/, /^(a+)+$/, /<[^>]*>/g, /!\[[^\]]*\]\([^)]*\)/g, /\/pic\/([0-9a-z/]+)-\d+\.\w+$/]) {
      expect(whySlow(pattern), String(pattern)).not.toBe('');
    }
    for (const pattern of [/[^<>]{0,20}x/, /^\d+(\.\d+)?$/, /<[^<>]*>/g]) expect(whySlow(pattern), String(pattern)).toBe('');
  });
});
