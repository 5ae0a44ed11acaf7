import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { median } from './row.ts';

const autocannon = fileURLToPath(new URL('../../node_modules/autocannon/autocannon.js', import.meta.url));

export interface Load {
  url: string;
  headers?: Record<string, string>;
  /** The process that answers: its answers are counted by second of its own processor time. */
  pid?: number;
}

export interface Measured {
  per_second: number;
  p99_ms: number;
  /** Null without a `pid`. */
  per_cpu_second: number | null;
}

/** What Linux counts processor time in. */
const TICKS_A_SECOND = 100;

/** Seconds that all threads of a process ran. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

const CONNECTIONS = 32;

/** Drives one URL from a process of its own. @throws when an answer was not 2xx */
export function drive({ url, headers = {}, pid }: Load, seconds: number, connections = CONNECTIONS): Promise<Measured> {
  const args = ['-j', '-n', '-c', String(connections), '-d', String(seconds)];
  for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}=${value}`);
  const before = pid ? cpuSeconds(pid) : 0;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [autocannon, ...args, url], { stdio: ['ignore', 'pipe', 'ignore'] });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    child.once('error', reject);
    child.once('close', () => {
      try {
        const result = JSON.parse(text) as {
          requests: { average: number; total: number };
          latency: { p99: number };
          non2xx: number;
          errors: number;
        };
        if (result.non2xx > 0 || result.errors > 0)
          throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} errors`);
        const { average, total } = result.requests;
        resolve({ per_second: average, p99_ms: result.latency.p99, per_cpu_second: pid ? total / (cpuSeconds(pid) - before) : null });
      } catch (error) {
        reject(error as Error);
      }
    });
  });
}

/** Measures two things in turn, three times each after a warm-up, so that a busy moment of the machine hits both. Medians; with processes, by their own time. */
export async function alternate(a: Load, b: Load, seconds: number): Promise<[a: number, b: number]> {
  const rate = ({ per_cpu_second, per_second }: Measured) => per_cpu_second ?? per_second;
  await drive(a, 2);
  await drive(b, 2);
  const left: number[] = [];
  const right: number[] = [];
  for (let round = 0; round < 3; round++) {
    left.push(rate(await drive(a, seconds)));
    right.push(rate(await drive(b, seconds)));
  }
  return [median(left), median(right)];
}
