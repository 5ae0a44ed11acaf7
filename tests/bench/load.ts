import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { median } from './row.ts';

const autocannon = fileURLToPath(new URL('../../node_modules/autocannon/autocannon.js', import.meta.url));

export interface Load {
  url: string;
  headers?: Record<string, string>;
}

export interface Measured {
  per_second: number;
  p99_ms: number;
}

const CONNECTIONS = 32;

/** Drives one URL from a process of its own. @throws when an answer was not 2xx */
export function drive({ url, headers = {} }: Load, seconds: number, connections = CONNECTIONS): Promise<Measured> {
  const args = ['-j', '-n', '-c', String(connections), '-d', String(seconds)];
  for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}=${value}`);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [autocannon, ...args, url], { stdio: ['ignore', 'pipe', 'ignore'] });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    child.once('error', reject);
    child.once('close', () => {
      try {
        const result = JSON.parse(text) as { requests: { average: number }; latency: { p99: number }; non2xx: number; errors: number };
        if (result.non2xx > 0 || result.errors > 0)
          throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} errors`);
        resolve({ per_second: result.requests.average, p99_ms: result.latency.p99 });
      } catch (error) {
        reject(error as Error);
      }
    });
  });
}

/** Measures two things in turn, three times each after a warm-up, so that a busy moment of the machine hits both. Medians. */
export async function alternate(a: Load, b: Load, seconds: number): Promise<[a: number, b: number]> {
  await drive(a, 2);
  await drive(b, 2);
  const left: number[] = [];
  const right: number[] = [];
  for (let round = 0; round < 3; round++) {
    left.push((await drive(a, seconds)).per_second);
    right.push((await drive(b, seconds)).per_second);
  }
  return [median(left), median(right)];
}
