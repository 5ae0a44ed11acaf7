import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { centerGroups, sections } from '#contract/areas/index.ts';
import { OWN_TILES, PUBLISH_TILES } from './menu-pictures.ts';

it('U33 has a picture and a line for everything that can be published, and leads to pages of the centre by their names', () => {
  const routes = sections.flatMap(({ publish }) => (publish ? [publish.route] : []));
  expect(Object.keys(PUBLISH_TILES).toSorted()).toEqual(routes.toSorted());
  const entries = new Map(centerGroups.flatMap((group) => group.entries).map(({ title, route }) => [title, route]));
  for (const [title, href] of OWN_TILES) expect([title, entries.get(title)]).toEqual([title, href]);
  const pictures = [...Object.values(PUBLISH_TILES).map(([picture]) => picture), ...OWN_TILES.map(([, , picture]) => picture)];
  const drawn = readFileSync('public/menu.svg', 'utf8');
  expect(pictures.filter((picture) => !drawn.includes(`id="${picture}"`))).toEqual([]);
  expect(new Set(pictures).size).toBe(pictures.length);
});
