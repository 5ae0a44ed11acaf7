import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDecisions, readTests } from '../../tools/rows.mjs';
import * as browser from './browser-rules.ts';
import * as imports from './import-rules.ts';
import { MAY_CALL } from './modules.ts';
import { faultsOfRows, ROWS } from './rows.ts';
import * as rules from './rules.ts';
import * as server from './server-rules.ts';
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
  it('goes through no folder at one go', () => expect(server.foldersBitByBit(ours)).toEqual([]));
  it('asks no provider within a transaction', () => expect(server.transactionsAskNoProvider(ours)).toEqual([]));
  it('names a table only where it is declared', () => expect(rules.ownTablesOnly(ours)).toEqual([]));
  it('writes what the table of moves says, and nothing else', () => expect(rules.statusByMoveOnly(ours)).toEqual([]));
  it('cuts seconds instead of rounding them', () => expect(rules.secondsAreCut(ours)).toEqual([]));
  it('reads the environment in config only', () => expect(rules.environmentInConfig(ours)).toEqual([]));
  it('has no component that fetches', () => expect(rules.componentsDoNotFetch(ours)).toEqual([]));
  it('keeps the browser’s state in stores of one shape', () => expect(rules.oneStoreShape(ours)).toEqual([]));
  it('keeps what did not work in one shape', () => expect(rules.oneFailureShape(ours)).toEqual([]));
  it('B1 reads no state from words', () => expect(rules.stateIsNotReadFromWords(ours)).toEqual([]));
  it('P16 leaves every Enter that ends pinyin to the input method', () => expect(rules.enterKnowsInputMethods(ours)).toEqual([]));
  it('makes random names where `randomUUID` is missing too', () => expect(browser.namesOfOnePlace(ours)).toEqual([]));
  it('follows the address in one place', () => expect(rules.addressIsFollowedByOne(ours)).toEqual([]));
  it('shows what the newest address names', () => expect(rules.newestAddressWins(ours)).toEqual([]));
  it('loses no long form without a question', () => expect(rules.longFormsAsk(ours)).toEqual([]));
  it('says money in one form', () => expect(browser.moneyInOneForm(ours)).toEqual([]));
  it('shows days and hours of Shanghai', () => expect(browser.daysOfShanghai(ours)).toEqual([]));
  it('counts days of tests in Shanghai', () => expect(rules.testsCountShanghaisDays(ours)).toEqual([]));
  it('takes selects, text areas, error lines and forms from ui', () => expect(rules.controlsOfUi(ours)).toEqual([]));
  it('fills the main act alone, not what is chosen', () => expect(rules.chosenIsNoMainAct(ours)).toEqual([]));
  it('H1 keeps a screen whose parts cannot be loaded', () => expect(rules.partsMayFail(ours)).toEqual([]));
  it('opens dialogs in one way', () => expect(rules.oneDialogOpener(ours)).toEqual([]));
  it('gives islands props that survive JSON', () => expect(rules.islandPropsAreJson(ours)).toEqual([]));
  it('H15 promises nothing that cannot be had', () => expect(rules.noEmptyPromises(ours)).toEqual([]));
  it('P8 names the limit in every refusal of what is too much', () => expect(rules.refusalsNameTheLimit(ours)).toEqual([]));
  it('says every refusal in its form', () => expect(rules.refusalsAreSaid(ours)).toEqual([]));
  it('hydrates on intent, or says why not', () => expect(rules.hydrationOnIntent(ours)).toEqual([]));
  it('has no file over 500 lines', () => expect(rules.noLongFile(ours)).toEqual([]));
  it('calls what all kinds share by no name of one', () => expect(rules.notOneKindOnly(ours)).toEqual([]));
  it('has no names that say nothing', () => expect(rules.noEmptyNames(ours)).toEqual([]));
  it('has no test that does not run', () => expect(rules.noSilentTests(ours)).toEqual([]));
  it('has no file that needs itself to load', () => expect(imports.noCircle(ours)).toEqual([]));
  it('has no circle in the browser, of types or on demand either', () => expect(imports.noCircleInBrowser(ours)).toEqual([]));
  it('knows tests in tests only', () => expect(imports.noTestInProduct(ours)).toEqual([]));
  it('reads large libraries when they are used', () => expect(imports.readWhenUsed(ours)).toEqual([]));
  it('uses nothing that Node gives up', () => expect(imports.noOldCore(ours)).toEqual([]));
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
  it('every row of the checklists stands in the title of a test or in a decision', () => {
    expect(faultsOfRows(ROWS, readTests(root), readDecisions(root))).toEqual([]);
  });
  it('the tests of the overview name every card of it', () => {
    const areas = walk(join(root, 'src/server/areas')).filter(({ text }) => text.includes('todayCard('));
    const keys = areas.flatMap(({ text }) => [...text.matchAll(/todayCard\([^;]*?\bkey: '([a-z-]+)'/g)].map(([, key = '']) => key));
    expect(keys.length).toBeGreaterThan(20);
    const cards = readFileSync(join(root, 'tests/db/today-cards.test.ts'), 'utf8');
    expect(keys.filter((key) => !new RegExp(`['(|]${key}[ '|)]`).test(cards))).toEqual([]);
  });
  it('allow no circle of modules', () => expect(imports.circles(MAY_CALL)).toEqual([]));
});
