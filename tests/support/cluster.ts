import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureDatabase, startCluster } from '#server/db/cluster.ts';
import { migrate } from '#server/db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the migrated template database. */
    template_url: string;
  }
}

/** One embedded cluster a run with a migrated template; test files clone it. fsync is off: these tests prove logic, not power loss. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = mkdtempSync(join(tmpdir(), 'cemao-test-'));
  const cluster = await startCluster(dir, { settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } });
  const url = await ensureDatabase(cluster, 'cemao_template');
  await migrate(url);
  project.provide('template_url', url);
  return async () => {
    await cluster.stop();
    rmSync(dir, { recursive: true, force: true });
  };
}
