/** Tasks for the tests of the workers. */
import { writeFileSync } from 'node:fs';

export const greet = ({ name }: { name: string }): string => `hello ${name}`;

/** Keeps its thread busy, as work that computes does. */
export function compute({ ms }: { ms: number }): number {
  const until = Date.now() + ms;
  while (Date.now() < until);
  return ms;
}

/** Says that it began, then ends when the file `go` is there. */
export async function begin({ begun, go }: { begun: string; go: string }): Promise<string> {
  const { existsSync } = await import('node:fs');
  writeFileSync(begun, '');
  while (!existsSync(go)) await new Promise((done) => setTimeout(done, 5));
  return begun;
}

export function fail(): never {
  throw new Error('the task is wrong');
}

export const die = (): never => process.exit(7);

export function eat(): number {
  const all: unknown[] = [];
  for (;;) all.push(Array.from({ length: 1_000 }, () => ({})));
}
