// The inline scripts of our own (src/client) as browsers run them: without types, and known to be scripts.
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { Script } from 'node:vm';
import { minifySync } from 'vite';

/** @param {string} source TypeScript; throws where no script comes out of it @returns {string} what a page may carry inline */
export function asInlineScript(source) {
  const { code, errors } = minifySync('inline.js', stripTypeScriptTypes(source), {});
  if (errors[0]) throw new Error(errors[0].message);
  const script = code.trim();
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
