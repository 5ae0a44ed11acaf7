import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

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

/**
 * Bubblewrap ends with its parent, but for a moment while it sets itself up: a site that is killed then leaves it waiting for ever. So
 * each names the process it works for, and the next site ends those whose process is gone.
 */
const NAME = 'CEMAO_READER_OF';
const MARK = new RegExp(`\\0${NAME}\\0(\\d+):(\\d+)\\0`);

/** Name and value for the command line of a reader: this process, and when it began, as numbers of processes come again. */
export function readerMark(): [name: string, value: string] {
  return [NAME, `${process.pid}:${startOf(statOf(process.pid))}`];
}

/** Ends readers whose site has died. Where there is no /proc nothing is found. @returns their process ids */
export async function endOrphans(): Promise<number[]> {
  const ended: number[] = [];
  for (const pid of (await readdir('/proc').catch(() => [])).map(Number).filter(Number.isInteger)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    const [, owner, start] = MARK.exec(command) ?? [];
    if (owner === undefined || startOf(statOf(Number(owner))) === start) continue;
    try {
      process.kill(pid, 'SIGKILL');
      ended.push(pid);
    } catch {
      // ended meanwhile, or another user's
    }
  }
  return ended;
}

function statOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}

/** When a process began, in ticks since the machine did: the 20th field behind the program's name, which may hold spaces. */
function startOf(stat: string): string {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

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
