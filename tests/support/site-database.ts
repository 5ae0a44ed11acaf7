import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { choosePlace } from '#server/db/cluster-place.ts';
import { readPostmaster } from '#server/db/postmaster.ts';
import type { SitePlace } from './site.ts';

/**
 * Connection string of the database that a site runs for itself, read from its files: adopting the cluster would make this process a
 * holder of it, which a site that stops or finds back would notice.
 */
export async function siteDatabaseUrl(site: Pick<SitePlace, 'data_dir'>): Promise<string> {
  const { folder } = await choosePlace(join(site.data_dir, 'postgres'));
  const password = readFileSync(join(folder, 'cluster', 'password'), 'utf8').trim();
  const port = readPostmaster(join(folder, 'cluster', 'pgdata'))?.port;
  return `postgres://cemao:${password}@127.0.0.1:${port}/cemao`;
}
