// `npm test`: installs what it needs, runs every kind of test, ends with one line `N passed, N failed`.
// `npm run check` (--fast) runs the part that needs neither database nor browser; names of stages as arguments run just those.
// `npm run test:long` (--long) gives tests that stop work at random the rounds of a night (tests/support/long.ts).
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureDependencies } from './install.mjs';
import { endWith, node24, requireNode, root, run, seconds, toolEnv } from './runtime.mjs';
import { ensureSystemPackages, findFailover } from './system-packages.mjs';
import {
  countReport,
  countStages,
  failedFiles,
  failedNames,
  fileTimes,
  forgiveFlakes,
  slowestTable,
  whereTimeWent,
} from './test-report.mjs';

/** @typedef {import('./test-report.mjs').Counts} Counts */
/** @typedef {import('./test-report.mjs').FailedFile} FailedFile */
/** @typedef {Counts & { text: string, files?: import('./test-report.mjs').FileTime[], names?: string[], broken?: FailedFile[], where?: string }} Result */

const tool = (/** @type {string} */ path, /** @type {string[]} */ ...args) => [node24, [join(root, 'node_modules', path), ...args]];
/** What the whole suite may take on two cores once all is built (docs/decisions/0133-what-the-suite-spends.md). */
const BUDGET_MS = 30 * 60_000;
const LONG = process.argv.includes('--long');
const FAILOVER = findFailover();
const FAST = ['lint', 'types', 'unit', 'architecture'];
/**
 * Two queues that run side by side once the site is built. Lint and types have one core's worth to do and fault tests mostly wait for
 * sites to come back, so they fill what the other stages leave. Stages in one list are one run: one cluster, and no core idle between them.
 * Browser tests beside those of the database win nothing, and limits of time that are right for a user fail (docs/decisions/0133-what-the-suite-spends.md).
 */
const QUEUES = [
  [['unit', 'architecture'], ['db', 'http', 'races', 'attacks'], ['e2e']],
  [['lint'], ['faults'], ['types']],
];
/** Stages that vitest runs, with its projects. @type {Record<string, string[]>} */
const PROJECTS = {
  unit: ['unit', 'unit of pages'],
  architecture: ['architecture'],
  db: ['db', 'db mocked'],
  http: ['http'],
  races: ['races'],
  attacks: ['attacks'],
  faults: LONG && !('missing' in FAILOVER) ? ['faults', 'failover'] : ['faults'],
  e2e: ['e2e'],
};
/** Stages that are commands. @type {Record<string, () => Promise<Result>>} */
const COMMANDS = {
  lint: () =>
    command(
      tool('@biomejs/biome/bin/biome', 'check', '.'),
      tool('knip/bin/knip.js', '--cache', '--cache-location', 'node_modules/.cache/knip'),
    ),
  types: () => command([node24, [join(root, 'tools/check-types.mjs')]]),
};
const STAGES = [...Object.keys(COMMANDS), ...Object.keys(PROJECTS)];
/** Runs stages that are one run. @param {string[]} stages @returns {Promise<Result>} */
const runStages = (stages) => COMMANDS[stages[0] ?? '']?.() ?? vitest(stages);

