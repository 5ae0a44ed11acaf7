import sharp from 'sharp';
import { EM, pathData, type readOutlines } from '../kernel/glyph-outlines.ts';
import { sha256 } from '../kernel/ids.ts';
import { workerTask } from '../kernel/workers.ts';
import { AppMemory } from './app-memory.ts';
import type { Ctx } from './ctx.ts';
import { inWorker } from './in-worker.ts';

const SIZE = 22;
const OUTLINES = workerTask<typeof readOutlines>(new URL('../kernel/glyph-outlines.ts', import.meta.url), 'readOutlines');

interface Drawn {
  path: string;
  width: number;
}

/** Lines of letters as paths: pages of one document are stamped one after the other. */
const lines = new AppMemory<string, Promise<Drawn>>({ max: 200, ttl_ms: 10 * 60_000 });

/** The picture as JPEG with `text` all over it, so that a copy says what it was for and who looked. `faint`: what is below must be read. */
export async function drawWatermark(ctx: Ctx, picture: Buffer, text: string, { faint = false } = {}): Promise<Buffer> {
  const { path, width: length } = await lines.share(ctx.app, sha256(text), () => drawLine(ctx, text));
  const { width = 1, height = 1 } = await sharp(picture).metadata();
  const step = { x: Math.ceil(length) + 40, y: SIZE * (faint ? 8 : 5) };
  // as large on every width of a page
  const turned = `rotate(-24)${faint ? ` scale(${(width / 960).toFixed(3)})` : ''}`;
  const look = faint
    ? 'fill="#fff" fill-opacity=".3" stroke="#000" stroke-opacity=".22" stroke-width=".6"'
    : 'fill="#fff" fill-opacity=".45" stroke="#000" stroke-opacity=".4" stroke-width=".7"';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><pattern id="m" width="${step.x}" height="${step.y}" patternUnits="userSpaceOnUse" patternTransform="${turned}"><path d="${path}" ${look}/></pattern></defs><rect width="100%" height="100%" fill="url(#m)"/></svg>`;
  return sharp(picture)
    .composite([{ input: Buffer.from(svg) }])
    .jpeg({ quality: 82 })
    .toBuffer();
}

async function drawLine(ctx: Ctx, text: string): Promise<Drawn> {
  const scale = SIZE / EM;
  let at = 0;
  const path = (await inWorker(ctx, OUTLINES, { letters: text, weight: 'Bold' }))
    .map(({ advance, commands }) => {
      const left = at;
      at += advance * SIZE;
      return pathData(commands, (x, y) => [left + x * scale, SIZE - y * scale]);
    })
    .join('');
  return { path, width: at };
}
