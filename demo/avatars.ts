import { readFile } from 'node:fs/promises';
import * as fontkit from 'fontkit';
import sharp from 'sharp';
import { pictureFile, pictureUrl, pictureWidths } from '#contract/picture.ts';
import type { Ctx } from '#server/app/ctx.ts';
import { newStorageKey } from '#server/providers/storage/port.ts';
import { fontFile } from './decks/font.ts';
import { FACE, faceSvg } from './pictures/face.ts';

const SIZE = FACE;

/** Draws the portrait of a person, stores it publicly and returns its URL. */
export async function drawAvatar(ctx: Ctx, nickname: string, colours: readonly [string, string]): Promise<string> {
  return pictureUrl(await storeSquare(ctx, faceSvg(nickname, colours)), SIZE);
}

/** The logo of a shop as a stored picture: the first character of its name, as an outline, so that no font of the machine is needed. */
export async function drawSign(
  ctx: Ctx,
  name: string,
  colours: readonly [string, string],
): Promise<{ key: string; width: number; height: number }> {
  const face = fontkit.create((await readFile(fontFile('Bold'))) as Buffer) as fontkit.Font;
  const glyph = face.layout([...name][0] ?? '策').glyphs[0];
  if (!glyph) throw new Error('the font has no glyph');
  const scale = 150 / face.unitsPerEm;
  const { minX, minY, maxX, maxY } = glyph.bbox;
  const x = SIZE / 2 - ((minX + maxX) / 2) * scale;
  const y = SIZE / 2 + ((minY + maxY) / 2) * scale;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}">
<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${colours[0]}"/><stop offset="1" stop-color="${colours[1]}"/></linearGradient></defs>
<rect width="100%" height="100%" fill="url(#g)"/><circle cx="250" cy="60" r="120" fill="#fff" opacity="0.08"/>
<path d="${glyph.path.toSVG()}" fill="#fff" transform="translate(${x} ${y}) scale(${scale} ${-scale})"/></svg>`;
  return { key: await storeSquare(ctx, svg), width: SIZE, height: SIZE };
}

async function storeSquare(ctx: Ctx, svg: string): Promise<string> {
  const bytes = await sharp(Buffer.from(svg)).webp({ quality: 86, effort: 1 }).toBuffer();
  const key = newStorageKey();
  for (const width of pictureWidths(SIZE)) await ctx.app.providers.storage.putPublic(pictureFile(key, width), bytes);
  return key;
}
