// Writes migrations from the tables. `--reset` (before the first release only) writes the foundation again instead of adding to it. drizzle-kit
// compares the tables with the newest snapshot only, so the former ones (13,000 lines each) are removed.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'src/server/db/migrations');
const guards = join(root, 'src/server/db/guards.sql');
const kit = (/** @type {string[]} */ ...args) => {
  const done = spawnSync(join(root, 'node_modules/.bin/node'), [join(root, 'node_modules/drizzle-kit/bin.cjs'), 'generate', ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  if (done.status !== 0) process.exit(done.status ?? 1);
};

if (process.argv.includes('--reset')) {
  rmSync(folder, { recursive: true, force: true });
  kit('--name', 'foundation');
  if (existsSync(guards)) {
    kit('--custom', '--name', 'guards');
    const file = readdirSync(folder).find((name) => name.endsWith('_guards.sql'));
    if (file) copyFileSync(guards, join(folder, file));
  }
} else {
  kit('--name', process.argv[2] ?? 'change');
}

const snapshots = readdirSync(join(folder, 'meta'))
  .filter((name) => name.endsWith('_snapshot.json'))
  .sort();
for (const name of snapshots.slice(0, -1)) rmSync(join(folder, 'meta', name));
