import { readFileSync } from 'node:fs';

let known: string | null = null;

/** Version of the program, as its package says. */
export function siteVersion(): string {
  known ??= (JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }).version;
  return known;
}
