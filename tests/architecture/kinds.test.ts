import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { centerGroups } from '#contract/areas/index.ts';
import { KINDS, type KindFacts, SOLD_KINDS } from '#contract/kinds.ts';
import { ordersTitle } from '../../src/features/order/order-kind.ts';
import * as rules from './rules.ts';
import { readTree, root, withoutComments } from './source.ts';

const ours = readTree('src');
const guide = readFileSync(join(root, 'docs/adding-a-kind.md'), 'utf8');
const named = [...guide.matchAll(/`((?:src|tests)\/[\w./-]+)`/g)].map(([, path = '']) => path);

describe('kinds', () => {
  it('are told by key or code, never by their noun', () => expect(rules.notByNoun(ours)).toEqual([]));
  it('spell the addresses of their pages, and nobody else does', () => expect(rules.addressesOfKinds(ours)).toEqual([]));

  it('are known by name where the guide says so, and nowhere else', () => {
    // lines about file types name the old format of presentations
    const names = (text: string) =>
      withoutComments(text)
        .split('\n')
        .some((line) => /KINDS\.ppt\b|'ppt'|\bppt:|\bPptDetail\b|\bpptDetailOutput\b/.test(line) && !line.includes('pptx'));
    const of_its_own = /^src\/(pages|features\/ppt|server\/areas\/ppt|server\/modules\/catalog\/kinds\/ppt)\//;
    const knowing = ours.filter(({ path, text }) => !/\.test\.tsx?$/.test(path) && !of_its_own.test(path) && names(text));
    expect(knowing.length).toBeGreaterThan(8);
    const told = (path: string) => named.some((one) => path === one || path.startsWith(`${one.replace(/\/$/, '')}/`));
    expect(knowing.map(({ path }) => path).filter((path) => !told(path))).toEqual([]);
  });

  it('that are sold have a picture of their membership', () => {
    for (const { key } of SOLD_KINDS) expect([key, existsSync(join(root, `public/vip/${key}.svg`))]).toEqual([key, true]);
  });

  it('call the page of their orders as the menu of the centre does', () => {
    for (const { key, paths } of Object.values<KindFacts>(KINDS)) {
      if (!paths.orders) continue;
      expect([key, ordersTitle(key)]).toEqual([
        key,
        centerGroups.flatMap(({ entries }) => entries).find(({ route }) => route === paths.orders)?.title,
      ]);
    }
  });
});
