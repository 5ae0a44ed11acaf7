import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { areas, endpoints } from '#server/areas/index.ts';
import { root } from './source.ts';

const listed = (list: string) => readFileSync(join(root, list), 'utf8');

it('every area that has a manifest is put together, once', () => {
  const folders = readdirSync(join(root, 'src/server/areas'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(areas.map(({ name }) => name).toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
});

it('every file of pages is in the list of its side', () => {
  const text = listed('src/contract/areas/index.ts');
  const files = readdirSync(join(root, 'src/contract/areas')).filter((name) => !['index.ts', 'area.ts'].includes(name));
  expect(files.length).toBeGreaterThan(3);
  for (const name of files) expect(text).toContain(`'./${name}'`);
});

it('no call is declared twice', () => {
  const calls = endpoints.map(({ method, path }) => `${method} ${path}`);
  expect(calls.filter((call, at) => calls.indexOf(call) !== at)).toEqual([]);
});
