import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cachedPages, findSection } from '#contract/areas/index.ts';
import { OPEN_PAGES } from '#contract/open-pages.ts';
import { areas, endpoints } from '#server/areas/index.ts';
import { root } from './source.ts';

const listed = (list: string) => readFileSync(join(root, list), 'utf8');

it('every area that has a manifest is put together, once', () => {
  const folders = readdirSync(join(root, 'src/server/areas'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(areas.map(({ name }) => name).toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
});

it('every file of pages is in the list of its side', () => {
  const text = listed('src/contract/areas/index.ts');
  const files = readdirSync(join(root, 'src/contract/areas')).filter(
    (name) => !['index.ts', 'area.ts'].includes(name) && !name.endsWith('.test.ts'),
  );
  expect(files.length).toBeGreaterThan(3);
  for (const name of files) expect(text).toContain(`'./${name}'`);
});

it('buttons in the browser lead to the sections that there are', () => {
  const pages = cachedPages.map(({ path }) => path);
  for (const [key, route] of Object.entries(OPEN_PAGES)) expect([key, route]).toEqual([key, pages.find((path) => path === route) ?? null]);
  expect(OPEN_PAGES.vip).toBe(findSection('vip')?.route);
});

it('no call is declared twice', () => {
  const calls = endpoints.map(({ method, path }) => `${method} ${path}`);
  expect(calls.filter((call, at) => calls.indexOf(call) !== at)).toEqual([]);
});

it('docs/adding-an-area.md names every part of a manifest and of the pages of an area, and no other', () => {
  const guide = listed('docs/adding-an-area.md');
  const partsOf = (file: string, name: string) =>
    [...(listed(file).split(`export interface ${name} {`)[1]?.split('\n}')[0] ?? '').matchAll(/^ {2}(\w+)[?:(]/gm)]
      .map(([, part = '']) => part)
      .filter((part) => part !== 'name')
      .toSorted();
  // `part`: at the beginning of an item or of a sentence
  const namedBelow = (heading: string) =>
    [...(guide.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '').matchAll(/(?:^- |[.;)] |\n {2})`([a-z_]+)`:/gm)]
      .map(([, part]) => part)
      .toSorted();
  expect(namedBelow('What a manifest may hold')).toEqual(partsOf('src/server/areas/manifest.ts', 'Manifest'));
  expect(namedBelow('What stands in `src/contract/areas/<area>.ts`')).toEqual(partsOf('src/contract/areas/area.ts', 'AreaPages'));
});
