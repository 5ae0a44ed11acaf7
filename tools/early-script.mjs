import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

/** The one inline script of our own, as browsers read it: without comments of whole lines, types and the space that they leave. */
export function earlyScript() {
  const source = readFileSync(new URL('../src/client/early-session.ts', import.meta.url), 'utf8');
  return stripTypeScriptTypes(source)
    .replace(/^\s*\/\/.*\n/gm, '')
    .replace(/(?<=\S) {2,}/g, ' ')
    .trim();
}
