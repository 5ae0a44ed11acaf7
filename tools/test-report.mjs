// Turns a vitest JSON report into the sums that `npm test` prints.

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {{ status: string }} Assertion */
/** @typedef {{ status: string, assertionResults: Assertion[] }} FileResult */

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
