import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { centerGroups, sections } from '#contract/areas/index.ts';
import type { Call } from '#contract/call.ts';
import { endpoints } from '#server/areas/index.ts';
import { kindPages } from '../../src/pages/_kind/kind-pages.ts';
import { importsOf, moduleOf, readTree, root } from './source.ts';

const pages = readdirSync(join(root, 'src/pages'), { recursive: true }).map((path) => String(path).replaceAll('\\', '/'));
const of_kinds = new Set(kindPages(pages).map(({ address }) => address));
const hasPage = (route: string) =>
  of_kinds.has(route) || ['', '.astro', '/index.astro'].some((end) => end !== '' && existsSync(join(root, `src/pages${route}${end}`)));
const entries = centerGroups.flatMap((group) => group.entries);

it('every entry of a menu has its page', () => {
  const routes = [...entries.map(({ route }) => route), ...sections.flatMap(({ route, publish }) => [route, publish?.route ?? '/'])];
  expect(routes.length).toBeGreaterThan(60);
  expect(routes.map((route) => route.split('?')[0] ?? '').filter((route) => !hasPage(route === '/' ? '/index' : route))).toEqual([]);
});

it('every page of the personal centre stands in its menu, or below a page that does', () => {
  const keys = new Set(['index', ...entries.map(({ key }) => key)]);
  const framed = readTree('src/pages').flatMap(({ path, text }) => {
    const frame = /<Center\b[^>]*>/.exec(text)?.[0];
    return frame === undefined ? [] : [[path, /\bentry="(\w+)"/.exec(frame)?.[1] ?? (frame.includes('entry={') ? 'index' : '')] as const];
  });
  expect(framed.length).toBeGreaterThan(40);
  expect(framed.filter(([, entry]) => !keys.has(entry)).map(([path, entry]) => `${path}: no entry ${entry}`)).toEqual([]);
});

it('every call that is declared is served', async () => {
  const served = new Set(endpoints.map(({ method, path }) => `${method} ${path}`));
  const files = readTree('src/contract').filter(({ path }) => /^src\/contract\/\w+\/[\w-]*calls\.ts$/.test(path));
  const tables = await Promise.all(
    files.map(({ path }) => import(pathToFileURL(join(root, path)).href) as Promise<Record<string, unknown>>),
  );
  const declared = tables
    .flatMap((table) => Object.values(table))
    .flatMap((calls) => (typeof calls === 'object' && calls !== null ? Object.values(calls as Record<string, Partial<Call>>) : []))
    .flatMap(({ method, path }) => (method && path ? `${method} ${path}` : []));
  expect(declared.length).toBeGreaterThan(400);
  expect(declared.filter((call) => !served.has(call))).toEqual([]);
});

it('every form that saves itself shows how that goes (`SaveLine`), and is walked by forms-with-a-draft.test.ts', () => {
  const features = readTree('src/features');
  const forms = features.filter(({ path, text }) => !path.includes('.test.') && /\bcreateSavingForm\b/.test(text));
  const test = features.find(({ path }) => path === 'src/features/forms-with-a-draft.test.ts');
  const walked = new Set(test && importsOf(test).map(({ target }) => target));
  expect(forms.length).toBeGreaterThan(4);
  expect(forms.map(({ path }) => path).filter((path) => !walked.has(path))).toEqual([]);
  const shown = new Set(features.flatMap(({ path, text }) => (text.includes('<SaveLine') ? dirname(path) : [])));
  expect(forms.map(({ path }) => path).filter((path) => !shown.has(dirname(path)))).toEqual([]);
});

it('every module whose rows name stored files says so to the cleaning (`file_uses`), which asks the catalogue and publishing itself', () => {
  const naming = new Set(
    readTree('src/server/modules')
      .filter(({ path, text }) => path.endsWith('/tables.ts') && /^\s+(\w+_)?(file|picture)_ids?:/m.test(text))
      .flatMap(({ path }) => moduleOf(path) ?? []),
  );
  const saying = new Set(
    readTree('src/server/areas')
      .filter(({ text }) => /\bfile_uses:/.test(text))
      .flatMap((file) => importsOf(file).map(({ target }) => moduleOf(target))),
  );
  expect(naming.size).toBeGreaterThan(3);
  expect([...naming].filter((name) => !['catalog', 'publishing'].includes(name) && !saying.has(name))).toEqual([]);
});
