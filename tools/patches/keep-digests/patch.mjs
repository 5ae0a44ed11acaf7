export const patches = { astro: '7.3.5' };
export const file = '/astro/dist/core/encryption.js';

const BEFORE = 'async function generateCspDigest(data, algorithm) {';
const KEPT = `const keptDigests = new Map();
function generateCspDigest(data, algorithm) {
  const key = algorithm + data;
  let digest = keptDigests.get(key);
  if (digest === undefined) {
    digest = makeCspDigest(data, algorithm);
    if (keptDigests.size < 200) keptDigests.set(key, digest);
  }
  return digest;
}
`;

/** @param {string} code */
export function apply(code) {
  if (!code.includes(BEFORE)) throw new Error('astro: generateCspDigest has changed; see tools/patches/keep-digests');
  return KEPT + code.replace(BEFORE, 'async function makeCspDigest(data, algorithm) {');
}
