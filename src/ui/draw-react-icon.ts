import { createElement, type ReactElement, type SVGProps } from 'react';

interface IconData {
  size: number;
  node: Array<[tag: string, attributes: Record<string, string>]>;
}

/** `size`: width and height in px, default 24. */
type IconProps = Omit<SVGProps<SVGSVGElement>, 'width' | 'height' | 'viewBox'> & { size?: number };

/**
 * Replaces the icon factory of `lucide-react` in a build (astro.config.mjs): the same SVG as `draw-icon.ts` makes for pages. Attributes that
 * all icons share stand in global.css.
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
