// `npm start` and `npm run dev`: begins on the machine's own Node, installs and builds what is missing, goes on under Node 24.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureDependencies } from './install.mjs';
import { endWith, node24, requireNode, root, run, ToolError, toolEnv } from './runtime.mjs';

const PATIENCE_MS = 40_000;

async function main() {
  requireNode();
  await ensureDependencies();
  if (process.argv.includes('--dev')) return leash(join(root, 'tools/dev.mjs'));
  await ensureBuilt(checkStart);
  leash(join(root, 'src/main.ts'));
}

/** What would stop the start after a minute of building is reported before it. */
async function checkStart() {
  const { code, text } = await run(node24, [join(root, 'src/check-start.ts')], { env: toolEnv() });
  if (code !== 0) throw new ToolError(text.trim());
}

/**
 * Runs the program in a process group of its own and passes the first signal on, once: Ctrl-C reaches npm, the shell and us at the
 * same time, and npm sends it again. Should we be killed, the program notices by the closed channel and stops in order.
 * @param {string} program
 */
function leash(program) {
  // Node 24 would keep 128 MB for what was made a moment ago
  const child = spawn(node24, ['--max-semi-space-size=16', '--import', new URL('./leash.mjs', import.meta.url).href, program], {
    cwd: root,
    env: toolEnv(),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  });
  let asked = false;
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
}

main().catch(endWith);
