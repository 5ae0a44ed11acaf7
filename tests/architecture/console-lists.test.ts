import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { consoleScreens } from '#contract/areas/index.ts';
import { areas } from '#server/areas/index.ts';
import { screenOf } from '#server/modules/console/index.ts';
import { readTree, root, walk } from './source.ts';

const lists = areas.flatMap((area) => area.staff_lists ?? []);

/** The page of a screen, as a path from the root; '': it has none of its own. */
function pageOf(route: string): string {
  const path = `src/pages${route}`;
  return [`${path}.astro`, `${path}/index.astro`].find((file) => existsSync(join(root, file))) ?? '';
}

/** Which lists pages of their own draw: `<StaffList list="orders" …>`. All others are drawn by `[list].astro`. */
const drawn = new Map(
  walk(join(root, 'src/pages/admin')).flatMap(({ path, text }) =>
    [...text.matchAll(/<StaffList\s[^>]*?list="([\w-]+)"/g)].map(([, list]): [string, string] => [list as string, path]),
  ),
);

it('every screen of the menu has its page or its list, and every list its screen, whose page draws it', () => {
  const of_lists = lists.map(screenOf);
  expect(new Set(of_lists).size).toBe(lists.length);
  expect(consoleScreens.filter(({ route }) => pageOf(route) === '' && !of_lists.includes(route)).map(({ key }) => key)).toEqual([]);
  expect(of_lists.filter((route) => !/^\/admin\/\w+$/.test(route))).toEqual([]);
  expect(lists.filter((list) => (drawn.get(list.key) ?? '') !== pageOf(screenOf(list))).map(({ key }) => key)).toEqual([]);
  // who sees the entry sees the list
  const verbs = new Map(consoleScreens.map(({ route, verb }) => [route, verb]));
  expect(lists.filter((list) => verbs.get(screenOf(list)) !== list.verb).map(({ key }) => key)).toEqual([]);
});

it('no screen draws a list by hand: those of the engine have search, filters, keys and CSV', () => {
  const known = new Set(lists.map(({ key }) => key));
  expect([...drawn.keys()].filter((key) => !known.has(key))).toEqual([]);
  expect(readTree('src/features/admin/list').some(({ text }) => text.includes('facts.can_export &&'))).toBe(true);
});

/** Tables that are drawn by hand and not handed over where they stand, and why. */
const NOT_HANDED_OVER: Readonly<Record<string, string>> = {
  'Backups.tsx': 'the button is given by System.island.tsx',
  'OrderFacts.tsx': 'the entries of one order',
  'Today.island.tsx': 'seven days; the screen of the income hands over all of them',
  'list/StaffList.tsx': 'every list of the engine, with its own button',
};

it('a table that a screen draws by hand can be taken along as CSV, or says why not', () => {
  const tables = readTree('src/features/admin').filter(({ path, text }) => path.endsWith('.tsx') && /<(?:table|StaffTable)\b/.test(text));
  expect(tables.length).toBeGreaterThan(8);
  const silent = tables.filter(({ text }) => !/<CsvButton|导出 CSV/.test(text)).map(({ path }) => path.replace('src/features/admin/', ''));
  expect(silent.toSorted()).toEqual(Object.keys(NOT_HANDED_OVER));
});

it('what the search and the screen "today" ask of a list, it knows', () => {
  for (const list of lists) {
    const columns = list.columns.map(({ key }) => key);
    const { title = columns[0] as string, beside = [] } = list.found ?? {};
    expect(columns, list.key).toEqual(expect.arrayContaining([title, ...beside]));
    expect(list.found === undefined || list.source.search !== undefined, list.key).toBe(true);
    expect(list.search === '' ? list.source.search : 'searched', list.key).toBe(list.search === '' ? undefined : 'searched');
    for (const { query } of list.waits ?? [])
      for (const [key, value] of new URLSearchParams(query)) {
        const filter = list.filters.find((one) => one.key === key);
        expect(
          filter?.options?.map((option) => option.value),
          `${list.key} ${query}`,
        ).toContain(value);
      }
  }
  expect(lists.filter(({ found }) => found).length).toBeGreaterThan(12);
});

it('P18 a list whose rows belong to people finds them by phone, and says so', () => {
  const of_people = lists.filter(({ source, search }) => source.people || /(用户|申请人|邀请人|发送者的|买家)编号/.test(search));
  expect(of_people.length).toBeGreaterThan(14);
  for (const { key, search, people } of of_people)
    expect([key, search.includes('手机号'), people !== undefined]).toEqual([key, true, true]);
});
