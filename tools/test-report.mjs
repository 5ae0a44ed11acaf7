// Turns a vitest JSON report into the sums that `npm test` prints.

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {{ status: string, fullName?: string }} Assertion */
/** @typedef {{ status: string, assertionResults: Assertion[], name?: string, startTime?: number, endTime?: number }} FileResult */
/** @typedef {{ name: string, ms: number }} FileTime */

/**
 * True sums of one project. What did not run because its file could not be loaded or set up counts as failed, and so do a crash of
 * the whole run, an error outside of tests, and a project without tests.
 * @param {{ testResults: FileResult[] } | null} report null when none was written
 * @param {number} exit_code of vitest
 * @returns {Counts & { note: string }}
 */
export function countReport(report, exit_code) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  if (!report) return { ...counts, failed: 1, note: 'ended without a report' };
  for (const file of report.testResults) {
    let failed_here = 0;
    let unrun = 0;
    for (const { status } of file.assertionResults) {
      if (status === 'passed') counts.passed++;
      else if (status === 'failed') failed_here++;
      else unrun++;
    }
    // a failed file without a failed test: its import, beforeAll or afterAll broke, and its tests did not run
    if (file.status === 'failed' && failed_here === 0) counts.failed += Math.max(1, unrun);
    else counts.skipped += unrun;
    counts.failed += failed_here;
  }
  if (counts.passed + counts.failed === 0) return { ...counts, failed: 1, note: 'ran no test' };
  if (exit_code !== 0 && counts.failed === 0) return { ...counts, failed: 1, note: `ended with ${exit_code} although no test failed` };
  return { ...counts, note: '' };
}

/** `tests/http/a.test.ts` is of http, `src/a.test.ts` of unit. @param {string} path */
const stageOf = (path) => /(?:^|\/)tests\/(\w+)\//.exec(path)?.[1] ?? 'unit';

/**
 * True sums of a run of several stages: each has tests. @param {{ testResults: FileResult[] } | null} report @param {number} exit_code
 * @param {string[]} stages @returns {Counts & { note: string }}
 */
export function countStages(report, exit_code, stages) {
  const sums = countReport(report, exit_code);
  const empty = report ? stages.filter((stage) => !report.testResults.some(({ name = '' }) => stageOf(name) === stage)) : [];
  if (empty.length === 0) return sums;
  return { ...sums, failed: sums.failed + empty.length, note: `ran no test of ${empty.join(', ')}` };
}

/**
 * A line a project: how long its workers loaded modules and how long they tested; the last one says what is left of the run, in which
 * nothing of it was loaded or tested. @param {Record<string, { loading_ms: number, testing_ms: number }>} projects @param {number} took_ms
 */
export function whereTimeWent(projects, took_ms) {
  const s = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(1)} s`;
  const lines = Object.entries(projects).map(
    ([name, { loading_ms, testing_ms }]) => `    ${name}: loading ${s(loading_ms)}, testing ${s(testing_ms)}\n`,
  );
  if (lines.length === 0) return '';
  const busy_ms = Object.values(projects).reduce((sum, { loading_ms, testing_ms }) => sum + loading_ms + testing_ms, 0);
  return `${lines.join('')}    ${(busy_ms / took_ms).toFixed(1)} workers at a time\n`;
}

/** So many files may fail once and pass alone: more fail the run (docs/decisions/0201-one-flake-is-named.md). */
const FLAKY_MOST = 2;

/** @typedef {{ path: string, stage: string, passed: number, failed: number }} FailedFile */

/**
 * The files that failed, with their sums. @param {{ testResults: FileResult[] } | null} report @param {string} root
 * @returns {FailedFile[]}
 */
export function failedFiles(report, root) {
  const files = (report?.testResults ?? []).filter(({ status }) => status === 'failed');
  return files.map((file) => {
    const { passed, failed } = countReport({ testResults: [file] }, 1);
    const path = underRoot(file.name ?? '', root);
    return { path, stage: stageOf(path), passed, failed };
  });
}

/**
 * Runs each failed file once more, alone. What passes then is flaky: its failures are counted as passed and it is named. Too many failed
 * files are no flakes, none is run again.
 * @param {Counts} total is corrected @param {FailedFile[]} files @param {(file: FailedFile) => Promise<Counts>} run_alone
 * @returns {Promise<string[]>} paths of flaky files
 */
export async function forgiveFlakes(total, files, run_alone) {
  if (files.length > FLAKY_MOST) return [];
  const flaky = [];
  for (const file of files) {
    const { passed, failed } = await run_alone(file);
    if (failed > 0) continue;
    total.passed += passed - file.passed;
    total.failed -= file.failed;
    flaky.push(file.path);
  }
  return flaky;
}

const underRoot = (/** @type {string} */ name, /** @type {string} */ root) =>
  name.startsWith(root) ? name.slice(root.length).replace(/^\/+/, '') : name;

/** A file that takes longer is listed as too slow. It fails nothing: how fast a machine is says nothing about the code. */
export const FILE_BUDGET_MS = 60_000;

/**
 * How long each file's tests took, with their hooks. @param {{ testResults: FileResult[] } | null} report @param {string} root
 * @returns {FileTime[]}
 */
export function fileTimes(report, root) {
  return (report?.testResults ?? []).map(({ name = '', startTime = 0, endTime = 0 }) => ({
    name: underRoot(name, root),
    ms: Math.max(0, endTime - startTime),
  }));
}

/**
 * What failed, a line each: a file with a test's name, or a file alone where it could not be set up.
 * @param {{ testResults: FileResult[] } | null} report @param {string} root @returns {string[]}
 */
export function failedNames(report, root) {
  return (report?.testResults ?? []).flatMap(({ name = '', status, assertionResults }) => {
    if (status !== 'failed') return [];
    const path = underRoot(name, root);
    const failed = assertionResults.filter((one) => one.status === 'failed').map((one) => `${path}: ${one.fullName ?? ''}`);
    return failed.length > 0 ? failed : [`${path}: could not be set up`];
  });
}

/**
 * The table of the slowest files, longest first, and how many are over the budget; empty without files.
 * @param {FileTime[]} times @param {number} [most]
 */
export function slowestTable(times, most = 10) {
  if (times.length === 0) return '';
  const sorted = times.toSorted((a, b) => b.ms - a.ms);
  const over = sorted.filter(({ ms }) => ms > FILE_BUDGET_MS).length;
  const rows = sorted
    .slice(0, Math.max(most, over))
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}${ms > FILE_BUDGET_MS ? '  too slow' : ''}\n`);
  const head = `slowest files${over > 0 ? `, ${over} over the budget of ${FILE_BUDGET_MS / 1000} s` : ''}:\n`;
  return head + rows.join('');
}
