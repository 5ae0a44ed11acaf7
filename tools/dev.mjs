// `npm run dev`, under Node 24: keeps the database up and starts tools/dev-server.mjs again whenever server code changes.
// Pages, islands and styles are changed in place by Astro.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '#server/config/config.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { StartError } from '#server/kernel/errors.ts';
import { node24, root, toolEnv } from './runtime.mjs';

const SETTLE_MS = 150;

async function main() {
  /** @type {import('node:child_process').ChildProcess | null} */
  let server = null;
  let stopping = false;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const end = () =>
    new Promise((resolve) => {
      if (!server) return resolve(undefined);
      server.once('exit', resolve);
      server.kill('SIGTERM');
    });
  // from the first moment: a stop while the database starts waits for it, else it would be left running
  const opening = openDatabase(readConfig());
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    clearTimeout(timer);
    await end();
    const opened = await opening.catch(() => null);
    await opened?.cluster?.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop());
  // held by us, so that the database need not start again with every change
  await opening;
  if (stopping) return;

  const start = () => {
    const started = spawn(node24, [join(root, 'tools/dev-server.mjs')], { cwd: root, env: toolEnv(), stdio: 'inherit' });
    server = started;
    started.once('exit', (code) => {
      if (server === started) server = null;
      if (!stopping && code !== 0 && code !== null) process.stdout.write('等待改动后重新启动……\n');
    });
  };
  const changed = (/** @type {string | null} */ name) => {
    if (!name || /\.test\.tsx?$/.test(name)) return;
    clearTimeout(timer);
    timer = setTimeout(async () => {
      process.stdout.write(`${name} 已改动，重新启动\n`);
      await end();
      if (!stopping) start();
    }, SETTLE_MS);
  };
  for (const folder of ['src/server', 'src/contract']) watch(join(root, folder), { recursive: true }, (_event, name) => changed(name));

  start();
}

main().catch((error) => {
  process.stderr.write(`${error instanceof StartError ? error.message : error.stack}\n`);
  process.exit(1);
});
