// `npm run rows`: which test or decision shows each row of the checklists, as a table; `npm run rows -- promises`: the title of every test, by file.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {{ path: string, text: string }} Source */
/** @typedef {{ title: string, depth: number }} Title */
/** @typedef {{ row: string, title: string, path: string }} Shown */

const ID = '[A-Z]{1,2}-?\\d+[a-z]?';
const RANGE = `${ID}(?: to ${ID})?`;
const HEAD = new RegExp(`^(?:${RANGE},? )+(?!to )`);
/** Where a title begins: behind the name of the call, or behind the table of an `each`. The formatter gives every depth two spaces. */
const TITLE =
  /^( *)(?:(?:it|test|describe)(?:\.\w+)*(?:<.*>)?\(|.*\)\()\s*(?:'((?:\\.|[^'\\])+)'|"((?:\\.|[^"\\])+)"|`((?:\\.|[^`\\])+)`),/gm;

/** The titles of a file of tests. @param {string} text @returns {Title[]} */
export function titlesOf(text) {
  return [...text.matchAll(TITLE)].map(([, indent = '', ...quoted]) => ({
    title: (quoted.find((one) => one !== undefined) ?? '').replaceAll(/\\(.)/g, '$1'),
    depth: indent.length / 2,
  }));
}

/** `M-003 to M-005` is three rows. @param {string} text @returns {string[]} */
export function rowsIn(text) {
  return [...text.matchAll(new RegExp(`\\b(${ID})(?: to (${ID}))?\\b`, 'g'))].flatMap(([, first = '', last]) => {
    const [, name = '', from = ''] = /^([A-Z]+-?)(\d+)/.exec(first) ?? [];
    const to = last?.startsWith(name) ? Number.parseInt(last.slice(name.length), 10) : 0;
    const more = Array.from({ length: Math.max(0, to - Number(from)) }, (_, at) => Number(from) + at + 1);
    return [first, ...more.map((number) => name + String(number).padStart(from.length, '0'))];
  });
}

/** The rows that stand in front of titles. @param {Source[]} tests @returns {Shown[]} */
export function shownByTests(tests) {
  return tests.flatMap(({ path, text }) =>
    titlesOf(text).flatMap(({ title }) => {
      const head = HEAD.exec(title)?.[0] ?? '';
      return rowsIn(head).map((row) => ({ row, title: title.slice(head.length), path }));
    }),
  );
}

/** The rows that decisions name, where they hold. Only those of checklists have a hyphen. @param {Source[]} decisions @returns {Shown[]} */
export function answeredByDecisions(decisions) {
  return decisions.flatMap(({ path, text }) => {
    const [first = '', , status = ''] = text.split('\n');
    if (!/^[\d-]+, (?:holds|open)\b/.test(status)) return [];
    return [...new Set(rowsIn(text))].filter((row) => row.includes('-')).map((row) => ({ row, title: first.replace(/^# \d+ /, ''), path }));
  });
}

/** By list and number; P-1 comes before P1. @param {Shown[]} shown @returns {Shown[]} */
export function sortRows(shown) {
  const number = (/** @type {Shown} */ { row }) => Number(/\d+/.exec(row)?.[0]);
  const list = (/** @type {Shown} */ { row }) => row.replace(/\d.*/, '');
  return shown.toSorted((a, b) => list(a).localeCompare(list(b), 'en') || number(a) - number(b) || a.row.localeCompare(b.row, 'en'));
}

/** @param {string} root @param {string} folder @param {RegExp} name @returns {Source[]} */
function read(root, folder, name) {
  const paths = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((path) => name.test(path));
  return paths.toSorted().map((path) => {
    const from_root = `${folder}/${path.replaceAll('\\', '/')}`;
    return { path: from_root, text: readFileSync(join(root, from_root), 'utf8') };
  });
}

/** Every file of tests below the root. @param {string} root */
export const readTests = (root) => ['src', 'demo', 'tests'].flatMap((folder) => read(root, folder, /\.test\.tsx?$/));
/** @param {string} root */
export const readDecisions = (root) => read(root, 'docs/decisions', /^\d{4}-.*\.md$/);

/** @param {string} root @returns {string} */
function tableOfRows(root) {
  const shown = sortRows([...shownByTests(readTests(root)), ...answeredByDecisions(readDecisions(root))]);
  const cell = (/** @type {string} */ text) => text.replaceAll('|', '\\|');
  return [
    '| row | shown by | file |',
    '| --- | --- | --- |',
    ...shown.map((one) => `| ${one.row} | ${cell(one.title)} | \`${one.path}\` |`),
  ].join('\n');
}

/** @param {string} root @returns {string} */
function listOfPromises(root) {
  return readTests(root)
    .map(({ path, text }) => [`\n## ${path}\n`, ...titlesOf(text).map(({ title, depth }) => `${'  '.repeat(depth)}- ${title}`)].join('\n'))
    .join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // a reader such as head leaves before the end
  process.stdout.on('error', () => process.exit());
  const root = fileURLToPath(new URL('..', import.meta.url));
  process.stdout.write(`${process.argv[2] === 'promises' ? listOfPromises(root) : tableOfRows(root)}\n`);
}
