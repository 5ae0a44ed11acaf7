// The one inline script of our own (src/client/early-session.ts) as browsers run it: without types, and known to be a script.
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { Script } from 'node:vm';

/** @param {string} source TypeScript; throws where no script comes out of it @returns {string} what a page may carry inline */
export function asInlineScript(source) {
  const script = stripTypeScriptTypes(source)
    .replace(/^\s*\/\/.*\n/gm, '')
    .replace(/[ \t]+$/gm, '')
    .trim();
  new Script(script);
  return script;
}

/** @returns {string} */
export function earlyScript() {
  return asInlineScript(readFileSync(new URL('../src/client/early-session.ts', import.meta.url), 'utf8'));
}
