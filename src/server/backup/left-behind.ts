import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../db/postmaster.ts';

/**
 * Removes files of killed processes, named `prefix` and a pid. Files of living processes stay, and those changed within `quiet_ms`: on a shared
 * disk they may belong to another machine. What cannot be removed stays too.
 */
export function removeLeftBehind(folder: string, prefix: string, quiet_ms: number): void {
  for (const name of namesIn(folder)) {
    const pid = name.startsWith(prefix) ? Number(/^(\d+)(-|$)/.exec(name.slice(prefix.length))?.[1] ?? 0) : 0;
    // our own number: in a container the process before us had it
    if (pid === 0 || (pid !== process.pid && isAlive(pid))) continue;
    const path = join(folder, name);
    try {
      if (Date.now() - statSync(path).mtimeMs >= quiet_ms) rmSync(path, { recursive: true, force: true });
    } catch {
      // another's, or gone already
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
