export const patches = { astro: '7.3.5', '@astrojs/react': '7.0.0' };
export const file = '.island.tsx';

/** @param {string} code */
export function apply(code) {
  const name = /^export default function (\w+)/m.exec(code)?.[1];
  if (!name) throw new Error('an island exports a named function by default');
  return `${code}\n${name}[Symbol.for('astro:renderer')] = '@astrojs/react';\n`;
}
