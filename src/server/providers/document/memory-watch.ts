import { readdirSync, readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 100;

/**
 * Looks at the memory of a process and its descendants while they work, and says so once when it is above `max_bytes`. Where there is
 * no /proc nothing is watched. @returns what ends the watch
 */
export function watchMemory(pid: number, max_bytes: number, onTooMuch: () => void): () => void {
  const timer = setInterval(() => {
    if (residentBytes(pid) <= max_bytes) return;
    clearInterval(timer);
    onTooMuch();
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Resident memory of a process and its descendants; what has ended counts nothing. */
export function residentBytes(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`)) ?? [];
  return childrenOf(pid).reduce((sum, child) => sum + residentBytes(child), Number(kilobytes) * 1024);
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

/** Empty when the process has ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
