import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A server that runs on a data folder. */
export interface Postmaster {
  pid: number;
  port: number;
}

/** The server that runs on `data`, or null. A pid that is dead or now belongs to another program does not count. */
export function readPostmaster(data: string): Postmaster | null {
  const lines = pidFile(data);
  const pid = Number(lines?.[0]);
  const port = Number(lines?.[3]);
  return pid > 0 && port > 0 && isServerOf(pid, data) ? { pid, port } : null;
}

/**
 * PostgreSQL refuses to start while the pid in its lock file is alive, even as another program (after a reboot, in a container without
 * init). Call only when readPostmaster() returned null. The rest of the file stays: by it the server finds its orphans.
 */
export function clearStalePid(data: string): void {
  const lines = pidFile(data);
  if (!lines) return;
  const pid = Number(lines[0]);
  if (!(pid > 0) || !isAlive(pid)) return;
  // while it has no port line yet, a server is just being started by another process
  if (isServerOf(pid, data)) return;
  lines[0] = String(unusedPid());
  writeFileSync(join(data, 'postmaster.pid'), lines.join('\n'));
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function pidFile(data: string): string[] | null {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return null;
  }
}

/** By its command line, which any user may read and which a zombie does not have. */
function isServerOf(pid: number, data: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') {
    try {
      const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      return /postgres$/.test(args[0] ?? '') && args.includes(data);
    } catch {
      return false;
    }
  }
  if (process.platform === 'win32') return true;
  const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.includes('postgres') && stdout.includes(data);
}

function unusedPid(): number {
  let pid = 4_194_303;
  while (isAlive(pid)) pid--;
  return pid;
}
