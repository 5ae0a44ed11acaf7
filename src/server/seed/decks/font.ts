import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const folder = join(dirname(createRequire(import.meta.url).resolve('@embedpdf/fonts-sc')), '..', 'fonts');

/** Path of a Chinese font that comes with our dependencies. */
export function fontFile(weight: 'Regular' | 'Bold'): string {
  return join(folder, `NotoSansHans-${weight}.otf`);
}
