import { globSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const FOLDER = new URL('../../src/styles/', import.meta.url);
const ROOT = new URL('../../', import.meta.url);
const text = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const ORDER = '@layer theme, base, components, areas, utilities;';

it('names the order of layers first in every style sheet that a page links beside the shared one: the first sheet decides it', () => {
  const imports = ['global.css', 'late.css', 'works.css'].map((name) => readFileSync(new URL(name, FOLDER), 'utf8')).join('\n');
  const linked = readdirSync(FOLDER).filter((name) => !imports.includes(`@import "./${name}"`));
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
const classesOf = (css: string): string[] => [...css.matchAll(/(?:\.|@utility )([a-z][a-z0-9-]*)/g)].map((one) => one[1] ?? '');

/** Files of the daisyUI components that a sheet includes. */
const componentsOf = (sheet: string): string[] => {
  const names = [...text(sheet).matchAll(/include:([^;]*);/g)].flatMap(([, list = '']) => list.split(',').map((name) => name.trim()));
  return globSync('node_modules/daisyui/components/*.css', { cwd: ROOT }).filter((path) =>
    names.some((name) => path.endsWith(`/${name}.css`)),
  );
};
const FIRST = 'src/styles/global.css';
const LATE = 'src/styles/late.css';
const SOURCES = globSync('src/**/*.{astro,tsx}', { cwd: ROOT });

it('uses no class of a daisyUI component that is left out: it would look like plain text', () => {
  const components = globSync('node_modules/daisyui/components/*.css', { cwd: ROOT });
  const included = new Set([...componentsOf(FIRST), ...componentsOf(LATE)]);
  expect(included.size).toBeGreaterThan(10);
  const known = new Set([...included, ...globSync('src/styles/*.css', { cwd: ROOT })].flatMap((path) => classesOf(text(path))));
  // Tailwind has a utility of this name
  known.add('table');
  const missing = new Set(
    components.filter((path) => !included.has(path)).flatMap((path) => classesOf(text(path)).filter((name) => !known.has(name))),
  );
  expect([missing.has('hero'), missing.has('link'), missing.has('btn')]).toEqual([true, false, false]);
  expect(classWords('<a class="hero x" /><b className={`menu y`} />')).toEqual(expect.arrayContaining(['hero', 'menu']));
  expect(SOURCES.length).toBeGreaterThan(300);
  expect(SOURCES.flatMap((path) => classWords(text(path)).flatMap((word) => (missing.has(word) ? [`${path}: ${word}`] : [])))).toEqual([]);
});

/** What late.css takes of the library, written out: `a-{b,c}` is two names. */
const namedLate = (): Set<string> =>
  new Set(
    [...text(LATE).matchAll(/@source inline\("\{(.*)\}"\)/g)].flatMap(([, list = '']) =>
      list.split(/,(?![^{]*\})/).flatMap((name) => {
        const [, stem = name, ends] = /^([\w-]+)\{(.*)\}$/.exec(name) ?? [];
        return ends === undefined ? [stem] : ends.split(',').map((end) => stem + end);
      }),
    ),
  );

it('names in late.css every class of its components that is used, as they are not looked for in the sources', () => {
  const named = namedLate();
  expect([named.has('select-xs'), named.has('join-item'), named.has('alert-success')]).toEqual([true, true, true]);
  const offered = new Set(componentsOf(LATE).flatMap((path) => classesOf(text(path))));
  expect([offered.has('select-lg'), offered.has('skeleton')]).toEqual([true, true]);
  const first = new Set(componentsOf(FIRST).flatMap((path) => classesOf(text(path))));
  const used = SOURCES.flatMap((path) => classWords(text(path)).map((word) => ({ path, word: word.replace(/^.*:/, '') })));
  const forgotten = used.filter(({ word }) => offered.has(word) && !first.has(word) && !named.has(word));
  expect(forgotten.map(({ path, word }) => `${path}: ${word}`)).toEqual([]);
});

/** The files of a page that the server draws at once: those that it imports, and what these import, below src. */
function drawnBy(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const [, from = ''] of text(path).matchAll(/^import .* from '(\.[^']*\.astro)';$/gm)) {
    drawnBy(new URL(from, new URL(path, ROOT)).pathname.slice(ROOT.pathname.length), seen);
  }
  return seen;
}

it('draws nothing of late.css on pages that leave it out until they are touched', () => {
  const first = new Set(
    [FIRST, ...globSync('src/styles/{components,shell,toolbar,item-bars,theme}.css', { cwd: ROOT })].flatMap((path) =>
      classesOf(text(path)),
    ),
  );
  const sheets = [...text(LATE).matchAll(/@import "\.\/(.*)";/g)].map(([, name]) => `src/styles/${name}`);
  expect(sheets.length).toBeGreaterThan(5);
  const late = new Set([...namedLate(), ...sheets.flatMap((path) => classesOf(text(path))).filter((name) => !first.has(name)), 'dialog']);
  expect([late.has('input'), late.has('overlay'), late.has('side-panel'), late.has('btn')]).toEqual([true, true, false, false]);
  const light = globSync('src/{layouts,pages}/**/*.astro', { cwd: ROOT }).filter((path) => /<Base\b[^>]*\slight\b/.test(text(path)));
  expect(light.length).toBeGreaterThan(12);
  const drawn = new Set(light.flatMap((path) => [...drawnBy(path)]));
  expect([...drawn].filter((path) => path.endsWith('ItemCard.astro'))).toHaveLength(1);
  expect([...drawn].flatMap((path) => classWords(text(path)).flatMap((word) => (late.has(word) ? [`${path}: ${word}`] : [])))).toEqual([]);
  // an island that wakes at once would wait for the sheet
  expect([...drawn].filter((path) => /client:intent="now"|client:(load|only|visible)/.test(text(path)))).toEqual([]);
});

it('uses no size of text that the theme does not know: it would stay as small as what stands around it', () => {
  const sizes = new Set([...text('src/styles/theme.css').matchAll(/--(text-\w+):/g)].map(([, name]) => name));
  const unknown = (source: string) => (source.match(/\btext-(?:xs|sm|base|lg|\d?xl)\b/g) ?? []).filter((name) => !sizes.has(name));
  expect(unknown('class="text-xl sm:text-9xl"')).toEqual(['text-9xl']);
  const sources = globSync('src/**/*.{astro,ts,tsx}', { cwd: ROOT });
  expect(sources.flatMap((path) => unknown(text(path)).map((name) => `${path}: ${name}`))).toEqual([]);
});
