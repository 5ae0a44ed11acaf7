import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importsOf, readTree, root, type SourceFile } from './source.ts';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<'dependencies' | 'devDependencies', object>;
const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
const OURS = /^(?:\.|\/|#|node:|astro:|virtual:|(?:src|demo|public|tests|tools)\/)/;

/** Packages that a file loads when it runs. */
const loadedBy = (file: SourceFile) =>
  importsOf(file)
    .filter(({ type_only, target }) => !type_only && !OURS.test(target) && !builtinModules.includes(target))
    .map(({ target }) => packageOf(target));

/** What of the packages of a tree stands outside `dependencies`. */
const missingFrom = (files: readonly SourceFile[]) =>
  files.flatMap((file) => loadedBy(file).flatMap((name) => (Object.hasOwn(manifest.dependencies, name) ? [] : [`${file.path}: ${name}`])));

it('what the site loads when it runs stands in the dependencies, so that an image needs no packages of development', () => {
  const files = readTree('src', 'demo').filter(({ path }) => !/\.test\.tsx?$/.test(path));
  expect(files.flatMap(loadedBy).length).toBeGreaterThan(300);
  expect(missingFrom(files)).toEqual([]);
  // and the check can fail
  expect(missingFrom([{ path: 'src/x.ts', text: "import { test } from 'vitest';\nconst later = import('@biomejs/biome/x');\n" }])).toEqual([
    'src/x.ts: vitest',
    'src/x.ts: @biomejs/biome',
  ]);
});

it('the image takes its packages from a stage that threw away those of development after the build', () => {
  const stages = readFileSync(join(root, 'Dockerfile'), 'utf8')
    .split(/^(?=FROM )/m)
    .filter((part) => part.startsWith('FROM '));
  expect(stages).toHaveLength(4);
  const [build = '', image = '', with_demo = '', last = ''] = stages;
  // the demo is shipped only where somebody asks for it: what is built without a target is the last stage
  expect([image.includes('/demo'), last.trim()]).toEqual([false, 'FROM site']);
  expect(with_demo).toMatch(/^FROM site AS demo\nCOPY --from=build \/app\/demo \.\/demo\n/);
  expect(build).toMatch(/^FROM \S+ AS build$/m);
  expect(build.indexOf('npm prune --omit=dev')).toBeGreaterThan(build.indexOf('node tools/build.mjs'));
  const copied = [...image.matchAll(/^COPY --from=build (.+) \S+$/gm)].flatMap(([, list = '']) => list.split(' '));
  expect(copied.map((path) => path.replace('/app/', '')).toSorted()).toEqual(['dist', 'node_modules', 'package.json', 'src']);
  expect(image).not.toMatch(/npm (ci|i|install)|^COPY (?!--from=build)/m);
});
