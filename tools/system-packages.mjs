// What the tests need from the system: a browser, a Chinese font, an office converter. Built-ins only.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { platform, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { root, run, withProgress } from './runtime.mjs';

/** The same engine without windows: browser tests take it where it is, and end much sooner. */
const LIGHT_BROWSER = 'chromium-headless-shell';

const NGINX = 'nginx';
/** Installed, it would start at once and listen to everybody on port 80: the tests take it from here. */
const UNPACKED = join(root, 'node_modules/.cache/nginx');

/** @type {{ name: string, what: string, present: () => boolean | Promise<boolean> }[]} */
const PACKAGES = [
  {
    name: 'chromium',
    what: 'Chromium, for the browser tests',
    present: () => onPath('chromium', LIGHT_BROWSER, 'chromium-browser', 'google-chrome'),
  },
  { name: 'fonts-noto-cjk', what: 'a Chinese font (Noto Sans CJK), for pages and previews', present: hasChineseFont },
  { name: 'libreoffice-impress', what: 'LibreOffice Impress, for PPTX files', present: hasImpress },
  {
    name: 'bubblewrap',
    what: 'bubblewrap (bwrap), which shuts in the readers of documents',
    present: () => onPath('bwrap') || platform() !== 'linux',
  },
  {
    name: 'poppler-utils',
    what: 'pdftoppm (poppler-utils), for PDF files that name fonts without bringing them',
    present: () => onPath('pdftoppm'),
  },
  { name: 'ffmpeg', what: 'ffmpeg, for smaller versions of lesson films', present: () => onPath('ffmpeg') },
  {
    name: NGINX,
    what: 'nginx, for the test of several processes behind one address',
    present: () => findNginx() !== null,
  },
];

/** Installs what is missing when we may (root on Debian); else says in one line each what to install. Never fails: tests will show. */
export async function ensureSystemPackages() {
  await tryLightBrowser();
  const missing = [];
  for (const entry of PACKAGES) if (!(await entry.present())) missing.push(entry);
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0 || !onPath('apt-get')) {
    for (const { what } of missing) process.stdout.write(`missing, please install: ${what}\n`);
    return;
  }
  const names = missing.map(({ name }) => name);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await withProgress(`installing ${names.join(', ')} (apt-get)`, async () => {
      await apt(['update', '-qq'], env);
      if (names.includes(NGINX) && (await unpackNginx(env))) names.splice(names.indexOf(NGINX), 1);
      if (names.length > 0) await apt(['install', '-y', '-qq', '--no-install-recommends', ...names], env);
    });
  } catch (error) {
    process.stdout.write(`${/** @type {Error} */ (error).message}\n`);
    for (const { what } of missing) process.stdout.write(`could not be installed, please do so: ${what}\n`);
  }
}

/** Once a checkout, and silent: not every system has the package, and without it the tests only take longer. */
async function tryLightBrowser() {
  const tried = join(root, 'node_modules/.cache/light-browser-tried');
  if (onPath(LIGHT_BROWSER) || existsSync(tried) || process.getuid?.() !== 0 || !onPath('apt-get')) return;
  mkdirSync(dirname(tried), { recursive: true });
  writeFileSync(tried, '');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quick = ['-qq', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20'];
  await withProgress(`installing ${LIGHT_BROWSER} (apt-get), which is optional`, async () => {
    await apt(['update', ...quick], env);
    await apt(['install', '-y', '--no-install-recommends', ...quick, LIGHT_BROWSER], env);
  }).catch(() => undefined);
}

/** The program of nginx, or null. */
export function findNginx() {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', join(UNPACKED, 'usr/sbin')];
  return folders.map((folder) => join(folder, 'nginx')).find((path) => existsSync(path)) ?? null;
}

/**
 * What `npm run test:long` needs beside: the programs of `deploy/failover` and the library of faketime, or which are missing. They are never
 * installed by a test: Debian starts some of them.
 * @returns {Record<'etcd' | 'patroni' | 'haproxy' | 'pgbouncer' | 'postgres' | 'faketime', string> | { missing: string[] }}
 */
export function findFailover() {
  const folders = ['/usr/bin', '/usr/sbin', ...(process.env['PATH'] ?? '').split(delimiter)];
  const found = Object.fromEntries(
    ['etcd', 'patroni', 'haproxy', 'pgbouncer'].map((name) => [name, folders.map((folder) => join(folder, name)).find(existsSync)]),
  );
  const servers = '/usr/lib/postgresql';
  const versions = existsSync(servers) ? readdirSync(servers).filter((version) => Number(version) >= 15) : [];
  const postgres = versions.map((version) => join(servers, version, 'bin')).find((bin) => existsSync(join(bin, 'pg_rewind')));
  const libraries = existsSync('/usr/lib') ? readdirSync('/usr/lib').map((folder) => join('/usr/lib', folder)) : [];
  const faketime = libraries.map((folder) => join(folder, 'faketime/libfaketimeMT.so.1')).find(existsSync);
  const all = { ...found, postgres, faketime };
  const missing = Object.entries(all).flatMap(([name, path]) => (path ? [] : [name]));
  return missing.length > 0 ? { missing } : /** @type {any} */ (all);
}

/** False where the package holds no program that runs here; then it is installed. @param {NodeJS.ProcessEnv} env */
async function unpackNginx(env) {
  const folder = mkdtempSync(join(tmpdir(), 'cemao-nginx-'));
  try {
    await run('apt-get', ['download', '-qq', NGINX], { env, cwd: folder });
    const file = readdirSync(folder).find((name) => name.endsWith('.deb'));
    if (!file) return false;
    await run('dpkg-deb', ['-x', join(folder, file), UNPACKED], { env });
    const program = join(UNPACKED, 'usr/sbin/nginx');
    if (existsSync(program) && (await run(program, ['-v'], { env })).code === 0) return true;
    rmSync(UNPACKED, { recursive: true, force: true });
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string[]} args @param {NodeJS.ProcessEnv} env */
async function apt(args, env) {
  const { code, text } = await run('apt-get', args, { env });
  if (code !== 0) throw new Error(`apt-get ${args[0]} failed: ${text.trim().split('\n').slice(-3).join(' ')}`);
}

/** @param {string[]} names */
function onPath(...names) {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => names.some((name) => existsSync(join(folder, name))));
}

async function hasChineseFont() {
  if (!onPath('fc-list')) return existsSync('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc');
  const { text } = await run('fc-list', [':lang=zh-cn', 'family']);
  return text.trim() !== '';
}

async function hasImpress() {
  if (!onPath('soffice', 'libreoffice')) return false;
  if (!onPath('dpkg')) return true;
  const { text } = await run('dpkg', ['-s', 'libreoffice-impress']);
  return text.includes('ok installed') || existsSync('/opt/libreoffice');
}
