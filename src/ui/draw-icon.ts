import type { AstroComponentFactory } from 'astro/runtime/server/index.js';
import { createComponent, markHTMLString, renderTemplate, spreadAttributes } from 'astro/runtime/server/index.js';

interface IconData {
  size: number;
  node: Array<[tag: string, attributes: Record<string, string>]>;
}

const KEPT_MOST = 50;

/**
 * What `@lucide/astro` makes its icons with (astro.config.mjs puts it in place): the same SVG, drawn once for each set of attributes
 * and kept as text. A page shows some forty icons; as components of components they took a sixth of its rendering. What all icons share
 * (`fill`, `stroke` and so on) stands in global.css instead of forty times in the page.
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
