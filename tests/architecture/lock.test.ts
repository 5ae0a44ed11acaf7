import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

type Lock = Record<
  string,
  { optionalDependencies?: Record<string, string>; integrity?: string; resolved?: string; os?: string[]; cpu?: string[] }
>;

/** Optional dependencies that the lock names without an entry: `npm ci` refuses such a lock on every machine. */
function missingEntries(packages: Lock): string[] {
  const found = (from: string, name: string): boolean => {
    for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
      if (packages[`${at ? `${at}/` : ''}node_modules/${name}`]) return true;
      if (at === '') return false;
    }
  };
  return Object.entries(packages).flatMap(([from, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !found(from, name))
      .map((name) => `${from}: ${name}`),
  );
}

it('has an entry for the packages of other platforms, so that npm ci works everywhere', () => {
  const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as { packages: Lock };
  expect(missingEntries(lock.packages)).toEqual([]);
});

it('pins the content of every package but those of other platforms', () => {
  const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as { packages: Lock };
  const loose = Object.entries(lock.packages).filter(([name, entry]) => name !== '' && !entry.integrity?.startsWith('sha512-'));
  expect(loose.filter(([, { os, cpu }]) => !os && !cpu).map(([name]) => name)).toEqual([]);
});

it('names no host of a registry: each machine has its own', () => {
  const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as { packages: Lock };
  expect(Object.entries(lock.packages).flatMap(([name, { resolved }]) => (resolved ? [name] : []))).toEqual([]);
});

it('notices a missing entry, also of a nested package', () => {
  const lock: Lock = { 'node_modules/a': { optionalDependencies: { 'a-darwin': '1.0.0' } }, 'node_modules/b/node_modules/c': {} };
  expect(missingEntries(lock)).toEqual(['node_modules/a: a-darwin']);
  expect(missingEntries({ ...lock, 'node_modules/a/node_modules/a-darwin': {} })).toEqual([]);
  expect(missingEntries({ ...lock, 'node_modules/a-darwin': {} })).toEqual([]);
});
