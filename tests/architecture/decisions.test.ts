import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './source.ts';

const folder = join(root, 'docs/decisions');
const pages = readdirSync(folder).filter((name) => /^\d{4}-/.test(name));
const STATUS = /^\d{4}-\d{2}-\d{2}, (?:holds|open|replaced by \[(\d{4})\]\([\w-]+\.md\)|refused)\b/;

it('every decision has its number as title, then a date and a status, and its line in the index', () => {
  const index = readFileSync(join(folder, 'README.md'), 'utf8');
  const wrong = pages.filter((name) => {
    const [title = '', , status = ''] = readFileSync(join(folder, name), 'utf8').split('\n');
    return !title.startsWith(`# ${name.slice(0, 4)} `) || !STATUS.test(status) || !index.includes(`(${name})`);
  });
  expect(wrong).toEqual([]);
});

it('no two decisions share a number, and what replaces one is there', () => {
  const numbers = pages.map((name) => name.slice(0, 4));
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  const replaced = pages.flatMap((name) => STATUS.exec(readFileSync(join(folder, name), 'utf8').split('\n')[2] ?? '')?.[1] ?? []);
  expect(replaced.filter((number) => !numbers.includes(number))).toEqual([]);
});
