import { describe, expect, it } from 'vitest';
import {
  countReport,
  countStages,
  FILE_BUDGET_MS,
  failedFiles,
  failedNames,
  fileTimes,
  forgiveFlakes,
  slowestTable,
  whereTimeWent,
} from '../../tools/test-report.mjs';

const file = (status: string, ...statuses: string[]) => ({ status, assertionResults: statuses.map((each) => ({ status: each })) });

it('sums up passed, failed and skipped tests', () => {
  const report = { testResults: [file('passed', 'passed', 'passed', 'skipped'), file('failed', 'passed', 'failed')] };
  expect(countReport(report, 1)).toEqual({ passed: 3, failed: 1, skipped: 1, note: '' });
});

it('counts tests that could not run as failed', () => {
  expect(countReport({ testResults: [file('failed', 'skipped', 'skipped')] }, 1).failed).toBe(2);
  expect(countReport({ testResults: [file('failed')] }, 1).failed).toBe(1);
});

it('counts a crash, an error outside of tests and a project without tests as failed', () => {
  expect(countReport(null, 1).failed).toBe(1);
  expect(countReport({ testResults: [file('passed', 'passed')] }, 1)).toMatchObject({ passed: 1, failed: 1 });
  expect(countReport({ testResults: [] }, 0).failed).toBe(1);
});

it('counts a stage without tests as failed where stages are one run', () => {
  const of = (path: string) => ({ ...file('passed', 'passed'), name: `/src/tests/${path}` });
  const both = { testResults: [of('db/a.test.ts'), of('http/b.test.ts')] };
  expect(countStages(both, 0, ['db', 'http'])).toEqual({ passed: 2, failed: 0, skipped: 0, note: '' });
  expect(countStages(both, 0, ['db', 'http', 'races'])).toMatchObject({ passed: 2, failed: 1, note: 'ran no test of races' });
  expect(countStages(null, 1, ['db', 'http']).failed).toBe(1);
});

it('says how long each project loaded and tested, and how many of its workers were busy', () => {
  const text = whereTimeWent({ db: { loading_ms: 2_000, testing_ms: 8_000 }, http: { loading_ms: 500, testing_ms: 4_500 } }, 10_000);
  expect(text).toContain('db: loading 2.0 s, testing 8.0 s');
  expect(text).toContain('1.5 workers at a time');
  expect(whereTimeWent({}, 10_000)).toBe('');
});

it('names what failed, for the last lines of a long log', () => {
  const name = '/src/tests/a.test.ts';
  const failed = { name, status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed', fullName: 'a page loads' }] };
  const unset = { name: '/src/tests/b.test.ts', status: 'failed', assertionResults: [{ status: 'skipped', fullName: 'it runs' }] };
  const passed = { name, status: 'passed', assertionResults: [{ status: 'passed', fullName: 'it runs' }] };
  const names = failedNames({ testResults: [failed, unset, passed] }, '/src');
  expect(names).toEqual(['tests/a.test.ts: a page loads', 'tests/b.test.ts: could not be set up']);
  expect(failedNames(null, '/src')).toEqual([]);
});

describe('a file that failed is run once more, alone', () => {
  const sums = (passed: number, failed: number) => ({ passed, failed, skipped: 0 });
  const broken = (...paths: string[]) => paths.map((path) => ({ path, stage: 'db', passed: 4, failed: 1 }));

  it('names the files of a stage that failed, with their sums', () => {
    const failed = { ...file('failed', 'passed', 'failed'), name: '/src/tests/db/a.test.ts' };
    const unset = { ...file('failed', 'skipped', 'skipped'), name: '/src/src/b.test.ts' };
    expect(failedFiles({ testResults: [failed, unset, file('passed', 'passed')] }, '/src')).toEqual([
      { path: 'tests/db/a.test.ts', stage: 'db', passed: 1, failed: 1 },
      { path: 'src/b.test.ts', stage: 'unit', passed: 0, failed: 2 },
    ]);
    expect(failedFiles(null, '/src')).toEqual([]);
  });

  it('counts what passes then as passed and calls it flaky', async () => {
    const total = sums(100, 2);
    expect(await forgiveFlakes(total, broken('a', 'b'), async () => sums(5, 0))).toEqual(['a', 'b']);
    expect(total).toEqual(sums(102, 0));
  });

  it('leaves what fails twice failed', async () => {
    const total = sums(100, 2);
    expect(await forgiveFlakes(total, broken('a', 'b'), async ({ path }) => sums(4, path === 'a' ? 1 : 0))).toEqual(['b']);
    expect(total.failed).toBe(1);
  });

  it('runs none of three again: so many are no flakes', async () => {
    const total = sums(100, 3);
    const never = () => Promise.reject(new Error('was run again'));
    expect(await forgiveFlakes(total, broken('a', 'b', 'c'), never)).toEqual([]);
    expect(total).toEqual(sums(100, 3));
  });
});

it('lists the ten slowest files, and every file that is over the budget', () => {
  const report = {
    testResults: [1_000, 3_000, 2_000].map((ms, at) => ({
      ...file('passed'),
      name: `/src/tests/${at}.test.ts`,
      startTime: 50,
      endTime: 50 + ms,
    })),
  };
  const times = fileTimes(report, '/src/');
  expect(times[1]).toEqual({ name: 'tests/1.test.ts', ms: 3_000 });
  expect(slowestTable(times)).toBe('slowest files:\n    3.0 s  tests/1.test.ts\n    2.0 s  tests/2.test.ts\n    1.0 s  tests/0.test.ts\n');
  const many = Array.from({ length: 14 }, (_, at) => ({ name: `${at}.test.ts`, ms: at < 2 ? FILE_BUDGET_MS + 1 + at : at }));
  const lines = slowestTable(many).trim().split('\n');
  expect(lines).toHaveLength(11);
  expect(lines.slice(0, 3)).toEqual([
    'slowest files, 2 over the budget of 60 s:',
    '   60.0 s  1.test.ts  too slow',
    '   60.0 s  0.test.ts  too slow',
  ]);
  expect(slowestTable(many.map(({ name }) => ({ name, ms: FILE_BUDGET_MS + 1 }))).match(/too slow/g)).toHaveLength(14);
  expect(slowestTable([])).toBe('');
});
