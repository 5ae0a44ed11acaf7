import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';

const FILE = 'storage-in-use';

/** What the site last started with; null: it never did. */
export function storageInUse(data_dir: string): Config['storage'] | null {
  const path = join(data_dir, FILE);
  if (!existsSync(path)) return null;
  return readFileSync(path, 'utf8').trim() === 's3' ? 's3' : 'local';
}

/** For a tool that moves files beside the site, with other variables perhaps. */
export function noteStorageInUse({ data_dir, storage }: Config): void {
  if (storageInUse(data_dir) !== storage) writeFileSync(join(data_dir, FILE), `${storage}\n`);
}
