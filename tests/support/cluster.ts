import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { ensureDatabase, startCluster } from '#server/db/cluster.ts';
import { migrate } from '#server/db/migrate.ts';
import { quickFolder } from './quick-folder.ts';
import { quickLogins } from './quick-logins.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the migrated template database. */
    template_url: string;
  }
}

interface SharedCluster {
  url: string;
  stop(): Promise<void>;
}

/** Projects that run together share one, though each loads this file. */
const shared = globalThis as { test_cluster?: { opening: Promise<SharedCluster>; users: number } };

/** One embedded cluster a run with a migrated template; test files clone it. fsync is off: these tests prove logic, not power loss. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.test_cluster ??= { opening: openCluster(), users: 0 };
  const mine = shared.test_cluster;
  mine.users++;
  const { url, stop } = await mine.opening;
  project.provide('template_url', url);
  return async () => {
    if (--mine.users > 0) return;
    delete shared.test_cluster;
    await stop();
  };
}

async function openCluster(): Promise<SharedCluster> {
  const dir = quickFolder('cemao-test-');
  const cluster = await startCluster(dir, {
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '256MB' },
  });
  const url = await ensureDatabase(cluster, 'cemao_template');
  await quickLogins(url);
  await migrate(url);
  return {
    url,
    async stop() {
      await cluster.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
