import { fileURLToPath } from 'node:url';

export const patches = { '@lucide/astro': '1.48.0', 'lucide-react': '1.75.0' };

/**
 * The module that draws icons in the place of the package's own; null for every other import.
 * @param {string} source @param {string | undefined} importer
 */
export function resolve(source, importer) {
  if (!/^\.\.\/createLucideIcon(\.mjs)?$/.test(source)) return null;
  if (importer?.includes('/@lucide/astro/')) return fileURLToPath(new URL('../../../src/ui/draw-icon.ts', import.meta.url));
  if (importer?.includes('/lucide-react/')) return fileURLToPath(new URL('../../../src/ui/draw-react-icon.ts', import.meta.url));
  return null;
}
