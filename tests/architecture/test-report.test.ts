import { expect, it } from 'vitest';
import { countReport } from '../../tools/test-report.mjs';

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
