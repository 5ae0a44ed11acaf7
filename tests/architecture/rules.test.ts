import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MAY_CALL } from './modules.ts';
import * as rules from './rules.ts';
import { readTree, root, walk } from './source.ts';

const tree = readTree('src', 'demo', 'tests', 'tools');
const architecture = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md']
    .filter((path) => existsSync(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
  ...walk(join(root, 'docs')).filter(({ path }) => path.endsWith('.md')),
];
// the fixtures of rules-can-fail.test.ts break every rule on purpose
const ours = tree.filter(({ path }) => path !== 'tests/architecture/rules-can-fail.test.ts' && path !== 'tests/architecture/rules.ts');

describe('the house', () => {
  it('reads the tree', () => expect(tree.length).toBeGreaterThan(50));
  it('enters modules through their doors only', () => expect(rules.onlyThroughDoors(ours)).toEqual([]));
  it('lets modules call only whom the table allows', () => expect(rules.onlyAllowedCalls(ours)).toEqual([]));
  it('names what all share from the root', () => expect(rules.sharedFromTheRoot(ours)).toEqual([]));
  it('imports downwards only', () => expect(rules.onlyDownwards(ours)).toEqual([]));
  it('keeps the demo a plug-in', () => expect(rules.demoIsAPlugIn(ours)).toEqual([]));
  it('keeps the table of areas out of the browser', () => expect(rules.noAreasInBrowser(ours)).toEqual([]));
  it('keeps server code out of the browser', () => expect(rules.noServerInBrowser(ours)).toEqual([]));
  it('keeps schemas out of the browser', () => expect(rules.noSchemaInBrowser(ours)).toEqual([]));
  it('has SQL in repo.ts, tables.ts and the database folder only', () => expect(rules.sqlInItsPlace(ours)).toEqual([]));
  it('makes builders of the database in one place', () => expect(rules.buildersOfOnePlace(ours)).toEqual([]));
  it('names a table only where it is declared', () => expect(rules.ownTablesOnly(ours)).toEqual([]));
  it('writes what the table of moves says, and nothing else', () => expect(rules.statusByMoveOnly(ours)).toEqual([]));
  it('reads the environment in config only', () => expect(rules.environmentInConfig(ours)).toEqual([]));
  it('has no component that fetches', () => expect(rules.componentsDoNotFetch(ours)).toEqual([]));
  it('keeps the browser’s state in stores of one shape', () => expect(rules.oneStoreShape(ours)).toEqual([]));
  it('keeps what did not work in one shape', () => expect(rules.oneFailureShape(ours)).toEqual([]));
  it('B1 reads no state from words', () => expect(rules.stateIsNotReadFromWords(ours)).toEqual([]));
  it('P16 leaves every Enter that ends pinyin to the input method', () => expect(rules.enterKnowsInputMethods(ours)).toEqual([]));
  it('takes selects, text areas, error lines and forms from ui', () => expect(rules.controlsOfUi(ours)).toEqual([]));
  it('H1 keeps a screen whose parts cannot be loaded', () => expect(rules.partsMayFail(ours)).toEqual([]));
  it('opens dialogs in one way', () => expect(rules.oneDialogOpener(ours)).toEqual([]));
  it('gives islands props that survive JSON', () => expect(rules.islandPropsAreJson(ours)).toEqual([]));
  it('H15 promises nothing that cannot be had', () => expect(rules.noEmptyPromises(ours)).toEqual([]));
  it('says every refusal in its form', () => expect(rules.refusalsAreSaid(ours)).toEqual([]));
  it('hydrates on intent, or says why not', () => expect(rules.hydrationOnIntent(ours)).toEqual([]));
  it('has no file over 500 lines', () => expect(rules.noLongFile(ours)).toEqual([]));
  it('calls what all kinds share by no name of one', () => expect(rules.notOneKindOnly(ours)).toEqual([]));
  it('has no names that say nothing', () => expect(rules.noEmptyNames(ours)).toEqual([]));
  it('has no test that does not run', () => expect(rules.noSilentTests(ours)).toEqual([]));
  it('leaves nothing open and no type unchecked', () => expect(rules.nothingLeftOpen(ours)).toEqual([]));
});

describe('the documents', () => {
  it('name paths that exist', () => expect(rules.documentedPathsExist(documents)).toEqual([]));
  it('show the table of calls that the tests enforce', () => expect(rules.documentedCalls(architecture)).toEqual(MAY_CALL));
  it('list every module, and every listed module exists', () => {
    const folders = readdirSync(join(root, 'src/server/modules')).sort();
    expect(folders).toEqual(Object.keys(MAY_CALL).sort());
  });
  it('list every variable that the configuration reads, with its default', () => {
    const config = readFileSync(join(root, 'src/server/config/config.ts'), 'utf8');
    const schema = /const envSchema = z\.object\(\{([\s\S]*?)\n\}\);/.exec(config)?.[1] ?? '';
    const read = [...schema.matchAll(/^ {2}([A-Z_]+):([\s\S]*?)(?=^ {2}[A-Z_]+:|$(?![\s\S]))/gm)].map(([, name, text]) => {
      const value = /\.default\('?([^')]*)'?\)/.exec(text ?? '')?.[1]?.replaceAll('_', '');
      return [name, name === 'PORT' ? '4321' : (value ?? '')];
    });
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const documented = [...readme.matchAll(/^\| `([A-Z_]+)` \| (?:`([^`]*)`)? ?\|/gm)].map(([, name, value = '']) => [
      name,
      name === 'SITE_URL' ? '' : value,
    ]);
    // PATH is the system's, read to find programs
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(read.filter(([name]) => name !== 'PATH')));
  });
  it('name a test for every row of the specification about detail pages and PPT templates', () => {
    const promises = readFileSync(join(root, 'docs/promises.md'), 'utf8');
    const shown = [...promises.matchAll(/^\| K-(\d+) \|.*\| (.*) \|$/gm)].map(([, row, tests = '']) => {
      const files = [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
      expect(files.length, `K-${row}`).toBeGreaterThan(0);
      for (const file of files) expect([file, /\.test\.tsx?$/.test(file) && existsSync(join(root, file))]).toEqual([file, true]);
      return Number(row);
    });
    const asked = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
    expect(shown).toEqual([...asked(10, 27), ...asked(100, 115)]);
  });
  it('name a test or a decision for every row of the checklists', () => {
    const rows = [...readFileSync(join(root, 'docs/rows.md'), 'utf8').matchAll(/^\| ([A-Z]+-?\d+) \| .* \| (.*) \|$/gm)].map(
      ([, row = '', by = '']) => {
        const files = [...by.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
        expect(files.length, row).toBeGreaterThan(0);
        for (const file of files) {
          const kind = /\.test\.tsx?$/.test(file) || file.startsWith('docs/decisions/');
          expect([row, file, kind && existsSync(join(root, file))]).toEqual([row, file, true]);
        }
        return row;
      },
    );
    const asked = (name: string, to: number, digits = 1, from = 1) =>
      Array.from({ length: to - from + 1 }, (_, at) => `${name}${String(at + from).padStart(digits, '0')}`);
    const kinds = [
      ...asked('K-', 2, 3),
      ...[213, 304, 411, 506, 608, 701, 805, 900].flatMap((last) => asked('K-', last, 3, Math.floor(last / 100) * 100)),
    ];
    const money = [
      ...[108, 220].flatMap((last) => asked('M-', last, 3, Math.floor(last / 100) * 100)),
      ...asked('M-', 302, 3, 299),
      ...[404, 505, 605, 703, 802, 901].flatMap((last) => asked('M-', last, 3, Math.floor(last / 100) * 100)),
      ...asked('M-', 952, 3, 950),
      ...asked('ST-', 12),
      ...asked('TR-', 9),
      ...asked('IM-', 12),
    ];
    const shell = [
      ...asked('S-', 12, 3),
      ...[103, 200, 309, 407, 502, 605, 701, 803, 901].flatMap((last) => asked('S-', last, 3, Math.floor(last / 100) * 100)),
      ...asked('S-', 952, 3, 950),
      ...asked('S-', 971, 3, 970),
      ...asked('S-', 983, 3, 975),
    ];
    const isShell = (row: string) => /^[COSP]-\d{3}$/.test(row);
    // two areas may each answer their part of a row
    expect([...new Set(rows.filter(isShell))].filter((row) => row.startsWith('S-')).sort()).toEqual(shell.sort());
    const community = [
      ...asked('C-', 7, 3),
      ...[103, 205, 302, 402, 503, 600, 701].flatMap((last) => asked('C-', last, 3, Math.floor(last / 100) * 100)),
    ];
    expect([...new Set(rows.filter((row) => row.startsWith('C-')))].sort()).toEqual(community.sort());
    const named = (name: string, list: string) => list.split(' ').map((row) => name + row);
    const centre = [
      ...named('P-', '001 002 003 010 020 030 040 050 060 061 062 063 064 065 066 067 068 069 070 080 090 100 110 120 130 140 150 160'),
      ...named('P-', '170 180 181 182 183 190 200 210 220 230'),
      ...asked('P-', 305, 3, 300),
    ];
    expect([...new Set(rows.filter((row) => row.startsWith('P-')))].sort()).toEqual(centre.sort());
    expect(rows.filter((row) => row.startsWith('O-'))).toEqual(named('O-', '001 002 010 020 021 022 023 030'));
    expect(rows.filter((row) => !isShell(row))).toEqual([
      ...asked('M-', 14, 3),
      ...money,
      ...asked('F-', 64, 2),
      ...asked('U-', 50),
      ...asked('S', 17),
      ...asked('R', 15),
      ...kinds,
      ...asked('SH-', 15),
      ...asked('CH-', 7),
    ]);
  });
  it('the tests of the overview name every card of it', () => {
    const areas = walk(join(root, 'src/server/areas')).filter(({ text }) => text.includes('todayCard('));
    const keys = areas.flatMap(({ text }) => [...text.matchAll(/todayCard\([^;]*?\bkey: '([a-z-]+)'/g)].map(([, key = '']) => key));
    expect(keys.length).toBeGreaterThan(20);
    const cards = readFileSync(join(root, 'tests/db/today-cards.test.ts'), 'utf8');
    expect(keys.filter((key) => !new RegExp(`['(|]${key}[ '|)]`).test(cards))).toEqual([]);
  });
  it('allow no circle of modules', () => expect(rules.circles(MAY_CALL)).toEqual([]));
});
