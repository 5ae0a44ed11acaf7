// `npm test`: installs what it needs, runs every kind of test, ends with one line `N passed, N failed`.
// `npm run check` (--fast) runs the part that needs neither database nor browser; names of stages as arguments run just those.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureDependencies } from './install.mjs';
import { endWith, node24, requireNode, root, run, seconds, toolEnv } from './runtime.mjs';
import { ensureSystemPackages } from './system-packages.mjs';
import { countReport, failedFiles, failedNames, fileTimes, forgiveFlakes, slowestTable } from './test-report.mjs';

/** @typedef {import('./test-report.mjs').Counts} Counts */
/** @typedef {import('./test-report.mjs').FailedFile} FailedFile */
/** @typedef {Counts & { text: string, files?: import('./test-report.mjs').FileTime[], names?: string[], broken?: FailedFile[] }} Result */

const tool = (/** @type {string} */ path, /** @type {string[]} */ ...args) => [node24, [join(root, 'node_modules', path), ...args]];
/** What the whole suite may take on two cores (docs/decisions/0133-what-the-suite-spends.md). */
const BUDGET_MS = 30 * 60_000;
const FAST = ['lint', 'types', 'unit', 'architecture'];
/**
 * Two queues that run side by side once the site is built. Lint and types have one core's worth to do and fault tests mostly wait for
 * sites to come back, so they fill what the other stages leave.
 */
const QUEUES = [
  ['unit', 'db', 'http', 'races', 'attacks', 'e2e'],
  ['lint', 'architecture', 'faults', 'types'],
];
/** Stages that vitest runs, with its projects. @type {Record<string, string[]>} */
const PROJECTS = {
  unit: ['unit', 'unit of pages'],
  architecture: ['architecture'],
  db: ['db', 'db mocked'],
  http: ['http'],
  races: ['races'],
  attacks: ['attacks'],
  faults: ['faults'],
  e2e: ['e2e'],
};
/** @type {Record<string, () => Promise<Result>>} */
const STAGES = {
  lint: () =>
    command(
      tool('@biomejs/biome/bin/biome', 'check', '.'),
      tool('dependency-cruiser/bin/dependency-cruiser.mjs', 'src', 'tests', 'tools', '--config', '.dependency-cruiser.mjs'),
      tool('knip/bin/knip.js'),
    ),
  // the native compiler has no programming interface yet, which `astro check` needs: that one checks what is Astro's alone
  types: () =>
    command(
      tool('typescript-native/bin/tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo'),
      tool('astro/bin/astro.mjs', 'check', '--minimumFailingSeverity', 'error', '--tsconfig', './tsconfig.astro.json'),
    ),
  ...Object.fromEntries(Object.keys(PROJECTS).map((stage) => [stage, () => vitest(stage)])),
};

