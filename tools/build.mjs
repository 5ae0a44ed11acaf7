// Builds the pages when they are older than their sources, and compresses what is served as it stands. Built-ins only.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { ensureDependencies } from './install.mjs';
import { endWith, node24, root, run, ToolError, toolEnv, withProgress } from './runtime.mjs';

/** What the built pages are made of. `#server/` imports stay outside the build (decision 0001). */
const SOURCES = [
  'src',
  'public',
  'tools/patches',
  'tools/early-script.mjs',
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
const stamp = join(root, 'dist/.built-from');
const packed = join(root, 'dist/.packed');
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
const COMPRESSIBLE = /\.(js|mjs|css|html|svg|json|txt|xml|webmanifest|ico|wasm|map)$/;

/** Whether `dist/` was made from these very sources. */
export function isBuilt(wanted = sourceHash()) {
  return existsSync(join(root, 'dist/server/entry.mjs')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
}

/** Builds unless it is built; without `pack` that comes later. @param {AbortSignal} [signal] @returns {Promise<boolean>} whether it built */
export async function ensureBuilt(signal, { pack = true } = {}) {
  const wanted = sourceHash();
  const builds = !isBuilt(wanted);
  if (builds) await build(wanted, signal);
  if (pack) await packAssets();
  return builds;
}

/** @param {string} wanted @param {AbortSignal} [signal] */
async function build(wanted, signal) {
  await withProgress('构建页面', async () => {
    rmSync(stamp, { force: true });
    // a tenth less processor: most of what a build makes stays until its end
    const flags = ['--max-semi-space-size=64', '--single-threaded-gc'];
    const { code, text } = await run(node24, [...flags, join(root, 'node_modules/astro/bin/astro.mjs'), 'build'], {
      // for any caller: a test's NODE_ENV would put React's development build into the pages, twice the size
      env: { ...toolEnv(), NODE_ENV: 'production' },
      ...(signal && { signal }),
    });
    if (code !== 0) throw new ToolError(`页面构建失败：\n${text.trim().split('\n').slice(-30).join('\n')}`);
    await compressAssets('.gz', (bytes) => gzip(bytes, { level: 9 }));
    writeFileSync(stamp, wanted);
  });
}

/** Brotli beside the gzip of what was built, which takes a third as long as building. @returns whether it did anything */
export async function packAssets() {
  const built = readFileSync(stamp, 'utf8');
  if (existsSync(packed) && readFileSync(packed, 'utf8') === built) return false;
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants;
  await compressAssets('.br', (bytes) => brotli(bytes, { params: { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_SIZE_HINT]: bytes.length } }));
  writeFileSync(packed, built);
  return true;
}

function sourceHash() {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of filesBelow(join(root, source))) {
      const path = relative(root, file);
      // the server runs from source and tests run from theirs: neither is in the build
      if (path.startsWith(join('src', 'server')) || /\.test\.tsx?$/.test(path)) continue;
      hash.update(path).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

/** @param {string} path @returns {string[]} */
function filesBelow(path) {
  if (!existsSync(path)) return [];
  const entries = (() => {
    try {
      return readdirSync(path, { withFileTypes: true });
    } catch {
      return null;
    }
  })();
  if (entries === null) return [path];
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(path, entry.name)) : [join(path, entry.name)]));
}

/** Writes the smaller file beside each text asset where it saves something. @param {string} suffix @param {(bytes: Buffer) => Promise<Buffer>} compress */
async function compressAssets(suffix, compress) {
  const files = filesBelow(join(root, 'dist/client')).filter((file) => COMPRESSIBLE.test(file));
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file);
      const small = await compress(bytes);
      if (small.length < bytes.length) writeFileSync(file + suffix, small);
      else rmSync(file + suffix, { force: true });
    }),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureDependencies()
    .then(() => ensureBuilt())
    .then((built) => built || process.stdout.write('dist/ 已是最新\n'), endWith);
}
