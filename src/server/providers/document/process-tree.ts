import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts processor time in hundredths of a second towards programs, whatever it counts in itself. */
const TICK_MS = 10;

/** Resident memory of a process and its descendants; what has ended counts nothing. */
export function residentBytes(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`)) ?? [];
  return childrenOf(pid).reduce((sum, child) => sum + residentBytes(child), Number(kilobytes) * 1024);
}

/** Processor time of a process and its descendants so far, also of those that ended; null where there is no /proc. */
export function processorMs(pid: number): number | null {
  // the name of the program, in parentheses, may hold spaces; utime, stime, cutime and cstime are the 12th to 15th field behind it
  const [, behind] = /\) (.*)/s.exec(read(`/proc/${pid}/stat`)) ?? [];
  if (behind === undefined) return null;
  const own_ms = behind
    .split(' ')
    .slice(11, 15)
    .map(Number)
    .reduce((sum, ticks) => sum + ticks * TICK_MS, 0);
  return childrenOf(pid).reduce((sum, child) => sum + (processorMs(child) ?? 0), own_ms);
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
