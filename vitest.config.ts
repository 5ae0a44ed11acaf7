import { defineConfig } from 'vitest/config';

/** One project a kind of test, in the order of tools/test.mjs. Files of one project run one after the other where they share the machine. */
const project = (name: string, include: string[], extra: Record<string, unknown> = {}) => ({
  // a test ends with what it does and a poll with what it waits for: seconds are no verdict on a busy machine
  test: { name, include, testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 30_000 } }, ...extra },
});
/** Stores of a page are one a module, and a page is gone before the next one comes: each file evaluates ours anew. */
const OF_PAGES = ['src/client', 'src/features', 'src/kit', 'src/ui'].flatMap((folder) => [
  `${folder}/**/*.test.ts`,
  `${folder}/**/*.test.tsx`,
]);
/** They change what the modules under test import, so they load their own. */
const MOCKED = ['platform-backup', 'platform-cli', 'platform-outbox', 'identity-rules', 'operations-backups', 'doctor'].map(
  (name) => `tests/db/${name}.test.ts`,
);
const FAILOVER = ['tests/faults/failover.test.ts', 'tests/faults/clock-set.test.ts'];
const withDatabase = { globalSetup: ['tests/support/cluster.ts'], setupFiles: ['tests/support/one-query-at-a-time.ts'], maxWorkers: 2 };

export default defineConfig({
  test: {
    // eight runs of one suite transform the same files
    fsModuleCache: true,
    projects: [
      project('unit', ['src/**/*.test.ts', 'src/**/*.test.tsx', 'demo/**/*.test.ts'], { maxWorkers: 2, isolate: false, exclude: OF_PAGES }),
      project('unit of pages', OF_PAGES, { maxWorkers: 2, isolate: false, setupFiles: ['tests/support/fresh-modules.ts'] }),
      project('architecture', ['tests/architecture/**/*.test.ts'], { maxWorkers: 2, isolate: false }),
      // loading the program once a worker: what is kept in memory belongs to an application, and each file has its own
      project('db', ['tests/db/**/*.test.ts'], { ...withDatabase, isolate: false, exclude: MOCKED }),
      project('db mocked', MOCKED, withDatabase),
      project('http', ['tests/http/**/*.test.ts'], { ...withDatabase, isolate: false }),
      project('races', ['tests/races/**/*.test.ts'], { ...withDatabase, isolate: false }),
      project('attacks', ['tests/attacks/**/*.test.ts'], { ...withDatabase, isolate: false }),
      project('faults', ['tests/faults/**/*.test.ts'], {
        globalSetup: ['tests/support/prepared-site.ts'],
        exclude: FAILOVER,
        isolate: false,
        maxWorkers: 3,
        testTimeout: 300_000,
      }),
      // by `npm run test:long` alone: it needs programs that no site needs
      project('failover', FAILOVER, { testTimeout: 3_600_000 }),
      project('e2e', ['tests/e2e/**/*.test.ts'], {
        globalSetup: ['tests/support/prepared-site.ts', 'tests/support/shared-site.ts'],
        isolate: false,
        maxWorkers: 3,
        maxConcurrency: 3,
        testTimeout: 120_000,
        hookTimeout: 240_000,
      }),
    ],
  },
});
