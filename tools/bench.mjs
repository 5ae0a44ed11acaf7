// `npm run bench`: measures the site and prints a table with ratios. Options: --only a,b  --seconds N  --write (docs/bench.md)  --list
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endWith, node24, requireNode, requireNode24, root, toolEnv } from './runtime.mjs';

try {
  requireNode();
  requireNode24();
  const child = spawn(node24, [join(root, 'tests/bench/run.ts'), ...process.argv.slice(2)], {
    cwd: root,
    env: toolEnv(),
    stdio: 'inherit',
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
  child.once('error', endWith);
  child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
} catch (error) {
  endWith(error);
}
