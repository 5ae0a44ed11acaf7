// Installs the dependencies when they are missing or the lock changed. Built-ins only.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { node24, requireNode24, root, run, ToolError, withProgress } from './runtime.mjs';

const modules = join(root, 'node_modules');
const stamp = join(modules, '.cemao-installed');

/**
 * Installs what is missing, with progress: what building and running need, a half of all packages; `tests` needs all of them and adds the others
 * beside a site that may run on the first half. A linked node_modules belongs to somebody else and is never touched.
 */
export async function ensureDependencies({ tests = false } = {}) {
  if (existsSync(modules) && lstatSync(modules).isSymbolicLink()) return requireNode24();
  const hash = lockHash();
  const [had, part] = existsSync(stamp) && existsSync(node24) ? readFileSync(stamp, 'utf8').split(' ') : [];
  if (had === hash && (part === 'all' || !tests)) return;
  if (installedByHand(true)) {
    writeFileSync(stamp, `${hash} all`);
    return requireNode24();
  }
  if (!installedByHand(tests)) {
    if (had === hash) await withProgress('补装测试用的依赖（npm install）', () => npm(root, 'install', '--no-save', '--include=dev'));
    else if (tests) await withProgress('安装依赖（npm ci，约一分钟）', () => ci('--include=dev'));
    else await withProgress('安装依赖（npm ci，约半分钟）', () => ci('--omit=dev'));
  }
  requireNode24();
  writeFileSync(stamp, `${hash} ${tests ? 'all' : 'run'}`);
}

/**
 * `npm ci` with the address of every package. Without them npm reads a list of all versions of each first, which takes it as long as the rest; our
 * lock names no registry, and a machine whose registry keeps packages elsewhere installs as npm does it. @param {string[]} wish
 */
async function ci(...wish) {
  const folder = join(root, '.installing');
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
    const registry = (await npm(root, 'config', 'get', 'registry')).trim().replace(/\/$/, '');
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    for (const [path, entry] of Object.entries(lock.packages).slice(1)) {
      const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      entry.resolved = `${registry}/${name}/-/${name.split('/').at(-1)}-${entry.version}.tgz`;
    }
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
    await npm(folder, 'ci', ...wish, '--fetch-retries=1');
    rmSync(modules, { recursive: true, force: true });
    renameSync(join(folder, 'node_modules'), modules);
  } catch {
    await npm(root, 'ci', ...wish);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} cwd @param {string[]} wish @returns {Promise<string>} what it said */
async function npm(cwd, ...wish) {
  const file = process.env['npm_execpath'];
  const args = [...wish, '--no-audit', '--no-fund', '--loglevel=error'];
  // npm's own file when npm started us: `npm` need not be on the PATH then
  const { code, text } = file?.endsWith('.js')
    ? await run(process.execPath, [file, ...args], { cwd })
    : await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { cwd, shell: process.platform === 'win32' });
  if (code !== 0) throw new ToolError(`npm ${wish[0]} 失败：\n${text.trim().split('\n').slice(-15).join('\n')}`);
  return text;
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
}

/** True when somebody already ran `npm ci`: npm's own record names every package of the lock that this machine needs. @param {boolean} all */
function installedByHand(all) {
  if (!existsSync(node24)) return false;
  try {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
    const have = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')).packages;
    return Object.entries(lock).every(
      ([path, entry]) => path === '' || entry.optional || (entry.dev && !all) || have[path]?.version === entry.version,
    );
  } catch {
    return false;
  }
}
