import sharp from 'sharp';
import type { Ctx } from '../../app/ctx.ts';
import { inWorker } from '../../app/in-worker.ts';
import { EM, pathData, type readOutlines } from '../../kernel/glyph-outlines.ts';
import { workerTask } from '../../kernel/workers.ts';

const SIZE = 22;
const OUTLINES = workerTask<typeof readOutlines>(new URL('../../kernel/glyph-outlines.ts', import.meta.url), 'readOutlines');

/** The picture as JPEG with `text` all over it, so that a copy says what it was for and who looked. */
export async function drawWatermark(ctx: Ctx, picture: Buffer, text: string): Promise<Buffer> {
  const scale = SIZE / EM;
  let at = 0;
  const path = (await inWorker(ctx, OUTLINES, { letters: text, weight: 'Bold' }))
    .map(({ advance, commands }) => {
      const left = at;
      at += advance * SIZE;
      return pathData(commands, (x, y) => [left + x * scale, SIZE - y * scale]);
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
