import { expect, it } from 'vitest';
import { LEFT_ON_LOGOUT, NEED_LOGIN } from '#contract/page-flags.ts';
import { kindPages } from '../../src/pages/_kind/kind-pages.ts';
import { readTree } from './source.ts';

const sources = new Map(readTree('src/pages', 'src/layouts').map(({ path, text }) => [path, text]));

/** Whether a page says that it is the reader's own, by its layout or by itself; null: it has no frame of ours in which something comes up. */
function isOwn(path: string): boolean | null {
  const text = sources.get(path) ?? '';
  const layout = /from '(?:\.\.?\/)+(?:layouts\/)?(\w+)\.astro'/g;
  for (const [, name = ''] of text.matchAll(layout)) {
    const used = new RegExp(`<${name}\\b([^]*?)(?:/>|>\\n)`).exec(text)?.[1];
    if (used === undefined || !sources.has(`src/layouts/${name}.astro`)) continue;
    if (name === 'Bare' || /\bheader=\{false\}/.test(used)) return null;
    if (name === 'Base') return /\bown\b/.test(used);
    return isOwn(`src/layouts/${name}.astro`);
  }
  return null;
}

it('H3 every page that needs a login, is left at logging out or takes money says that it is the reader’s own', () => {
  const open: string[] = [];
  const unknown: string[] = [];
  let own = 0;
  const files = [...sources.keys()].flatMap((path) => (/^src\/pages\/(?!_).*\.astro$/.test(path) ? [path.slice('src/pages/'.length)] : []));
  const pages = [
    ...files.map((file) => [`src/pages/${file}`, `/${file.slice(0, -'.astro'.length)}`.replace(/\/index$/, '')] as const),
    ...kindPages(files).map(({ address, page }) => [`src/pages/_kind/${page}.astro`, address] as const),
  ];
  for (const [path, route] of pages) {
    const says = isOwn(path);
    if (!NEED_LOGIN.test(route) && !LEFT_ON_LOGOUT.test(route) && !/^\/(?:pay|vip\/union)\b/.test(route)) {
      if (says) unknown.push(route);
      continue;
    }
    if (says === false) open.push(route);
    if (says) own++;
  }
  expect(open).toEqual([]);
  // their own, and src/contract/page-flags.ts leads nobody to the login from them
  expect(unknown).toEqual([]);
  expect(own).toBeGreaterThan(60);
});

it('H3 pages that anybody reads do not', () => {
  for (const page of ['index', '_kind/list', 'search', 'demand/index', 'salon/index'])
    if (sources.has(`src/pages/${page}.astro`)) expect([page, isOwn(`src/pages/${page}.astro`)]).not.toEqual([page, true]);
});
