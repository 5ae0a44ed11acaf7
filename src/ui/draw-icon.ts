import type { AstroComponentFactory } from 'astro/runtime/server/index.js';
import { createComponent, markHTMLString, renderTemplate, spreadAttributes } from 'astro/runtime/server/index.js';

interface IconData {
  name: string;
  size: number;
  node: Array<[tag: string, attributes: Record<string, string>]>;
}

const KEPT_MOST = 50;

/**
 * What `@lucide/astro` makes its icons with (astro.config.mjs puts it in place): the same SVG, drawn once for each set of attributes
 * and kept as text. A page shows some forty icons; as components of components they took a sixth of its rendering.
 */
export default function drawIcon(icon: IconData): AstroComponentFactory {
  const kept = new Map<string, string>();
  return createComponent((_result: unknown, props: Record<string, unknown>) => {
    const key = JSON.stringify(props);
    const html = kept.get(key) ?? draw(icon, props);
    if (kept.size < KEPT_MOST) kept.set(key, html);
    return renderTemplate`${markHTMLString(html)}`;
  });
}

function draw({ name, size: box, node }: IconData, { size = 24, class: extra, ...rest }: Record<string, unknown>): string {
  const attributes = spreadAttributes({
    xmlns: 'http://www.w3.org/2000/svg',
    width: size,
    height: size,
    viewBox: `0 0 ${box} ${box}`,
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': 2,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    class: ['lucide', `lucide-${name}`, extra].filter(Boolean).join(' '),
    ...rest,
  });
  return `<svg${attributes}>${node.map(([tag, shape]) => `<${tag}${spreadAttributes(shape)}></${tag}>`).join('')}</svg>`;
}
