import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readTree, root, type SourceFile, withoutComments } from './source.ts';

const LOCK =
  /\bfor (?:no key )?update\b|\bfor (?:key )?share\b|pg_(?:try_)?advisory_(?:xact_)?lock|\.for\('(?:no key )?update'|\.for\('(?:key )?share'/g;
/** A prepared statement has a name of its own; what stands in a function goes by the function's. */
const NAMED = /\bstatement(?:<[^(]*>)?\(\s*'(\w+)'|^(?:export )?(?:async )?function (\w+)|^(?:export )?const (\w+) = /gm;

/** Statements that lock, as the page names them: module (or folder) and name. */
function locksOf({ path, text }: SourceFile): string[] {
  const plain = withoutComments(text);
  const folder = /^src\/server\/(?:modules\/)?([\w-]+)/.exec(path)?.[1] ?? path;
  const names = [...plain.matchAll(NAMED)];
  return [...plain.matchAll(LOCK)].map(({ index }) => {
    const [, statement, verb, constant] = names.findLast((one) => one.index < index) ?? [];
    return `${folder}/${statement ?? verb ?? constant ?? '?'}`;
  });
}

const sources = () => readTree('src/server').filter(({ path }) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
const page = () => new Set([...readFileSync(join(root, 'docs/locking.md'), 'utf8').matchAll(/`([\w-]+\/\w+)`/g)].map(([, name]) => name));

it('every statement that locks has its place in docs/locking.md, and the page names none that is gone', () => {
  const found = new Set(sources().flatMap(locksOf));
  expect(found.size).toBeGreaterThan(90);
  expect([...found].filter((name) => !page().has(name))).toEqual([]);
  expect([...page()].filter((name) => !found.has(name as string))).toEqual([]);
});

it('would notice a row, an advisory lock and a prepared statement', () => {
  const found = (text: string) => locksOf({ path: 'src/server/modules/x/repo.ts', text });
  expect(found("export async function lockOne(db: Tx) {\n  return db.select().from(x).for('update');\n}")).toEqual(['x/lockOne']);
  expect(found('function keep(db: Tx) {\n  sql`select pg_advisory_xact_lock(1)`;\n}')).toEqual(['x/keep']);
  expect(
    found("const a = statement(\n  'x_a',\n  'select 1',\n);\nconst b = statement<Row>('x_b', 'select 1 from x for no key update');"),
  ).toEqual(['x/x_b']);
  expect(found("// for update\nconst text = 'select 1';")).toEqual([]);
});

/** Numbers of advisory locks, with the file that has each. */
function numbersOf(files: readonly SourceFile[]): Array<[number, string]> {
  const found = files.flatMap(({ path, text }) =>
    [...text.matchAll(/\b7_?203_?\d{3}\b/g)].map(([number]): [number, string] => [Number(number.replaceAll('_', '')), path]),
  );
  return found.filter(([number, path], at) => found.findIndex((one) => one[0] === number && one[1] === path) === at);
}

it('no two files lock by the same number', () => {
  const files = [...sources(), { path: 'src/server/db/guards.sql', text: readFileSync(join(root, 'src/server/db/guards.sql'), 'utf8') }];
  const numbers = numbersOf(files);
  expect(numbers.length).toBeGreaterThan(8);
  expect(numbers.filter(([number], at) => numbers.findIndex((one) => one[0] === number) !== at)).toEqual([]);
  // all are of this form, or this test would not see them
  const named = sources().flatMap(({ path, text }) => (/^const (?:LOCK|HOLD) = (?!7_203_\d{3};)/m.test(text) ? [path] : []));
  expect(named).toEqual([]);
  expect(numbersOf(['a.ts', 'b.sql'].map((path) => ({ path, text: path === 'a.ts' ? '7_203_612' : '(7203612)' })))).toHaveLength(2);
});
