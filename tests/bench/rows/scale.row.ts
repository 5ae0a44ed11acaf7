import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Result, Row } from '../row.ts';

/** A million items against a thousand; its own table is printed as it is made, its last line is the summary for this one. */
const row: Row = {
  name: 'scale',
  async run() {
    const script = fileURLToPath(new URL('../scale.mjs', import.meta.url));
    const text = await new Promise<string>((resolve, reject) => {
      const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
      let written = '';
      child.stdout.on('data', (chunk: Buffer) => {
        written += chunk.toString();
        process.stdout.write(chunk);
      });
      child.once('error', reject);
      child.once('close', (code) => (code === 0 ? resolve(written) : reject(new Error(`scale.mjs ended with ${code}`))));
    });
    const summary = JSON.parse(text.trim().split('\n').at(-1) ?? '') as Omit<Result, 'what' | 'goal'>;
    return [
      {
        what: '1,000,000 items: lists, searches, suggestions, detail, recommendations',
        goal: 'p95 <= 30 ms, of searches 20, of suggestions 15; <= 3x of 1,000 items; no scan of items',
        ...summary,
      },
    ];
  },
};
export default row;
