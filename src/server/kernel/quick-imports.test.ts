import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { PREFIXES, resolveQuickly } from './quick-imports.ts';

const root = new URL('../../../', import.meta.url);
const asNode = (specifier: string) => ({ url: `node:${specifier}` });
const resolve = (specifier: string, from: string) =>
  resolveQuickly(specifier, { parentURL: new URL(from, root).href, conditions: [], importAttributes: {} }, asNode) as { url: string };

it('finds modules where package.json says that they are', () => {
  const { imports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { imports: Record<string, string> };
  for (const prefix of PREFIXES) {
    const said = imports[`${prefix}*`]?.replace('*', 'a/b.ts');
    expect(resolve(`${prefix}a/b.ts`, 'dist/server/entry.mjs').url).toBe(new URL(said ?? 'missing', root).href);
  }
});

it('finds the modules beside a module, and leaves packages and everything unknown to Node', () => {
  expect(existsSync(fileURLToPath(resolve('../config/config.ts', 'src/server/kernel/log.ts').url))).toBe(true);
  expect(existsSync(fileURLToPath(resolve('../entity.js', 'node_modules/drizzle-orm/sql/index.js').url))).toBe(true);
  for (const specifier of ['pg', 'drizzle-orm', '#features/a.ts', '#server/a', './entry.mjs', '../a.js']) {
    expect(resolve(specifier, 'src/server/boot.ts').url).toBe(`node:${specifier}`);
  }
});

it('asks Node once where a package lies that modules of ours use', () => {
  let asked = 0;
  const node = (specifier: string) => ({ url: `node:${specifier}#${++asked}` });
  const from = (parent: string) => ({ parentURL: new URL(parent, root).href, conditions: [], importAttributes: {} });
  const url = (specifier: string, parent: string) => resolveQuickly(specifier, from(parent), node) as { url: string };
  const first = url('a-package/core', 'src/server/boot.ts');
  expect(url('a-package/core', 'src/server/kernel/log.ts').url).toBe(first.url);
  // another may lie beside who else asks
  expect(url('a-package/core', 'node_modules/other/index.js').url).not.toBe(first.url);
  for (const specifier of ['node:fs', 'file:///a.js'])
    expect(url(specifier, 'src/server/boot.ts').url).not.toBe(url(specifier, 'src/server/boot.ts').url);
});
