import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { centerGroups, findSection, sections } from '#contract/areas/index.ts';
import { hubPath, hubType } from '#contract/hub.ts';
import { KINDS, KINDS_WITH_CALLS, type KindFacts, SOLD_KINDS } from '#contract/kinds.ts';
import { endpoints } from '#server/areas/index.ts';
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

  it('that are sold have a picture of their membership, and a section on which its buyer lands', () => {
    for (const { key, sale } of SOLD_KINDS) {
      expect([key, existsSync(join(root, `public/vip/${key}.svg`))]).toEqual([key, true]);
      expect([key, findSection(sale.vip.section)?.key]).toEqual([key, sale.vip.section]);
    }
  });

  it('have the page of their works, and lead to one that is there from what is not', () => {
    const sites = new Set(sections.map(({ route }) => route));
    for (const { key, paths } of Object.values<KindFacts>(KINDS)) {
      const page = ['.astro', '/index.astro'].some((end) => existsSync(join(root, `src/pages${paths.detail}${end}`)));
      expect([key, paths.detail, page]).toEqual([key, paths.detail, true]);
      const hub = hubPath(hubType(new URL(paths.missing, 'http://x').searchParams.get('type')));
      expect([key, paths.missing, sites.has(paths.missing) || paths.missing === hub]).toEqual([key, paths.missing, true]);
    }
  });

  it('have what serves each of their calls', () => {
    const served = new Set(endpoints.map(({ method, path }) => `${method} ${path}`));
    for (const { key, calls } of KINDS_WITH_CALLS) {
      const { detail, related, download, order, like, publish } = calls;
      const named = [
        ...[`GET ${detail.path}`, `GET ${related.path}`, `GET ${download}`, `POST ${download}`, `POST ${order}`, `POST ${like?.path}`],
        ...[`POST ${publish?.form}`, `GET ${publish?.options}`, `GET ${publish?.mine}`, `PUT ${publish?.shelf}`],
      ].filter((call) => !call.endsWith('undefined'));
      expect([key, named.filter((call) => !served.has(call))]).toEqual([key, []]);
    }
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
