import { copyFileSync, existsSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { recordedPlace } from '../../db/cluster-place.ts';

const LOG_MAX_BYTES = 10_000_000;

/**
 * Keeps the log of the embedded database bounded while it runs: what is too long becomes `server.log.1`. Copied and cut, because the
 * server holds the file open (it appends).
 */
export function tidyServerLog({ database_url, data_dir }: Pick<Config, 'database_url' | 'data_dir'>, max_bytes = LOG_MAX_BYTES): boolean {
  if (database_url !== null) return false;
  const dir = join(data_dir, 'postgres');
  const log = join(recordedPlace(dir) ?? dir, 'server.log');
  if (!existsSync(log) || statSync(log).size <= max_bytes) return false;
  copyFileSync(log, `${log}.1`);
  truncateSync(log, 0);
  return true;
}
