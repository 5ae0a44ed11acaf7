import type { AstroComponentFactory } from 'astro/runtime/server/index.js';
import { createComponent, markHTMLString, renderTemplate, spreadAttributes } from 'astro/runtime/server/index.js';

interface IconData {
  size: number;
  node: Array<[tag: string, attributes: Record<string, string>]>;
}

const CACHED_MAX = 50;

/**
 * Replaces the icon factory of `@lucide/astro` (astro.config.mjs): renders each set of attributes once, because icons took a sixth of a page's
 * rendering. Attributes that all icons share (`fill`, `stroke` ...) stand in global.css.
 */
export default function drawIcon(icon: IconData): AstroComponentFactory {
  const kept = new Map<string, string>();
  return createComponent((_result: unknown, props: Record<string, unknown>) => {
    const key = JSON.stringify(props);
    const html = kept.get(key) ?? draw(icon, props);
    if (kept.size < CACHED_MAX) kept.set(key, html);
    return renderTemplate`${markHTMLString(html)}`;
  });
}

function draw({ size: box, node }: IconData, { size = 24, class: extra, ...rest }: Record<string, unknown>): string {
  const attributes = spreadAttributes({
    width: size,
    height: size,
    viewBox: `0 0 ${box} ${box}`,
    class: extra ? `lucide ${extra}` : 'lucide',
    ...rest,
  });
  return `<svg${attributes}>${node.map(([tag, shape]) => `<${tag}${spreadAttributes(shape)}/>`).join('')}</svg>`;
}
