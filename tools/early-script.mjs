// The inline scripts of our own (src/client) as browsers run them: without types, and known to be scripts.
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

/** Behind the announcements of a page, where it has any. @returns {string} */
export function announcementScript() {
  return asInlineScript(readFileSync(new URL('../src/client/announcement-bar.ts', import.meta.url), 'utf8'));
}
