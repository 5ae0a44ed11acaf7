// Checks all types with the native compiler, those of .astro files too: each is turned into TSX below .cache, beside nothing but its own like,
// and `rootDirs` lays that folder over ours. Runs on Node 24, as the checked packages do.
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { convertToTsx } from '@astrojs/astro2tsx';
import { endWith, node24, root, run, toolEnv } from './runtime.mjs';

const MIRROR = '.cache/astro-tsx';
/** True of TSX and not of .astro: a return of the whole page, an attribute twice. */
const ALLOWED = ['TS1108', 'TS17001'];
const FOUND = /^([^\s(][^(]*)\((\d+),(\d+)\): error (TS\d+): /;

/** @typedef {{ source: string, code: string, at: (offset: number) => number }} Made what a file of the mirror was made of */

/** Writes the mirror again. @returns {Map<string, Made>} by path */
function mirror() {
  /** @type {Map<string, Made>} */
  const made = new Map();
  rmSync(join(root, MIRROR), { recursive: true, force: true });
  const put = (/** @type {string} */ path, /** @type {string} */ code, /** @type {Omit<Made, 'code'>} */ of) => {
    mkdirSync(dirname(join(root, MIRROR, path)), { recursive: true });
    writeFileSync(join(root, MIRROR, path), code);
    made.set(`${MIRROR}/${path}`, { ...of, code });
  };
  for (const source of globSync('src/**/*.astro', { cwd: root })) {
    const { code, mappings, scripts, diagnostics } = convertToTsx(readFileSync(join(root, source), 'utf8'), { filename: source });
    for (const { message } of diagnostics) throw new Error(`${source}: ${message}`);
    put(`${source}.tsx`, withPaths(code, source), { source, at: (offset) => sourceOffset(mappings, offset) });
    for (const [n, { type, content, position }] of scripts.entries()) {
      if (type === 'processed-module') put(`${source}.${n}.mts`, content, { source, at: (offset) => position.start + offset });
    }
  }
  return made;
}

/** An import by the map of package.json names one file, so it finds no mirror: it becomes a relative one. @param {string} code @param {string} path */
function withPaths(code, path) {
  return code.replace(/(['"])#(\w+\/[^'"]+\.astro)\1/g, (_, quote, target) => {
    const way = relative(dirname(path), join('src', target));
    return `${quote}${way.startsWith('.') ? way : `./${way}`}${quote}`;
  });
}

/** @param {ReadonlyArray<ReadonlyArray<number | undefined>>} mappings offset and length made, offset and length of the source @param {number} offset */
function sourceOffset(mappings, offset) {
  const [at = 0, , from = 0, length = 0] = mappings.findLast(([begin = 0]) => begin <= offset) ?? [];
  return from + Math.min(offset - at, length);
}

/** A line of the compiler, of the file that somebody wrote; nothing where that one is right. @param {string} line @param {Map<string, Made>} made */
function asWritten(line, made) {
  const [found = '', path = '', row, column, code = ''] = FOUND.exec(line) ?? [];
  const from = made.get(path);
  if (!from) return [line];
  if (ALLOWED.includes(code)) return [];
  const rows = from.code.split('\n').slice(0, Number(row) - 1);
  const before = readFileSync(join(root, from.source), 'utf8').slice(0, from.at(rows.join('\n').length + Number(column)));
  return [`${from.source}(${before.split('\n').length}): error ${code}: ${line.slice(found.length)}`];
}

const writtenAt = (/** @type {string} */ path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** The types of collections, which Astro writes by their declaration. */
async function ensureCollections() {
  if (writtenAt('.astro/content.d.ts') > writtenAt('src/content.config.ts')) return;
  const { code, text } = await run(node24, [join(root, 'node_modules/astro/bin/astro.mjs'), 'sync'], { env: toolEnv() });
  if (code !== 0) throw new Error(text);
}

async function main() {
  await ensureCollections();
  const made = mirror();
  const tsc = join(root, 'node_modules/typescript-native/bin/tsc');
  const kept = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo'];
  // a second checker works out what the first one knows, and a program that lives for half a minute need not tidy up as often
  const args = [tsc, '-p', 'tsconfig.astro.json', '--noEmit', '--pretty', 'false', '--checkers', '1', ...kept];
  const { code, text } = await run(node24, args, { env: { ...toolEnv(), GOGC: '400' } });
  const lines = text.split('\n').flatMap((line) => asWritten(line, made));
  process.stdout.write(lines.join('\n'));
  // what cannot be read as an error of a file is one as well
  process.exitCode = code !== 0 && lines.some((line) => line.trim() !== '') ? 1 : 0;
}

main().catch(endWith);
