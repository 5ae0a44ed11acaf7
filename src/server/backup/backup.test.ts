import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { listFiles, sumFiles } from './backup.ts';
import { removeWhole } from './left-behind.ts';

const work = mkdtempSync(join(tmpdir(), 'cemao-listing-'));
const other = mkdtempSync(join(tmpdir(), 'cemao-other-'));
writeFileSync(join(other, 'one'), '');
afterAll(() => {
  for (const folder of [work, other]) rmSync(folder, { recursive: true, force: true });
});

it('lists every file of what is backed up, and lets others run all the while', async () => {
  const wanted: string[] = ['secrets.json'];
  for (let folder = 0; folder < 60; folder++) {
    const path = join(work, folder % 2 ? 'private' : 'public', 'aa', String(folder));
    mkdirSync(path, { recursive: true });
    for (let nth = 0; nth < 100; nth++) {
      writeFileSync(join(path, `${nth}.webp`), '');
      wanted.push(relative(work, join(path, `${nth}.webp`)));
    }
  }
  writeFileSync(join(work, 'secrets.json'), '{}');
  mkdirSync(join(work, 'scratch'));
  writeFileSync(join(work, 'scratch', 'left.bin'), '');
  let turns = 0;
  let going = true;
  const count = () => {
    turns++;
    if (going) setImmediate(count);
  };
  setImmediate(count);
  const found = (await Array.fromAsync(listFiles(work))).map((path) => relative(work, path));
  expect(found.toSorted()).toEqual(wanted.toSorted());
  expect(turns).toBeGreaterThanOrEqual(60);
  turns = 0;
  // what a link leads to is another's
  symlinkSync(other, join(work, 'private', 'link'));
  await removeWhole(work);
  expect(existsSync(join(other, 'one'))).toBe(true);
  going = false;
  expect(existsSync(work)).toBe(false);
  expect(turns).toBeGreaterThanOrEqual(1_000);
});

it('sums up any number of files to one line, which the order and each part of a file change', () => {
  const of = (files: Array<[string, number, string]>) => {
    const sum = sumFiles();
    for (const [path, size_bytes, sha256] of files) sum.add({ path, size_bytes, sha256 });
    return sum.sums();
  };
  const whole = of([
    ['a', 1, 'x'],
    ['b', 2, 'y'],
  ]);
  expect(whole).toMatchObject({ count: 2, bytes: 3 });
  const others: Array<Array<[string, number, string]>> = [
    [
      ['b', 2, 'y'],
      ['a', 1, 'x'],
    ],
    [
      ['a', 2, 'x'],
      ['b', 1, 'y'],
    ],
    [
      ['a', 1, 'y'],
      ['b', 2, 'x'],
    ],
    [
      ['a', 1, 'x'],
      ['c', 2, 'y'],
    ],
  ];
  for (const other of others) expect(of(other).sha256).not.toBe(whole.sha256);
  const sum = sumFiles();
  const before = process.memoryUsage().heapUsed;
  for (let nth = 0; nth < 300_000; nth++) sum.add({ path: `private/aa/bb/${nth}-1440.webp`, size_bytes: nth, sha256: 'f'.repeat(64) });
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 * 1024 ** 2);
  expect(sum.sums().count).toBe(300_000);
  expect(JSON.stringify(sum.sums()).length).toBeLessThan(200);
});
