import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FEATURES } from './features.ts';
import { circles } from './import-rules.ts';
import { importsOf, readTree, root, type SourceFile } from './source.ts';

interface Step {
  path: string;
  from: string;
  to: string;
  door: string;
}

/** Every import of one feature from another, also of types and on demand. */
const stepsOf = (files: readonly SourceFile[]): Step[] =>
  files
    .filter(({ path }) => !/\.test\.tsx?$/.test(path))
    .flatMap((file) => {
      const from = /^src\/features\/([\w-]+)\//.exec(file.path)?.[1] ?? '';
      return importsOf(file).flatMap(({ target }) => {
        const [, to = '', door = ''] = /^src\/features\/([\w-]+)\/(.+)$/.exec(target) ?? [];
        return from && to && to !== from ? [{ path: file.path, from, to, door }] : [];
      });
    });
const broken = (steps: readonly Step[]): string[] =>
  steps.flatMap(({ path, from, to, door }) => [
    ...(FEATURES[from]?.uses?.includes(to) ? [] : [`${path}: ${from} may not use ${to}`]),
    ...(FEATURES[to]?.doors?.includes(door) ? [] : [`${path} enters ${to} beside its doors, by ${door}`]),
  ]);

const steps = stepsOf(readTree('src/features'));

it('lets features use only whom the table allows, through their doors', () => {
  expect(steps.length).toBeGreaterThan(50);
  expect(broken(steps)).toEqual([]);
});

it('lists no door and no arrow that is not used', () => {
  const used = new Set(steps.flatMap(({ from, to, door }) => [`${from} uses ${to}`, `${to} by ${door}`]));
  const listed = Object.entries(FEATURES).flatMap(([name, { doors = [], uses = [] }]) => [
    ...doors.map((door) => `${name} by ${door}`),
    ...uses.map((other) => `${name} uses ${other}`),
  ]);
  expect(listed.filter((line) => !used.has(line))).toEqual([]);
  expect(Object.keys(FEATURES).filter((name) => !existsSync(join(root, 'src/features', name)))).toEqual([]);
});

it('allows no circle of features', () => {
  expect(circles(Object.fromEntries(Object.entries(FEATURES).map(([name, { uses = [] }]) => [name, uses])))).toEqual([]);
});

it('tells of an arrow and of a way in that nobody allowed', () => {
  const file = (path: string, text: string): SourceFile => ({ path, text });
  const told = (path: string, specifier: string) => broken(stepsOf([file(path, `import { a } from '${specifier}';`)]));
  expect(told('src/features/wallet/A.tsx', '../order/purchase.ts')).toEqual(['src/features/wallet/A.tsx: wallet may not use order']);
  expect(told('src/features/study/A.tsx', '#features/order/orders.store.ts')).toEqual([
    'src/features/study/A.tsx enters order beside its doors, by orders.store.ts',
  ]);
  expect(told('src/features/study/A.tsx', '../order/order-kind.ts')).toEqual([]);
  expect(told('src/pages/order.astro', '#features/order/orders.store.ts')).toEqual([]);
});
