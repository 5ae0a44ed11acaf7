import sharp from 'sharp';
import { ownFont } from '../../kernel/own-font.ts';

const SIZE = 22;
const SVG_COMMAND = { moveTo: 'M', lineTo: 'L', quadraticCurveTo: 'Q', bezierCurveTo: 'C', closePath: 'Z' } as const;

/** The picture as JPEG with `text` all over it, so that a copy says what it was for and who looked. */
export async function drawWatermark(picture: Buffer, text: string): Promise<Buffer> {
  const face = await ownFont('Bold');
  const scale = SIZE / face.unitsPerEm;
  let at = 0;
  const path = [...text]
    .map((letter) => {
      const glyph = face.glyphForCodePoint(letter.codePointAt(0) ?? 0);
      const left = at;
      at += glyph.advanceWidth * scale;
      return glyph.path.commands
        .map(({ command, args }) => {
          const points: string[] = [];
          for (let i = 0; i + 1 < args.length; i += 2) {
            points.push(`${(left + (args[i] ?? 0) * scale).toFixed(1)} ${(SIZE - (args[i + 1] ?? 0) * scale).toFixed(1)}`);
          }
          return SVG_COMMAND[command] + points.join(' ');
        })
        .join('');
    })
    .join('');
  const { width = 1, height = 1 } = await sharp(picture).metadata();
  const step = { x: Math.ceil(at) + 40, y: SIZE * 5 };
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><pattern id="m" width="${step.x}" height="${step.y}" patternUnits="userSpaceOnUse" patternTransform="rotate(-24)"><path d="${path}" fill="#fff" fill-opacity=".45" stroke="#000" stroke-opacity=".4" stroke-width=".7"/></pattern></defs><rect width="100%" height="100%" fill="url(#m)"/></svg>`;
  return sharp(picture)
    .composite([{ input: Buffer.from(svg) }])
    .jpeg({ quality: 82 })
    .toBuffer();
}
