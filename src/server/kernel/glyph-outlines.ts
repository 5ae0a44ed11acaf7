import type { PathCommand } from 'fontkit';
import { type FontWeight, ownFont } from './own-font.ts';

/** Units of our font in which `commands` count, to the size of a letter. */
export const EM = 1_000;

export interface GlyphOutline {
  letter: string;
  /** In letters of size 1. */
  advance: number;
  commands: PathCommand[];
}

const SVG_COMMAND = { moveTo: 'M', lineTo: 'L', quadraticCurveTo: 'Q', bezierCurveTo: 'C', closePath: 'Z' } as const;

/** How each letter is drawn, by a font that comes with the packages: the same on a machine without any font. For a worker. */
export async function readOutlines({ letters, weight }: { letters: string; weight: FontWeight }): Promise<GlyphOutline[]> {
  const font = await ownFont(weight);
  return [...letters].map((letter) => {
    const { advanceWidth, path } = font.glyphForCodePoint(letter.codePointAt(0) ?? 0);
    return { letter, advance: advanceWidth / EM, commands: path.commands };
  });
}

/** The `d` of an SVG path, each point where `place` puts it. */
export function pathData(commands: readonly PathCommand[], place: (x: number, y: number) => [number, number]): string {
  return commands
    .map(({ command, args }) => {
      const points: string[] = [];
      for (let i = 0; i + 1 < args.length; i += 2) {
        const [x, y] = place(args[i] ?? 0, args[i + 1] ?? 0);
        points.push(`${x.toFixed(1)} ${y.toFixed(1)}`);
      }
      return SVG_COMMAND[command] + points.join(' ');
    })
    .join('');
}

/** The dark squares of a QR code, each by column and row from its upper left corner, and how many squares a side has. */
export async function qrDots(text: string): Promise<{ size: number; dots: Array<readonly [column: number, row: number]> }> {
  const { create } = await import('qrcode');
  const { data, size } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const dots = Array.from(data, (dark, at) => (dark ? ([at % size, Math.floor(at / size)] as const) : null));
  return { size, dots: dots.filter((dot) => dot !== null) };
}
