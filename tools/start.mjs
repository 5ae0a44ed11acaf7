// `npm start` and `npm run dev`: begins on the machine's own Node, installs and builds what is missing, goes on under Node 24.
import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, isBuilt, packAssets } from './build.mjs';
import { ensureDependencies } from './install.mjs';
import { endWith, node24, requireNode, root, run, ToolError, toolEnv } from './runtime.mjs';

const PATIENCE_MS = 40_000;

/** Whether somebody wants us to end. */
let asked = false;

async function main() {
  requireNode();
  await ensureDependencies();
  if (process.argv.includes('--dev')) return void leash(join(root, 'tools/dev.mjs'));
  const program = join(root, 'src/main.ts');
  const site = isBuilt() ? leash(program) : await startBesideBuild(program);
  // it is open: from now on readers go first
  site.once('message', async () => {
    setPriority(10);
    if ((await packAssets().catch(() => false)) && site.connected) site.send('packed');
  });
}

/** The database and the drawings of a demo need no pages: the site begins while they are built, and waits for them. @param {string} program */
async function startBesideBuild(program) {
  await checkStart();
  const over = new AbortController();
  const building = ensureBuilt(over.signal, { pack: false });
  const site = leash(program, '--await-build');
  process.once('exit', () => over.abort());
  building.then(
    () => site.send('built'),
    (error) => {
      // Ctrl-C reaches the build too
      if (asked) return;
      site.removeAllListeners('exit').once('exit', () => endWith(error));
      site.kill('SIGTERM');
    },
  );
  return site;
}

/** What would stop the start after a minute of building is reported before it. */
async function checkStart() {
  const { code, text } = await run(node24, [join(root, 'src/check-start.ts')], { env: toolEnv() });
  if (code !== 0) throw new ToolError(text.trim());
}

/**
 * Runs the program in a process group of its own and passes the first signal on, once: Ctrl-C reaches npm, the shell and us at the
 * same time, and npm sends it again. Should we be killed, the program notices by the closed channel and stops in order.
 * @param {string} program @param {string[]} args
 */
function leash(program, ...args) {
  // Node 24 would keep 128 MB for what was made a moment ago
  const child = spawn(node24, ['--max-semi-space-size=16', '--import', new URL('./leash.mjs', import.meta.url).href, program, ...args], {
    cwd: root,
    env: toolEnv(),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      if (asked) return;
      asked = true;
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS).unref();
    });
  }
  // npm or the shell died without a word to us
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGTERM'), 1_000).unref();
  child.once('error', endWith);
  child.once('exit', (code) => process.exit(code ?? 1));
  return child;
}

main().catch(endWith);
