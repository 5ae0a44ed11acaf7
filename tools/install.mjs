// Installs the dependencies when they are missing or the lock changed. Built-ins only.
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { node24, requireNode24, root, run, ToolError, withProgress } from './runtime.mjs';

const modules = join(root, 'node_modules');
const stamp = join(modules, '.cemao-installed');

/** `npm ci` when needed, with progress. A linked node_modules belongs to somebody else and is never touched. */
export async function ensureDependencies() {
  if (existsSync(modules) && lstatSync(modules).isSymbolicLink()) return requireNode24();
  const wanted = lockHash();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && existsSync(node24)) return;
  if (!installedByHand()) await withProgress('安装依赖（npm ci，约一分钟）', install);
  requireNode24();
  writeFileSync(stamp, wanted);
}

async function install() {
  const npm = process.env['npm_execpath'];
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  // npm's own file when npm started us: `npm` need not be on the PATH then
  const { code, text } = npm?.endsWith('.js')
    ? await run(process.execPath, [npm, ...args])
    : await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { shell: process.platform === 'win32' });
  if (code !== 0) throw new ToolError(`npm ci 失败：\n${text.trim().split('\n').slice(-15).join('\n')}`);
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
}

/** True when somebody already ran `npm ci`: npm's own record names every package of the lock that this machine needs. */
function installedByHand() {
  if (!existsSync(node24)) return false;
  try {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
    const have = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')).packages;
    return Object.entries(lock).every(([path, entry]) => path === '' || entry.optional || have[path]?.version === entry.version);
  } catch {
    return false;
  }
}
