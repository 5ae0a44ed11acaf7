import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { choosePlace } from '#server/db/cluster-place.ts';
import { readPostmaster } from '#server/db/postmaster.ts';
import { ensureBuilt } from '../../tools/build.mjs';
import { freePort } from '../support/site.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

it.each(['src/main.ts', 'tools/dev.mjs'])('%s, stopped as soon as its database runs, leaves none behind', async (program) => {
  await ensureBuilt();
  const data_dir = mkdtempSync(join(tmpdir(), 'cemao-stop-'));
  chmodSync(data_dir, 0o755);
  try {
    const { folder } = await choosePlace(join(data_dir, 'postgres'));
    const database = () => readPostmaster(join(folder, 'cluster', 'pgdata'));
    const port = String(await freePort());
    const child = spawn(join(root, 'node_modules/.bin/node'), [join(root, program)], {
      cwd: root,
      env: { PATH: process.env['PATH'], PORT: port, DATA_DIR: data_dir, SEED: 'none', LOG_LEVEL: 'warn', ASTRO_TELEMETRY_DISABLED: '1' },
      stdio: 'ignore',
    });
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    for (const deadline = Date.now() + 60_000; !database(); await wait(20)) if (Date.now() > deadline) throw new Error('it never began');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(database()).toBeNull();
  } finally {
    rmSync(data_dir, { recursive: true, force: true });
  }
});
