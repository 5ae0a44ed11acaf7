import { globSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const FOLDER = new URL('../../src/styles/', import.meta.url);
const ROOT = new URL('../../', import.meta.url);
const text = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const ORDER = '@layer theme, base, components, utilities;';

it('names the order of layers first in every style sheet that a page links beside the shared one: the first sheet decides it', () => {
  const global = readFileSync(new URL('global.css', FOLDER), 'utf8');
  const linked = readdirSync(FOLDER).filter((name) => !global.includes(`@import "./${name}"`));
  expect(linked).toContain('global.css');
  expect(linked).toContain('chat.css');
  for (const name of linked) expect(readFileSync(new URL(name, FOLDER), 'utf8').startsWith(ORDER), name).toBe(true);
});

it('keeps every style sheet of ours in one folder', () => {
  const sheets = globSync('src/**/*.css', { cwd: new URL('../../', import.meta.url) });
  expect(sheets.filter((path) => !path.startsWith('src/styles/'))).toEqual([]);
});

/** Words of class attributes: plain ones, and the texts in those that are calculated. */
const classWords = (source: string): string[] =>
  [...source.matchAll(/class(?:Name|:list)?=(?:"([^"]*)"|\{([^}]*))/g)]
    .flatMap(([, plain, calculated = '']) =>
      plain === undefined ? [...calculated.matchAll(/'([^']*)'|`([^`$]*)/g)].map(([, quoted, before]) => quoted ?? before ?? '') : [plain],
    )
    .flatMap((words) => words.split(/\s+/));
const classesOf = (css: string): string[] => [...css.matchAll(/\.([a-z][a-z0-9-]*)/g)].map((one) => one[1] ?? '');

it('uses no class of a daisyUI component that is left out: it would look like plain text', () => {
  const included =
    /include:([^;]*);/
      .exec(text('src/styles/global.css'))?.[1]
      ?.split(',')
      .map((name) => name.trim()) ?? [];
  const components = globSync('node_modules/daisyui/components/*.css', { cwd: ROOT });
  const isIn = (path: string) => included.some((name) => path.endsWith(`/${name}.css`));
  expect(components.filter(isIn).length).toBeGreaterThan(10);
  const known = new Set(
    [...components.filter(isIn), ...globSync('src/styles/*.css', { cwd: ROOT })].flatMap((path) => classesOf(text(path))),
  );
  // Tailwind has a utility of this name
  known.add('table');
  const missing = new Set(
    components.filter((path) => !isIn(path)).flatMap((path) => classesOf(text(path)).filter((name) => !known.has(name))),
  );
  expect([missing.has('hero'), missing.has('link'), missing.has('btn')]).toEqual([true, false, false]);
  expect(classWords('<a class="hero x" /><b className={`menu y`} />')).toEqual(expect.arrayContaining(['hero', 'menu']));
  const sources = globSync('src/**/*.{astro,tsx}', { cwd: ROOT });
  expect(sources.length).toBeGreaterThan(300);
  expect(sources.flatMap((path) => classWords(text(path)).flatMap((word) => (missing.has(word) ? [`${path}: ${word}`] : [])))).toEqual([]);
});

it('uses no size of text that the theme does not know: it would stay as small as what stands around it', () => {
  const sizes = new Set([...text('src/styles/global.css').matchAll(/--(text-\w+):/g)].map(([, name]) => name));
  const unknown = (source: string) => (source.match(/\btext-(?:xs|sm|base|lg|\d?xl)\b/g) ?? []).filter((name) => !sizes.has(name));
  expect(unknown('class="text-xl sm:text-9xl"')).toEqual(['text-9xl']);
  const sources = globSync('src/**/*.{astro,ts,tsx}', { cwd: ROOT });
  expect(sources.flatMap((path) => unknown(text(path)).map((name) => `${path}: ${name}`))).toEqual([]);
});
