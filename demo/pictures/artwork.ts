import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { type Weight, widthOf } from '../decks/font.ts';
import type { Words } from '../decks/shapes.ts';
import { shapeSvg } from '../decks/svg.ts';
import { LIGHTS } from './moods.ts';
import { drawScene, type PictureWish, pixelsOf, type Raster, rasterOf, sceneSvg, toJpeg } from './picture.ts';

/** A piece of graphic design: a scene with its words set on it. */
export interface ArtworkWish extends PictureWish {
  /** poster: upright with the words below; board: wide, words in the middle; square: words in a frame; render: the scene alone. */
  layout: 'poster' | 'board' | 'square' | 'render';
  headline: string;
  line: string;
}

const SIZES = { poster: [1_080, 1_440], board: [1_600, 800], square: [1_200, 1_200], render: [1_600, 1_000] } as const;

/** The same wish is the same picture, on every machine. */
async function drawArtwork(wish: ArtworkWish): Promise<Raster> {
  const [width, height] = SIZES[wish.layout];
  const scene = sceneSvg(await drawScene(wish), 'a', { x: 0, y: 0, width, height });
  return rasterOf(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${scene}${lettering(wish, width, height)}</svg>`,
  );
}

function lettering({ layout, headline, line, mood }: ArtworkWish, width: number, height: number): string {
  if (layout === 'render') return '';
  const { near, key } = LIGHTS[mood];
  const room = width * (layout === 'poster' ? 0.84 : 0.7);
  const size = Math.min(layout === 'poster' ? 132 : 120, fitting('Bold', headline, room));
  const small = Math.min(44, fitting('Regular', line, room));
  const middle = layout === 'poster' ? height * 0.8 : height / 2;
  const band =
    layout === 'poster'
      ? `<rect x="0" y="${height * 0.66}" width="${width}" height="${height * 0.34}" fill="${near}" fill-opacity="0.82"/>`
      : '';
  const frame =
    layout === 'poster'
      ? ''
      : `<rect x="${width * 0.09}" y="${height * 0.22}" width="${width * 0.82}" height="${height * 0.56}" rx="24" fill="${near}" opacity="0.72"/><rect x="${width * 0.1}" y="${height * 0.24}" width="${width * 0.8}" height="${height * 0.52}" rx="18" fill="none" stroke="${key}" stroke-width="3"/>`;
  const words = (text: string, weight: Weight, at: number, px: number, fill: string): Words => ({
    ...{ is: 'words', lines: [text], x: width / 2, y: at, size: px, leading: 1, weight, align: 'middle', fill },
  });
  const defs = new Map<string, string>();
  const text = [words(headline, 'Bold', middle, size, key), words(line, 'Regular', middle + size * 0.4 + small, small, '#ffffff')]
    .map((shape, index) => shapeSvg(shape, index, new Map(), defs))
    .join('');
  return `<defs>${[...defs.values()].join('')}</defs>${band}${frame}${text}`;
}

const fitting = (weight: Weight, text: string, room: number) => room / Math.max(0.01, widthOf(weight, text, 1));

const toPng = (drawn: Raster): Promise<Buffer> => pixelsOf(drawn).png({ compressionLevel: 2 }).toBuffer();

/** One flat layer as Photoshop keeps it: 8 bit RGB, uncompressed, colour by colour (Adobe, Photoshop File Formats). */
export function toPsd({ data: rgb, info: { width, height } }: Raster): Buffer {
  const head = Buffer.alloc(26 + 4 * 3 + 2);
  head.write('8BPS', 0, 'latin1');
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(3, 12);
  head.writeUInt32BE(height, 14);
  head.writeUInt32BE(width, 18);
  head.writeUInt16BE(8, 22);
  head.writeUInt16BE(3, 24);
  const count = width * height;
  const planes = Buffer.alloc(count * 3);
  for (let at = 0; at < count; at++) {
    planes[at] = rgb[at * 3] as number;
    planes[count + at] = rgb[at * 3 + 1] as number;
    planes[count * 2 + at] = rgb[at * 3 + 2] as number;
  }
  return Buffer.concat([head, planes]);
}

/** What a design is sold as. */
export type ArtworkFormat = 'psd' | 'png' | 'jpg' | 'zip';

/** All pieces, and the file that is sold: of the first piece, or of all in one archive. */
export async function drawArtworks(wishes: readonly ArtworkWish[], format: ArtworkFormat): Promise<{ file: Uint8Array; drawn: Raster[] }> {
  const drawn: Raster[] = [];
  for (const wish of wishes) drawn.push(await drawArtwork(wish));
  return { file: await soldAs(format, drawn), drawn };
}

async function soldAs(format: ArtworkFormat, drawn: readonly Raster[]): Promise<Uint8Array> {
  const first = drawn[0] as Raster;
  if (format === 'psd') return toPsd(first);
  if (format === 'png') return toPng(first);
  if (format === 'jpg') return toJpeg(first, 88);
  const archive = new ZipFile();
  // one date for all: the same design is the same archive
  for (const [index, pixels] of drawn.entries())
    archive.addBuffer(await toPng(pixels), `${index + 1}.png`, { compress: false, mtime: new Date(0) });
  archive.end();
  return buffer(archive.outputStream);
}