async function main() {
  requireNode();
  const named = process.argv.slice(2).filter((arg) => !arg.startsWith('-'));
  const unknown = named.filter((name) => !(name in STAGES));
  if (unknown.length > 0) throw new Error(`no such stage: ${unknown.join(', ')} (there are ${Object.keys(STAGES).join(', ')})`);
  const chosen = named.length > 0 ? named : process.argv.includes('--fast') ? FAST : Object.keys(STAGES);
  const fast = chosen.every((name) => FAST.includes(name));

  await ensureDependencies();
  if (!fast) await ensureSystemPackages();
  const total = { passed: 0, failed: 0, skipped: 0 };
  /** @type {import('./test-report.mjs').FileTime[]} */
  const files = [];
  /** @type {string[]} */
  const failed = [];
  /** @type {FailedFile[]} */
  const broken = [];
  const begun = Date.now();
  /** @type {Record<string, () => Promise<Result>>} */
  const all = { ...STAGES, build };
  const names = fast ? chosen : ['build', ...chosen];
  let last = 0;
  const inTurn = async (/** @type {string[]} */ queue) => {
    for (const name of queue) {
      const result = await oneStage(`[${++last}/${names.length}] ${name}`, all[name]);
      total.passed += result.passed;
      total.failed += result.failed;
      files.push(...(result.files ?? []));
      broken.push(...(result.broken ?? []));
      if (result.failed > 0) failed.push(...(result.names?.length ? result.names : [`${name}: failed as a whole`]));
    }
  };
  if (!fast) await inTurn(['build']);
  await Promise.all(QUEUES.map((queue) => inTurn(queue.filter((name) => chosen.includes(name)))));
  const flaky = await forgiveFlakes(total, broken, ({ path, stage }) => oneStage(`once more, alone: ${path}`, () => vitest(stage, path)));
  process.stdout.write(slowestTable(files));
  // the last lines are what is left of a long log
  const twice = failed.filter((name) => !flaky.some((path) => name.startsWith(`${path}: `)));
  if (twice.length > 0) process.stdout.write(`failed:\n${twice.map((name) => `  ${name}\n`).join('')}`);
  for (const path of flaky) process.stdout.write(`flaky: ${path} failed once and passed alone\n`);
  const budget = chosen.length === Object.keys(STAGES).length ? ` of ${seconds(BUDGET_MS)} that all stages may take on two cores` : '';
  process.stdout.write(`took ${seconds(Date.now() - begun)}${budget}\n${total.passed} passed, ${total.failed} failed\n`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

/**
 * Runs one stage to its end, whatever happens in it. @param {string} title @param {(() => Promise<Result>) | undefined} stage
 */
async function oneStage(title, stage) {
  const begun = Date.now();
  const beat = setInterval(() => process.stdout.write(`${title} ... ${seconds(Date.now() - begun)}\n`), 15_000);
  /** @type {Result} */
  let result;
  try {
    if (!stage) throw new Error('no such stage');
    result = await stage();
  } catch (error) {
    result = { passed: 0, failed: 1, skipped: 0, text: String(/** @type {Error} */ (error).stack ?? error) };
  } finally {
    clearInterval(beat);
  }
  const { passed, failed, skipped, text } = result;
  if (failed > 0) process.stdout.write(`${text.trim()}\n`);
  const sums = passed + failed === 0 ? 'nothing to do' : `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
  process.stdout.write(`${failed > 0 ? '✗' : '✓'} ${title}: ${sums} (${seconds(Date.now() - begun)})\n`);
  return result;
}

/** Counts as a test only when it fails: the site must be there for the stages after it. */
async function build() {
  await ensureBuilt();
  return { passed: 0, failed: 0, skipped: 0, text: '' };
}

/** All commands together count as one test. @param {...any[]} commands */
async function command(...commands) {
  let text = '';
  let failed = 0;
  for (const [program, args] of commands) {
    const done = await run(program, args, { env: toolEnv() });
    if (done.code === 0) continue;
    failed = 1;
    text += `${done.text}\n`;
  }
  return { passed: 1 - failed, failed, skipped: 0, text };
}

/** @param {string} stage @param {string} [file] this one alone */
async function vitest(stage, file) {
  const projects = /** @type {string[]} */ (PROJECTS[stage]);
  const folder = mkdtempSync(join(tmpdir(), 'cemao-report-'));
  const written = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${written}`];
  const [program, args] = tool(
    'vitest/vitest.mjs',
    'run',
    ...(file ? [file] : []),
    ...projects.flatMap((name) => ['--project', name]),
    ...reporters,
  );
  try {
    const { code, text } = await run(/** @type {string} */ (program), /** @type {string[]} */ (args), { env: toolEnv() });
    let report = null;
    try {
      report = JSON.parse(readFileSync(written, 'utf8'));
    } catch {
      // the run crashed before it could write: countReport() says so
    }
    const counts = countReport(report, code);
    const files = fileTimes(report, root);
    const named = { names: failedNames(report, root), broken: failedFiles(report, root, stage) };
    return { ...counts, ...named, files, text: counts.note ? `${text}\n${stage}: ${counts.note}` : text };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

main().catch((error) => {
  process.stdout.write(`${error instanceof Error ? error.message : error}\n0 passed, 1 failed\n`);
  endWith(error);
});
