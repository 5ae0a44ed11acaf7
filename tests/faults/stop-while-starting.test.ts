import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { choosePlace } from '#server/db/cluster-place.ts';
import { readPostmaster } from '#server/db/postmaster.ts';
import { ensureBuilt } from '../../tools/build.mjs';
import { quickFolder } from '../support/quick-folder.ts';
import { freePort } from '../support/site.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

it.each([
  { name: 'the site', program: 'src/main.ts', args: [] },
  { name: 'the site that waits for its pages', program: 'src/main.ts', args: ['--await-build'] },
  { name: 'the site of developers', program: 'tools/dev.mjs', args: [] },
])('$name, stopped as soon as its database runs, leaves none behind', async ({ program, args }) => {
  await ensureBuilt();
  const data_dir = quickFolder('cemao-stop-');
  try {
    const { folder } = await choosePlace(join(data_dir, 'postgres'));
    const database = () => readPostmaster(join(folder, 'cluster', 'pgdata'));
    const port = String(await freePort());
    const child = spawn(join(root, 'node_modules/.bin/node'), [join(root, program), ...args], {
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        PORT: port,
        DATA_DIR: data_dir,
        SEED: 'none',
        LOG_LEVEL: 'warn',
        ASTRO_TELEMETRY_DISABLED: '1',
      },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
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

it('O10 what would stop the start is told before anything is built or written', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const port = String((taken.address() as AddressInfo).port);
  const data_dir = join(tmpdir(), `cemao-unwritten-${process.pid}`);
  const check = (env: Record<string, string>) => {
    const { status, stderr, stdout } = spawnSync(join(root, 'node_modules/.bin/node'), [join(root, 'src/check-start.ts')], {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], DATA_DIR: data_dir, ...env },
    });
    return { status, lines: (stderr + stdout).trim().split('\n') };
  };
  try {
    expect(check({ PORT: '80a' })).toEqual({ status: 1, lines: [expect.stringMatching(/^环境变量 PORT 的值无效（现为 "80a"）/)] });
    expect(check({ PORT: port })).toEqual({ status: 1, lines: [expect.stringMatching(/已被占用/)] });
    expect(check({ PORT: String(await freePort()) })).toEqual({ status: 0, lines: [''] });
    expect(existsSync(data_dir)).toBe(false);
  } finally {
    taken.close();
  }
});
