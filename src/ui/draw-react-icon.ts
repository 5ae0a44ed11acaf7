import { createElement, type ReactElement, type SVGProps } from 'react';

interface IconData {
  size: number;
  node: Array<[tag: string, attributes: Record<string, string>]>;
}

/** `size`: width and height in px, default 24. */
type IconProps = Omit<SVGProps<SVGSVGElement>, 'width' | 'height' | 'viewBox'> & { size?: number };

/**
 * What `lucide-react` makes its icons with (astro.config.mjs puts it in place in a build): the same SVG as `draw-icon.ts` makes for pages.
 * What all icons share stands in global.css, so that neither the page nor its script carries it with each icon.
 */
export default function drawReactIcon({ size: box, node }: IconData): (props: IconProps) => ReactElement {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ size = 24, className, ...rest }) =>
    createElement(
      'svg',
      { width: size, height: size, viewBox: `0 0 ${box} ${box}`, className: className ? `lucide ${className}` : 'lucide', ...rest },
      shapes,
    );
}
