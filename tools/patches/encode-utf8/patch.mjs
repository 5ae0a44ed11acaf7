export const patches = { astro: '7.3.5' };
export const file = '/astro/dist/runtime/server/render/page.js';

const BEFORE = 'body = encoder.encode(body);';

/** @param {string} code */
export function apply(code) {
  if (!code.includes(BEFORE)) throw new Error('astro: renderPage has changed; see tools/patches/encode-utf8');
  return `import { encodeUtf8 } from '#server/kernel/utf8.ts';\n${code.replace(BEFORE, 'body = encodeUtf8(body);')}`;
}
