import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../db/postmaster.ts';

/**
 * Removes what killed processes left in `folder` under `prefix` and their number (and `-` anything): nobody else ever would, and it may be as large as all
 * files together. What a living process works on stays, and so does what was written within `quiet_ms`: on a shared disk it may be
 * another machine's, whose processes we cannot see. What cannot be removed stays too: it is somebody else's.
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
