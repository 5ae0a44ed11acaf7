import { globSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const FOLDER = new URL('../../src/styles/', import.meta.url);
const ORDER = '@layer theme, base, components, utilities;';

it('names the order of layers first in every style sheet that a page links beside the shared one: the first sheet decides it', () => {
  const global = readFileSync(new URL('global.css', FOLDER), 'utf8');
  const linked = readdirSync(FOLDER).filter((name) => !global.includes(`@import "./${name}"`));
  expect(linked).toContain('global.css');
  expect(linked).toContain('chat.css');
  for (const name of linked) expect(readFileSync(new URL(name, FOLDER), 'utf8').startsWith(ORDER), name).toBe(true);
});

it('keeps every style sheet of ours in one folder', () => {
  const sheets = globSync('src/**/*.css', { cwd: new URL('../../', import.meta.url) });
  expect(sheets.filter((path) => !path.startsWith('src/styles/'))).toEqual([]);
});
