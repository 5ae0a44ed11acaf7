import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

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
