import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { kindPages } from '../../pages/_kind/kind-pages.ts';
import { CACHED_PAGES } from './page-params.ts';

const files = globSync('**/*.{astro,ts}', { cwd: 'src/pages' }).filter((file) => !file.startsWith('_'));
const pages = [
  ...files.map((file) => ({ file, path: `/${file.replace(/(\/?index)?\.(astro|ts)$/, '')}` })),
  ...kindPages(files).map(({ address, page }) => ({ file: `_kind/${page}.astro`, path: address })),
].map((page) => ({ ...page, text: readFileSync(`src/pages/${page.file}`, 'utf8') }));

it('lists every page that asks to be kept', () => {
  expect(pages.length).toBeGreaterThan(5);
  for (const { file, path, text } of pages) {
    // a file with [name] in its path serves several addresses; at least one of them is listed
    const address = new RegExp(`^${path.replace(/\[\w+\]/g, '[^/]+')}$`);
    if (/\bcache\.set\(/.test(text)) expect(Object.keys(CACHED_PAGES), file).toContainEqual(expect.stringMatching(address));
  }
});

it('names every parameter that a kept page reads: another one would never reach it', () => {
  for (const { file, path, text } of pages) {
    const known = CACHED_PAGES[path];
    if (!known) continue;
    for (const [, name = ''] of text.matchAll(/searchParams\s*\.get\('([^']+)'\)/g)) expect(Object.keys(known), file).toContain(name);
  }
});

it('names tags in one place: what a page carries and what purges it stand together', () => {
  const literal = pages.filter(({ text }) => /cache\.set\([^)]*\btags:(?!\s*(tagsOf\.|\[\]))/.test(text));
  expect(literal.map(({ file }) => file)).toEqual([]);
});

it('keeps no page that reads a cookie or a header of the reader', () => {
  for (const { file, path, text } of pages) {
    if (CACHED_PAGES[path]) expect(text, file).not.toMatch(/Astro\.(cookies|request\.headers|clientAddress|locals\.client_address)/);
  }
});
