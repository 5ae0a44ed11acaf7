import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureDatabase, startCluster } from '#server/db/cluster.ts';
import { migrate } from '#server/db/migrate.ts';
import { quickFolder } from './quick-folder.ts';
import { quickLogins } from './quick-logins.ts';

/** Names the folder for the processes of a run: a site is also started where vitest provides nothing (tests/support/shared-site.ts). */
const NAME = 'PREPARED_SITE';

/** What `migrate` needs, and no more to copy than it filled: segments of the log are neither kept for later nor written full of zeros. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', wal_recycle: 'off', wal_init_zero: 'off', min_wal_size: '32MB' };

/**
 * Once a run: the database of a data folder as a site leaves it that started, found nothing to do and stopped. A site of a test begins
 * with a copy (`copyPrepared`) and makes its own secrets. First starts are shown by the sites that grow a demo world and by tests/faults.
 */
export default async function setup(): Promise<() => void> {
  const dir = quickFolder('cemao-prepared-');
  const cluster = await startCluster(join(dir, 'postgres'), { settings: SETTINGS });
  const url = await ensureDatabase(cluster, 'cemao');
  await quickLogins(url);
  await migrate(url);
  await cluster.stop();
  // a cluster that had to go elsewhere is named by its folder and serves that one alone
  if (!existsSync(join(dir, 'postgres', 'place'))) process.env[NAME] = join(dir, 'postgres');
  return () => {
    if (process.env[NAME]?.startsWith(dir)) delete process.env[NAME];
    rmSync(dir, { recursive: true, force: true });
  };
}

/** Puts the prepared database into an empty data folder; nothing where the run prepared none. */
export async function copyPrepared(data_dir: string): Promise<void> {
  const prepared = process.env[NAME];
  if (!prepared) return;
  // with owners and modes: the server insists on them
  await promisify(execFile)('cp', ['-a', prepared, join(data_dir, 'postgres')]);
}
