import { lstat, opendir, readdir, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../db/postmaster.ts';

/**
 * Removes files of killed processes, named `prefix` and a pid. Files of living processes stay, and those changed within `quiet_ms`: on a shared
 * disk they may belong to another machine. What cannot be removed stays too.
 */
export async function removeLeftBehind(folder: string, prefix: string, quiet_ms: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = name.startsWith(prefix) ? Number(/^(\d+)(-|$)/.exec(name.slice(prefix.length))?.[1] ?? 0) : 0;
    // our own number: in a container the process before us had it
    if (pid === 0 || (pid !== process.pid && isAlive(pid))) continue;
    const path = join(folder, name);
    try {
      if (Date.now() - (await stat(path)).mtimeMs >= quiet_ms) await removeWhole(path);
    } catch {
      // another's, or gone already
    }
  }
}

/**
 * Removes a file, or a folder with all that is in it, if it is there; a link is removed, not followed. One at a time: Node's own removal asks for
 * millions of files at once.
 */
export async function removeWhole(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (!found?.isDirectory()) return rm(path, { force: true });
  for await (const entry of await opendir(path)) {
    const inside = join(path, entry.name);
    await (entry.isDirectory() ? removeWhole(inside) : unlink(inside));
  }
  await rmdir(path);
}
