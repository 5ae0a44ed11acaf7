import type { PictureWish } from '../pictures/picture.ts';
import { breakLines, type Weight, widthOf } from './font.ts';

/** Pages are drawn in these units, 16:9, y downwards. */
export const PAGE = { width: 960, height: 540 } as const;

/** What a page is made of, in drawing order: the picture of the page, the PDF and the PPTX draw the same. Colours are `#RRGGBB`. */
export type Shape =
  | { is: 'box'; x: number; y: number; width: number; height: number; fill: string; opacity?: number; radius?: number }
  | { is: 'ellipse'; x: number; y: number; rx: number; ry: number; fill: string; opacity?: number }
  | { is: 'line'; x1: number; y1: number; x2: number; y2: number; stroke: string; width: number }
  | { is: 'picture'; x: number; y: number; width: number; height: number; wish: PictureWish }
  /** Darkens what lies below it, from one side to the other. */
  | { is: 'shade'; x: number; y: number; width: number; height: number; fill: string; from: number; to: number; across: boolean }
  | Words;

export interface Words {
  is: 'words';
  /** Left edge, or the middle, or the right edge, as `align` says. */
  x: number;
  /** Baseline of the first line. */
  y: number;
  lines: string[];
  size: number;
  leading: number;
  weight: Weight;
  fill: string;
  align: 'left' | 'middle' | 'right';
}

/** Collects the shapes of one page. */
export class Sheet {
  readonly shapes: Shape[] = [];

  box(x: number, y: number, width: number, height: number, fill: string, more: { opacity?: number; radius?: number } = {}): void {
    this.shapes.push({ is: 'box', x, y, width, height, fill, ...more });
  }

  ellipse(x: number, y: number, rx: number, ry: number, fill: string, opacity = 1): void {
    this.shapes.push({ is: 'ellipse', x, y, rx, ry, fill, opacity });
  }

  line(x1: number, y1: number, x2: number, y2: number, stroke: string, width = 1): void {
    this.shapes.push({ is: 'line', x1, y1, x2, y2, stroke, width });
  }

  picture(wish: PictureWish, x = 0, y = 0, width: number = PAGE.width, height: number = PAGE.height): void {
    this.shapes.push({ is: 'picture', x, y, width, height, wish });
  }

  shade(
    fill: string,
    from: number,
    to: number,
    across = true,
    x = 0,
    y = 0,
    width: number = PAGE.width,
    height: number = PAGE.height,
  ): void {
    this.shapes.push({ is: 'shade', x, y, width, height, fill, from, to, across });
  }

  /** One line. */
  text(content: string, x: number, y: number, size: number, fill: string, more: Partial<Pick<Words, 'weight' | 'align'>> = {}): void {
    const { weight = 'Regular', align = 'left' } = more;
    this.shapes.push({ is: 'words', x, y, lines: [content], size, leading: 1, weight, fill, align });
  }

  /** As many lines as it needs. @returns the baseline of a line that would follow */
  paragraph(
    content: string,
    x: number,
    y: number,
    width: number,
    size: number,
    fill: string,
    weight: Weight = 'Regular',
    leading = 1.65,
  ): number {
    const lines = breakLines(weight, content, size, width);
    this.shapes.push({ is: 'words', x, y, lines, size, leading, weight, fill, align: 'left' });
    return y + lines.length * size * leading;
  }

  /** A title over as many lines as it needs, none of them with a lonely character. @returns the baseline of a line that would follow */
  title(content: string, x: number, y: number, width: number, size: number, fill: string): number {
    let at = y;
    for (const part of titleParts(content)) {
      const whole = widthOf('Bold', part, size);
      const lines = Math.ceil(whole / width);
      at = this.paragraph(part, x, at, Math.min(width, whole / lines + size * 1.2), size, fill, 'Bold', 1.32);
    }
    return at;
  }
}

/** A title breaks after its colon or its quoted name, where a reader would pause. */
function titleParts(title: string): string[] {
  const at = Math.max(title.indexOf('：'), title.indexOf('」'));
  return at > 2 && at < title.length - 3 ? [title.slice(0, at + 1), title.slice(at + 1)] : [title];
}

/** How bright a colour is, 0 to 1. */
export function luminance(hex: string): number {
  const value = Number.parseInt(hex.slice(1), 16);
  return (0.299 * (value >> 16) + 0.587 * ((value >> 8) & 255) + 0.114 * (value & 255)) / 255;
}

/** Between two colours; 0 is the first. */
export function mix(a: string, b: string, share: number): string {
  const [p, q] = [Number.parseInt(a.slice(1), 16), Number.parseInt(b.slice(1), 16)];
  const part = (shift: number) => Math.round(((p >> shift) & 255) * (1 - share) + ((q >> shift) & 255) * share);
  return `#${[16, 8, 0].map((shift) => part(shift).toString(16).padStart(2, '0')).join('')}`;
}