async function main() {
  requireNode();
  const named = process.argv.slice(2).filter((arg) => !arg.startsWith('-'));
  const unknown = named.filter((name) => !STAGES.includes(name));
  if (unknown.length > 0) throw new Error(`no such stage: ${unknown.join(', ')} (there are ${STAGES.join(', ')})`);
  const chosen = named.length > 0 ? named : process.argv.includes('--fast') ? FAST : STAGES;
  const fast = chosen.every((name) => FAST.includes(name));

  await ensureDependencies({ tests: true });
  if (!fast) await ensureSystemPackages();
  if (LONG && chosen.includes('faults') && 'missing' in FAILOVER)
    process.stdout.write(`left out: a lost database and clocks that are set, for want of ${FAILOVER.missing.join(', ')}\n`);
  const total = { passed: 0, failed: 0, skipped: 0 };
  /** @type {import('./test-report.mjs').FileTime[]} */
  const files = [];
  /** @type {string[]} */
  const failed = [];
  /** @type {FailedFile[]} */
  const broken = [];
  const begun = Date.now();
  let last = 0;
  const queues = QUEUES.map((queue) =>
    queue.map((stages) => stages.filter((name) => chosen.includes(name))).filter((stages) => stages.length > 0),
  );
  const runs = queues.flat().length + (fast ? 0 : 1);
  const inTurn = async (/** @type {string[][]} */ queue, work = runStages) => {
    for (const stages of queue) {
      const name = stages.join(', ');
      const result = await oneStage(`[${++last}/${runs}] ${name}`, () => work(stages));
      total.passed += result.passed;
      total.failed += result.failed;
      files.push(...(result.files ?? []));
      broken.push(...(result.broken ?? []));
      if (result.failed > 0) failed.push(...(result.names?.length ? result.names : [`${name}: failed as a whole`]));
    }
  };
  if (!fast) await inTurn([['build']], build);
  await Promise.all(queues.map((queue) => inTurn(queue)));
  const flaky = await forgiveFlakes(total, broken, ({ path, stage }) => oneStage(`once more, alone: ${path}`, () => vitest([stage], path)));
  process.stdout.write(slowestTable(files));
  // the last lines are what is left of a long log
  const twice = failed.filter((name) => !flaky.some((path) => name.startsWith(`${path}: `)));
  if (twice.length > 0) process.stdout.write(`failed:\n${twice.map((name) => `  ${name}\n`).join('')}`);
  for (const path of flaky) process.stdout.write(`flaky: ${path} failed once and passed alone\n`);
  const budget = chosen.length === STAGES.length && !LONG ? ` of ${seconds(BUDGET_MS)} that all stages may take on two cores` : '';
  process.stdout.write(`took ${seconds(Date.now() - begun)}${budget}\n${total.passed} passed, ${total.failed} failed\n`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

/** Runs stages to their end, whatever happens in them. @param {string} title @param {() => Promise<Result>} stage */
async function oneStage(title, stage) {
  const begun = Date.now();
  const before = processorTimes();
  const beat = setInterval(() => process.stdout.write(`${title} ... ${seconds(Date.now() - begun)}\n`), 15_000);
  /** @type {Result} */
  let result;
  try {
    result = await stage();
  } catch (error) {
    result = { passed: 0, failed: 1, skipped: 0, text: String(/** @type {Error} */ (error).stack ?? error) };
  } finally {
    clearInterval(beat);
  }
  const { passed, failed, skipped, text, where = '' } = result;
  if (failed > 0) process.stdout.write(`${text.trim()}\n`);
  const sums = passed + failed === 0 ? 'nothing to do' : `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
  const after = processorTimes();
  const busy = Math.round((100 * (after.busy - before.busy)) / Math.max(1, after.all - before.all));
  const took = `${seconds(Date.now() - begun)}, processors ${busy} % busy`;
  process.stdout.write(`${failed > 0 ? '✗' : '✓'} ${title}: ${sums} (${took})\n${where}`);
  return result;
}

/** Of all processors since the machine began, ms; what is not busy waits. */
function processorTimes() {
  const times = cpus().map(({ times: { idle, ...busy } }) => ({ idle, busy: Object.values(busy).reduce((sum, ms) => sum + ms, 0) }));
  const busy = times.reduce((sum, one) => sum + one.busy, 0);
  return { busy, all: busy + times.reduce((sum, one) => sum + one.idle, 0) };
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

/** @param {string[]} stages @param {string} [file] this one alone @returns {Promise<Result>} */
async function vitest(stages, file) {
  const projects = stages.flatMap((stage) => PROJECTS[stage] ?? []);
  const folder = mkdtempSync(join(tmpdir(), 'cemao-report-'));
  const [written, times] = [join(folder, 'report.json'), join(folder, 'times.json')];
  const reporters = ['--reporter=default', '--reporter=json', '--reporter=./tools/stage-times.mjs', `--outputFile.json=${written}`];
  const named = projects.flatMap((name) => ['--project', name]);
  const [program, args] = tool('vitest/vitest.mjs', 'run', ...(file ? [file] : []), ...named, ...reporters);
  const begun = Date.now();
  try {
    const env = { ...toolEnv(), STAGE_TIMES: times, ...(LONG ? { TEST_LONG: '1' } : {}) };
    const { code, text } = await run(/** @type {string} */ (program), /** @type {string[]} */ (args), { env });
    const report = readJson(written);
    const counts = file ? countReport(report, code) : countStages(report, code, stages);
    return {
      ...counts,
      names: failedNames(report, root),
      broken: failedFiles(report, root),
      files: fileTimes(report, root),
      where: whereTimeWent(readJson(times) ?? {}, Date.now() - begun),
      text: counts.note ? `${text}\n${stages.join(', ')}: ${counts.note}` : text,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Null when the run crashed before it could write: countReport() says so. @param {string} file */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

main().catch((error) => {
  process.stdout.write(`${error instanceof Error ? error.message : error}\n0 passed, 1 failed\n`);
  endWith(error);
});
